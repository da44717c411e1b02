//! ELF images: refused with a reason, or loaded, and if loaded they run somehow.

use crate::Target;
use crate::rig::{self, PLACE};
use conformance::sparc;
use conformance::tiny::{self, Tiny};
use std::path::Path;
use std::sync::Arc;
use trueboard_board::Image;
use trueboard_core::time::Tick;

pub const TARGET: Target = Target {
    name: "elf",
    run,
    seeds,
    words: &["\x7fELF", ".debug_info", ".symtab", "$x"],
    longest: 1 << 16,
    mutations: 3000,
};

fn run(data: &[u8]) {
    let image = match Image::parse(Path::new(PLACE), data, sparc()) {
        Ok(image) => Arc::new(image),
        Err(e) => return assert!(e.cause.len() > 20, "cause and remedy: {e}"),
    };
    for s in image.symbols().iter().take(50) {
        let found = image.symbol_at(s.at);
        assert!(found.is_none_or(|(f, off)| f.at + off == s.at));
        let _ = (image.line_at(s.at), image.bytes_at(s.at, 4));
    }
    let mut m = rig::bare();
    match m.load(image, &[0]) {
        Ok(()) => {
            m.boot().expect("the board boots");
            m.run(Tick(20_000));
            m.finish();
            rig::adds_up(&m);
        }
        Err(e) => assert!(e.len() > 20, "cause and remedy: {e}"),
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let hello = std::fs::read(conformance::prebuilt("hello")).expect("the image is there");
    let mut little = Tiny::new(&tiny::exit(0));
    little.little_endian = true;
    vec![Tiny::new(&tiny::exit(0)).bytes(), little.bytes(), hello]
}
