//! Says when the program is to be compiled again: the page that `sim/web/build` makes is part of it. A program for use
//! that has no page is a warning.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=shipped/page");
    // OUT_DIR is PROFILE/build/NAME/out: tests and their tools are of other profiles.
    let out = std::env::var("OUT_DIR").unwrap_or_default();
    let profile = Path::new(&out).ancestors().nth(3);
    let for_use = profile.is_some_and(|p| p.ends_with("release") || p.ends_with("dist"));
    let program = std::env::var_os("CARGO_FEATURE_PROGRAM").is_some();
    if for_use && program && !Path::new("shipped/page/index.html").exists() {
        println!(
            "cargo::warning=without the page of `trueboard lab --web`: run sim/web/build before, or give a release's \
             page to --page"
        );
    }
}
