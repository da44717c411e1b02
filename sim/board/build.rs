//! The models are compiled in: build again when one of them changes.

fn main() {
    println!("cargo::rerun-if-changed=../../models");
}
