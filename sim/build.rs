//! Says when the program is to be compiled again: the page that `sim/web/build` makes is part of it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=web/dist");
}
