//! A backend without memory that writes down what is asked of it, and what drivers read and write.

use super::layout::{Backend, DevicePtr, Layout, Memory, Result, Stream};
use std::cell::{Cell, RefCell};

/// What an engine's backend would be.
#[derive(Default)]
pub struct Recording {
    pub fail_at: Option<u64>,
    pub calls: RefCell<Vec<String>>,
    asked: Cell<u64>,
}

impl Recording {
    pub fn new(fail_at: Option<u64>) -> Recording {
        Recording {
            fail_at,
            ..Recording::default()
        }
    }

    fn note(&self, call: String) -> Result<()> {
        self.calls.borrow_mut().push(call);
        Ok(())
    }
}

impl Backend for Recording {
    fn alloc(&self, bytes: usize, _: usize, _: Memory) -> Result<DevicePtr> {
        let number = self.asked.replace(self.asked.get() + 1);
        if self.fail_at == Some(number) {
            return Err("no memory".into());
        }
        self.note(format!("[\"alloc\", {bytes}]"))?;
        Ok(DevicePtr((number + 1) << 44))
    }

    fn free(&self, pointer: DevicePtr, _: Memory) -> Result<()> {
        self.note(format!("[\"free\", {}]", pointer.0))
    }

    fn memset(&self, pointer: DevicePtr, value: u8, bytes: usize, stream: Stream) -> Result<()> {
        self.note(format!("[\"memset\", {}, {value}, {bytes}, {stream}]", pointer.0))
    }

    fn fill(&self, pointer: DevicePtr, pattern: &[u8], bytes: usize, stream: Stream) -> Result<()> {
        let hex: String = pattern.iter().map(|byte| format!("{byte:02x}")).collect();
        self.note(format!("[\"fill\", {}, \"{hex}\", {bytes}, {stream}]", pointer.0))
    }

    fn read(&self, _: DevicePtr, _: &mut [u8], _: Stream) -> Result<()> {
        Err("there is no memory".into())
    }
}

/// A request as it is written in a line.
pub struct Request {
    pub values: Vec<(String, String)>,
    pub flags: Vec<(String, String)>,
    pub steps: Vec<Vec<String>>,
    pub fail_at: Option<u64>,
}

impl Request {
    pub fn new(line: &str) -> Request {
        let parts: Vec<&str> = line.split('|').collect();
        Request {
            values: pairs(parts[0]),
            flags: pairs(parts[1]),
            steps: texts(parts[2], ';').map(|step| words(&step)).collect(),
            fail_at: parts[3].parse().ok(),
        }
    }
}

fn texts(text: &str, at: char) -> impl Iterator<Item = String> + '_ {
    text.split(at).filter(|part| !part.is_empty()).map(str::to_string)
}

fn words(step: &str) -> Vec<String> {
    step.split(',').map(str::to_string).collect()
}

fn pairs(text: &str) -> Vec<(String, String)> {
    let split = |pair: String| pair.split_once('=').map(|(a, b)| (a.to_string(), b.to_string()));
    texts(text, ';').filter_map(split).collect()
}

/// Row numbers joined by colons.
#[allow(dead_code)]
pub fn rows(text: &str) -> Vec<usize> {
    texts(text, ':').map(|row| row.parse().expect("a row number")).collect()
}

/// A JSON string.
pub fn quoted(text: &str) -> String {
    let mut found = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => found.extend(['\\', c]),
            ' '..='~' => found.push(c),
            _ => found.push('?'),
        }
    }
    found + "\""
}

/// The answer: numbers of a layout and the calls of the backend. `names` are those of buffers, then of their parts.
pub fn answer(layout: &Layout, names: &[&[&str]], calls: &[String]) -> String {
    let (mut sizes, mut offsets, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for (placed, names) in layout.buffers.iter().zip(names) {
        let place = if placed.bytes > 0 { placed.offset.to_string() } else { "null".to_string() };
        sizes.push(format!("{}: {}", quoted(names[0]), placed.bytes));
        offsets.push(format!("{}: {place}", quoted(names[0])));
        for (extent, name) in placed.extents.iter().zip(*names).skip(1) {
            let at = if extent.exists { extent.offset.to_string() } else { "null".to_string() };
            parts.push(format!("{}: [{at}, {}]", quoted(name), extent.bytes));
        }
    }
    let totals = layout.arenas.iter().map(|arena| format!("{}: {}", quoted(arena.name), arena.bytes));
    format!(
        "{{\"sizes\": {{{}}}, \"offsets\": {{{}}}, \"totals\": {{{}}}, \"parts\": {{{}}}, \"calls\": [{}]}}",
        sizes.join(", "),
        offsets.join(", "),
        totals.collect::<Vec<_>>().join(", "),
        parts.join(", "),
        calls.join(", ")
    )
}
