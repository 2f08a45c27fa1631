//! An engine with a backend of its own, which the generated arena is used through. Nothing generated is changed.
#![forbid(unsafe_code)]
#![deny(warnings)]

#[path = "rust/mod.rs"]
#[allow(unused_imports)]
mod arena;

pub mod gpu {
    use std::cell::RefCell;

    #[derive(Debug)]
    pub struct Error(pub String);
    pub type Result<T> = std::result::Result<T, Error>;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct DevicePtr(u64);

    impl DevicePtr {
        pub const NULL: DevicePtr = DevicePtr(0);

        pub fn offset(self, bytes: usize) -> DevicePtr {
            DevicePtr(self.0 + bytes as u64)
        }
    }

    pub trait GpuBackend {
        fn alloc(&self, bytes: usize) -> Result<DevicePtr>;
        fn free(&self, pointer: DevicePtr) -> Result<()>;
        fn memset_async(&self, pointer: DevicePtr, value: u8, bytes: usize, stream: u64) -> Result<()>;
        fn copy_to_host(&self, pointer: DevicePtr, into: &mut [u8]) -> Result<()>;
    }

    #[derive(Default)]
    pub struct Counting {
        pub live: RefCell<usize>,
        pub cleared: RefCell<usize>,
    }

    impl GpuBackend for Counting {
        fn alloc(&self, bytes: usize) -> Result<DevicePtr> {
            if bytes == 0 {
                return Err(Error("nothing is asked for".to_string()));
            }
            *self.live.borrow_mut() += 1;
            Ok(DevicePtr(4096))
        }

        fn free(&self, _: DevicePtr) -> Result<()> {
            *self.live.borrow_mut() -= 1;
            Ok(())
        }

        fn memset_async(&self, pointer: DevicePtr, _: u8, bytes: usize, _: u64) -> Result<()> {
            assert_ne!(pointer, DevicePtr::NULL);
            *self.cleared.borrow_mut() += bytes;
            Ok(())
        }

        fn copy_to_host(&self, _: DevicePtr, into: &mut [u8]) -> Result<()> {
            into.fill(0);
            Ok(())
        }
    }
}

use arena::{Arena, Flags, Given, Params};
use gpu::{Counting, DevicePtr, GpuBackend};

fn main() -> gpu::Result<()> {
    let backend = Counting::default();
    let gpu: &dyn GpuBackend = &backend;
    let params = Params::new(given(), Flags::default()).map_err(|error| gpu::Error(error.to_string()))?;
    let mut arena = Arena::alloc(gpu, params, 0)?;
    println!("{} {}", arena.hidden_states_bytes(), arena.max_batch_tokens());
    assert_ne!(arena.hidden_states(), DevicePtr::NULL);
    assert_eq!(arena.sizes().hidden_states, arena.hidden_states_bytes());
    arena.zero_prefill_essentials(gpu, 0)?;
    arena.zero_all_rows(gpu, 0, 1)?;
    arena.zero_all(gpu, 0)?;
    println!("{}", arena.debug_buffer_checksum(gpu, 0)?.len());
    arena.release(gpu)?;
    assert_eq!(arena.hidden_states(), DevicePtr::NULL);
    println!("{} {}", backend.live.borrow(), *backend.cleared.borrow() > 0);
    Ok(())
}

fn given() -> Given {
    Given {
        // VALUES
    }
}
