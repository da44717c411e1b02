//! Functions of 0x100 bytes.

use std::sync::Arc;
use trueboard_analyses::Symbols;

struct Table(&'static [(u64, &'static str)]);

impl Symbols for Table {
    fn function(&self, _core: u8, addr: u64) -> Option<(&str, u64)> {
        self.0
            .iter()
            .find(|(a, _)| (*a..*a + 0x100).contains(&addr))
            .map(|(a, n)| (*n, addr - a))
    }
}

pub fn table() -> Arc<dyn Symbols> {
    Arc::new(Table(&[
        (0x4000, "main"),
        (0x5000, "fir \"quoted\""),
        (0x6000, "leaf"),
        (0x7000, "roi_begin"),
        (0x7100, "roi_end"),
    ]))
}
