//! The models are compiled in: build again when one of them changes. The schema of snapshots comes from
//! the sources of the states that they hold.

#[path = "src/machine/state/schema.rs"]
mod schema;

use std::path::Path;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=models");
    let mut parts: Vec<_> = ["Cargo.toml", "src"]
        .map(|p| Path::new(p).to_owned())
        .into();
    // In the repository, the sources beside. A package of a registry has other neighbours: there its manifest names
    // the one version of each of our packages, and so their sources.
    if Path::new("../cpu-sparcv8/Cargo.toml").is_file() {
        parts = vec![Path::new("../../Cargo.lock").to_owned()];
        for dir in schema::crates(Path::new(".."))? {
            parts.extend([dir.join("Cargo.toml"), dir.join("src")]);
        }
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
