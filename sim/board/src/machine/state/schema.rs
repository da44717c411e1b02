//! The schema of saved states, fixed when Trueboard is built: a hash of the sources that define them.
//!
//! Saved states are positional bytes. A field that was added, moved or retyped changes their meaning without a trace in
//! the bytes. The states are private types of a dozen crates behind `Core::save` and `Device::save`. A walk over
//! serde's types would need a hand-kept list of them, and would miss a number with a new meaning. The sources contain
//! all of it. The price: unrelated changes refuse a snapshot, too, and cost a run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The crates below `dir` that own states: all but those that only read traces of other programs.
pub fn crates(dir: &Path) -> io::Result<Vec<PathBuf>> {
    const READERS: [&str; 1] = ["clocksync"];
    let mut found = Vec::new();
    for entry in sorted(dir)? {
        let reader = READERS.iter().any(|r| entry.ends_with(r));
        if !reader && entry.join("Cargo.toml").is_file() {
            found.push(entry.clone());
            found.extend(crates(&entry)?);
        }
    }
    Ok(found)
}

/// 128 bits, as 32 hexadecimal digits, over the names and bytes of files and of all files below folders.
pub fn hash(parts: &[PathBuf]) -> io::Result<String> {
    let mut sum = xxhash_rust::xxh3::Xxh3::new();
    for part in parts {
        add(&mut sum, part)?;
    }
    Ok(format!("{:032x}", sum.digest128()))
}

fn add(sum: &mut xxhash_rust::xxh3::Xxh3, path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return sorted(path)?.iter().try_for_each(|p| add(sum, p));
    }
    let bytes = fs::read(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for part in [name.as_bytes(), &bytes] {
        sum.update(&(part.len() as u64).to_le_bytes());
        sum.update(part);
    }
    Ok(())
}

/// What is in a folder, in order of names, without what editors leave there.
fn sorted(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those that the board depends on, as its `Cargo.toml` names them, and those behind them.
    #[test]
    fn every_crate_below_the_board_counts() {
        let found = crates(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))).unwrap();
        let own = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap();
        let all = own.split("[build-dependencies]").next().unwrap();
        let below = all.lines().filter_map(|l| l.strip_prefix("trueboard-"));
        let below = below.filter_map(|l| Some(l.split_once('.')?.0));
        let below = below.map(|name| name.strip_prefix("periph-").unwrap_or(name));
        let names: Vec<String> = found
            .iter()
            .map(|p| p.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        let mut n = 0;
        for name in below.chain(["board", "ahb", "l4stat", "tempsensor"]) {
            assert!(names.iter().any(|n| n == name), "{name} of {names:?}");
            n += 1;
        }
        assert!(n > 10, "{n}");
        assert!(!names.iter().any(|n| n == "clocksync" || n == "src"));
    }

    #[test]
    fn a_field_that_was_added_moved_or_retyped_makes_another_schema() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("src")).unwrap();
        let of = |text: &str| {
            fs::write(dir.path().join("src/state.rs"), text).unwrap();
            hash(&[dir.path().join("src")]).unwrap()
        };
        let first = of("struct S { a: u32, b: u32 }");
        assert_eq!(first.len(), 32);
        assert_eq!(first, of("struct S { a: u32, b: u32 }"));
        for other in [
            "struct S { b: u32, a: u32 }",
            "struct S { a: u32, b: u32, c: u8 }",
            "struct S { a: u32, b: i32 }",
        ] {
            assert_ne!(first, of(other), "{other}");
        }
        fs::rename(dir.path().join("src/state.rs"), dir.path().join("src/t.rs")).unwrap();
        assert_ne!(first, hash(&[dir.path().join("src")]).unwrap());
    }
}
