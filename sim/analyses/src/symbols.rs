//! Names of functions.

/// Finds the function that an address belongs to.
pub trait Symbols: Send + Sync {
    /// The function at `addr` in the image of `core`, and how far into it `addr` is.
    fn function(&self, core: u8, addr: u64) -> Option<(&str, u64)>;
}

/// Knows no names: every function is called by its address.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSymbols;

impl Symbols for NoSymbols {
    fn function(&self, _core: u8, _addr: u64) -> Option<(&str, u64)> {
        None
    }
}
