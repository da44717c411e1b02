//! The models are compiled in: build again when one of them changes. The schema of snapshots comes from
//! the sources of the states that they hold.

#[path = "src/machine/state/schema.rs"]
mod schema;

use std::path::Path;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=../../models");
    let crates = schema::crates(Path::new(".."))?;
    let mut parts = vec![Path::new("../../Cargo.lock").to_owned()];
    for dir in crates {
        parts.extend([dir.join("Cargo.toml"), dir.join("src")]);
    }
    for part in &parts {
        println!("cargo::rerun-if-changed={}", part.display());
    }
    println!(
        "cargo::rustc-env=TRUEBOARD_STATES={}",
        schema::hash(&parts)?
    );
    Ok(())
}
