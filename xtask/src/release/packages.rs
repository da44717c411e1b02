//! The packages of the program, as a registry gets them.

use super::ran;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What crates.io takes.
const LARGEST: u64 = 10 << 20;

/// How far packages are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tried {
    /// Packed, without the network.
    Packed,
    /// Packed, and compiled alone: from nothing but packed files and the registry.
    Compiled,
}

/// Packs what of the workspace at `tree` may be published, below `build`; the sizes of the packages, as a table.
///
/// # Errors
/// When a package lacks something, is too large, or does not compile alone.
pub fn packed(tree: &Path, build: &Path, tried: Tried) -> Result<String, String> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(tree);
    cargo.args(["metadata", "--format-version=1", "--no-deps", "--locked"]);
    let metadata: Value =
        serde_json::from_str(&ran(&mut cargo)?).map_err(|e| format!("cargo metadata: {e}"))?;
    let packages = public(&metadata);

    let folder = build.join("package");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(tree)
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .args(["package", "--allow-dirty", "--quiet", "--target-dir"])
        .arg(build);
    match tried {
        Tried::Packed => cargo.args(["--no-verify", "--offline"]),
        Tried::Compiled => cargo.arg("--locked"),
    };
    for (name, _) in &packages {
        cargo.args(["--package", name]);
    }
    ran(&mut cargo).map_err(|e| format!("packages for a registry: {e}"))?;

    let mut text = format!("{:>12}  package\n", "bytes");
    for (name, version) in packages {
        let path = folder.join(format!("{name}-{version}.crate"));
        let size = fs::metadata(&path)
            .map_err(|e| format!("{}: {e}", path.display()))?
            .len();
        if size > LARGEST {
            return Err(format!(
                "{name}: a package of {size} bytes, and crates.io takes {LARGEST}; limit its `include`"
            ));
        }
        let _ = writeln!(text, "{size:>12}  {name}");
    }
    Ok(text)
}

/// Name and version of the packages that may be published; `publish = false` is an empty list of registries.
fn public(metadata: &Value) -> Vec<(&str, &str)> {
    let packages = metadata["packages"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let public = packages.iter().filter(|p| p["publish"].is_null());
    public
        .filter_map(|p| Some((p["name"].as_str()?, p["version"].as_str()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Tried, packed, public};
    use std::fs;

    #[test]
    fn tests_and_tools_are_not_published() {
        let metadata = serde_json::json!({"packages": [
            {"name": "a", "version": "1.0.0", "publish": null},
            {"name": "b", "version": "1.0.0", "publish": []},
        ]});
        assert_eq!(public(&metadata), [("a", "1.0.0")]);
    }

    #[test]
    fn a_package_that_needs_one_without_a_version_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        };
        let manifest = |name: &str, needs: &str| {
            format!(
                "[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = \"2024\"\n[dependencies]\n{needs}"
            )
        };
        write(
            "Cargo.toml",
            "[workspace]\nresolver = \"3\"\nmembers = [\"a\", \"b\"]\n",
        );
        let lock = "version = 4\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\
                    [[package]]\nname = \"b\"\nversion = \"1.0.0\"\ndependencies = [\"a\"]\n";
        write("Cargo.lock", lock);
        for name in ["a", "b"] {
            write(&format!("{name}/src/lib.rs"), "");
        }
        write("a/Cargo.toml", &manifest("a", ""));
        let of = |needs: &str| {
            write("b/Cargo.toml", &manifest("b", needs));
            packed(folder.path(), &folder.path().join("build"), Tried::Packed)
        };
        let refused = of("a = { path = \"../a\" }\n").expect_err("no version");
        assert!(
            refused.contains("`a` does not specify a version"),
            "{refused}"
        );
        let table = of("a = { path = \"../a\", version = \"=1.0.0\" }\n").expect("two packages");
        assert!(
            table.contains("  a\n") && table.contains("  b\n"),
            "{table}"
        );
    }
}
