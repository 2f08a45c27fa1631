//! Values with everything that follows from them, worked out and checked once.

use super::arithmetic::LayoutError;
use super::axes::Axes;
use super::checks::check_layout;
use super::extents::Extent;
use super::given::{Carve, Flags, Given};
use super::placement::{sound, Faults, Layout};
use super::requires::{AFTER, BEFORE};
use super::sizes::Sizes;
use super::table::Buffer;
use super::values::Values;

/// Values that have a sound layout, and that layout.
#[derive(Clone, Debug)]
pub struct Params {
    given: Given,
    flags: Flags,
    values: Values,
    layout: Layout,
    sizes: Sizes,
    axes: Axes,
}

impl Params {
    /// Checks domains, requirements and every number; the error has a line for everything wrong.
    pub fn new(given: Given, flags: Flags) -> Result<Params, LayoutError> {
        let mut faults = Faults::new();
        given.check(&mut faults);
        sound((), faults)?;
        let values = Values::new(&given, &flags, &Carve::default());
        let nothing = Layout::default();
        sound((), check_layout(&values, &nothing, BEFORE))?;
        let layout = Layout::new(&values)?;
        sound((), check_layout(&values, &layout, AFTER))?;
        Ok(Params {
            sizes: Sizes::of(&layout),
            axes: Axes::of(&values)?,
            given,
            flags,
            values,
            layout,
        })
    }

    /// The parameters.
    pub fn given(&self) -> &Given {
        &self.given
    }

    /// The flags.
    pub fn flags(&self) -> &Flags {
        &self.flags
    }

    /// Derived values.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Bytes of every buffer.
    pub fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    /// The largest live count of every axis.
    pub fn axes(&self) -> &Axes {
        &self.axes
    }

    /// Where everything lies.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Sum of all buffers, without alignment between them.
    pub fn total_bytes(&self) -> usize {
        self.layout.total_bytes()
    }

    /// The extents of one buffer, laid out in its place for smaller values.
    pub fn carved(&self, buffer: Buffer, carve: &Carve) -> Result<Vec<Extent>, LayoutError> {
        carve.check(&self.values)?;
        let values = Values::new(&self.given, &self.flags, carve);
        Ok(self.layout.carved(buffer, &values)?)
    }
}
