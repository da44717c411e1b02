//! What of the copy has to be compiled: of the packages that depend on one with defects, the targets with named tests.

use crate::defects::programs::Program;
use crate::defects::table::{Defect, root};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::{Table, Value};

/// What `cargo metadata` says of the workspace.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    targets: Vec<Target>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
    src_path: PathBuf,
    #[serde(default, rename = "required-features")]
    required_features: Vec<String>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
}

impl Target {
    fn is(&self, kind: &str) -> bool {
        self.kind.iter().any(|k| k == kind)
    }
}

/// Manifests for the copy, by file: of each package that has to be compiled anew, one that has no other test programs
/// than `wanted`. Packages without defects below them keep their manifests, and with them what the tree has compiled.
///
/// # Errors
/// When cargo does not describe the workspace, or a manifest cannot be read.
pub fn manifests<'a>(
    rows: &[Defect],
    wanted: impl Iterator<Item = &'a Program>,
) -> Result<BTreeMap<String, String>, String> {
    let mut targets: BTreeMap<&str, BTreeSet<&(String, bool)>> = BTreeMap::new();
    for program in wanted {
        let of_package = targets.entry(&program.package).or_default();
        of_package.insert(&program.target);
    }
    let packages = metadata()?.packages;
    let affected = affected(&packages, rows.iter().map(Defect::package).collect());
    let mut out = BTreeMap::new();
    for package in packages.iter().filter(|p| affected.contains(&p.name)) {
        let path = &package.manifest_path;
        let wrong = |e: String| format!("{}: {e}", path.display());
        let text = std::fs::read_to_string(path).map_err(|e| wrong(e.to_string()))?;
        let manifest: Table = text.parse().map_err(|e| wrong(format!("{e}")))?;
        let wanted = targets.remove(package.name.as_str()).unwrap_or_default();
        let wants = |name: &str, test: bool| wanted.contains(&(name.to_owned(), test));
        let manifest = narrowed(manifest, package, wants);
        let file = path.strip_prefix(root()).unwrap_or(path);
        out.insert(file.to_string_lossy().into_owned(), manifest.to_string());
    }
    Ok(out)
}

/// The packages of the workspace.
fn metadata() -> Result<Metadata, String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(root())
        .args(["metadata", "--no-deps", "--format-version", "1"]);
    let output = cargo.output().map_err(|e| format!("cargo: {e}"))?;
    serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))
}

/// The packages `planted`, and all that depend on them.
fn affected(packages: &[Package], planted: BTreeSet<String>) -> BTreeSet<String> {
    let mut affected = planted;
    loop {
        let depends = |p: &&Package| p.dependencies.iter().any(|d| affected.contains(&d.name));
        let more = packages.iter().filter(depends).map(|p| p.name.clone());
        let more: BTreeSet<String> = more.filter(|p| !affected.contains(p)).collect();
        if more.is_empty() {
            return affected;
        }
        affected.extend(more);
    }
}

/// `manifest` with the tests only that `wants` names, by target and whether it is an integration test.
fn narrowed(mut manifest: Table, package: &Package, wants: impl Fn(&str, bool) -> bool) -> Table {
    let mut automatic = |what: &str| {
        let package = manifest.get_mut("package").and_then(Value::as_table_mut);
        package.map(|p| p.insert(what.to_owned(), Value::Boolean(false)))
    };
    automatic("autobins");
    automatic("autotests");
    let path = |p: &Path| {
        Value::String(
            p.strip_prefix(root_of(package))
                .unwrap_or(p)
                .display()
                .to_string(),
        )
    };
    let entry = |t: &Target, test: bool| {
        let mut entry = Table::new();
        entry.insert("name".to_owned(), Value::String(t.name.clone()));
        entry.insert("path".to_owned(), path(&t.src_path));
        entry.insert("test".to_owned(), Value::Boolean(test));
        let features = t.required_features.iter().cloned().map(Value::String);
        entry.insert(
            "required-features".to_owned(),
            Value::Array(features.collect()),
        );
        Value::Table(entry)
    };
    let of_kind = |kind: &'static str| package.targets.iter().filter(move |t| t.is(kind));
    let bins = of_kind("bin").map(|t| entry(t, wants(&t.name, false)));
    manifest.insert("bin".to_owned(), Value::Array(bins.collect()));
    let tests = of_kind("test").filter(|t| wants(&t.name, true));
    let tests = tests.map(|t| entry(t, true));
    manifest.insert("test".to_owned(), Value::Array(tests.collect()));
    let is_library = |t: &&Target| {
        !(t.is("bin") || t.is("test") || t.is("bench") || t.is("example") || t.is("custom-build"))
    };
    if let Some(library) = package.targets.iter().find(is_library) {
        let lib = manifest
            .entry("lib")
            .or_insert_with(|| Value::Table(Table::new()));
        if let Some(lib) = lib.as_table_mut() {
            lib.insert(
                "test".to_owned(),
                Value::Boolean(wants(&library.name, false)),
            );
        }
    }
    manifest
}

/// The folder of a package.
fn root_of(package: &Package) -> &Path {
    package.manifest_path.parent().unwrap_or(Path::new(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A package in `/w`, with targets by kind, name and file, that depends on `dependencies`.
    fn package(name: &str, targets: &[(&str, &str, &str)], dependencies: &[&str]) -> Package {
        let folder = Path::new("/w").join(name);
        let target = |&(kind, name, file): &(&str, &str, &str)| Target {
            name: name.to_owned(),
            kind: vec![kind.to_owned()],
            src_path: folder.join(file),
            required_features: match name {
                "needy" => vec!["trace".to_owned()],
                _ => Vec::new(),
            },
        };
        let dependency = |name: &&str| Dependency {
            name: (*name).to_owned(),
        };
        Package {
            name: name.to_owned(),
            manifest_path: folder.join("Cargo.toml"),
            targets: targets.iter().map(target).collect(),
            dependencies: dependencies.iter().map(dependency).collect(),
        }
    }

    fn names(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn packages_with_defects_and_all_above_them_are_affected() {
        let packages = [
            package("program", &[], &["board", "serde"]),
            package("board", &[], &["cpu", "files"]),
            package("cpu", &[], &["core"]),
            package("page", &[], &["files"]),
            package("files", &[], &[]),
            package("core", &[], &[]),
        ];
        let of = |planted: &[&str]| affected(&packages, names(planted));
        assert_eq!(of(&["cpu"]), names(&["board", "cpu", "program"]));
        assert_eq!(of(&["page"]), names(&["page"]));
        assert_eq!(
            of(&["page", "core"]),
            names(&["board", "core", "cpu", "page", "program"])
        );
        assert_eq!(of(&[]), names(&[]));
    }

    const MANIFEST: &str = r#"
        [package]
        name = "cpu"
        version = "1.0.0"

        [lib]
        doctest = false

        [dependencies]
        core = "1"
    "#;

    const TARGETS: [(&str, &str, &str); 7] = [
        ("bench", "speed", "benches/speed.rs"),
        ("custom-build", "build-script-build", "build.rs"),
        ("lib", "cpu", "src/lib.rs"),
        ("bin", "cpu", "src/main.rs"),
        ("bin", "needy", "src/bin/needy.rs"),
        ("test", "cpu", "tests/cpu.rs"),
        ("test", "slow", "tests/slow/main.rs"),
    ];

    /// The manifest of a package with [`TARGETS`], of which these are wanted.
    fn with(wanted: &[(&str, bool)]) -> Table {
        let manifest = MANIFEST.parse().expect("a manifest");
        let wants = |name: &str, test: bool| wanted.contains(&(name, test));
        narrowed(manifest, &package("cpu", &TARGETS, &["core"]), wants)
    }

    /// The library, the program and an integration test have one name, and each is chosen apart.
    #[test]
    fn only_wanted_integration_tests_are_targets() {
        let expected = r#"
            [package]
            name = "cpu"
            version = "1.0.0"
            autobins = false
            autotests = false

            [lib]
            doctest = false
            test = false

            [dependencies]
            core = "1"

            [[bin]]
            name = "cpu"
            path = "src/main.rs"
            test = false
            required-features = []

            [[bin]]
            name = "needy"
            path = "src/bin/needy.rs"
            test = false
            required-features = ["trace"]

            [[test]]
            name = "cpu"
            path = "tests/cpu.rs"
            test = true
            required-features = []
        "#;
        let expected: Table = expected.parse().expect("a manifest");
        assert_eq!(with(&[("cpu", true)]), expected);
    }

    #[test]
    fn wanted_unit_tests_are_switched_on_and_no_program_is_lost() {
        let manifest = with(&[("needy", false), ("cpu", false)]);
        assert_eq!(manifest["lib"]["test"].as_bool(), Some(true));
        let programs = manifest["bin"].as_array().expect("programs");
        let tested = programs
            .iter()
            .map(|p| (p["name"].as_str(), p["test"].as_bool()));
        let expected = [(Some("cpu"), Some(true)), (Some("needy"), Some(true))];
        assert_eq!(tested.collect::<Vec<_>>(), expected);
        assert_eq!(manifest["test"].as_array().map(Vec::len), Some(0));
    }

    #[test]
    fn a_package_without_a_library_gets_none() {
        let program = package("tool", &[("bin", "tool", "src/main.rs")], &[]);
        let manifest = "[package]\nname = \"tool\"".parse().expect("a manifest");
        assert!(!narrowed(manifest, &program, |_, _| true).contains_key("lib"));
    }

    /// A library without a section of its own gets one: it is tested unless the manifest says otherwise.
    #[test]
    fn a_library_that_is_not_wanted_is_not_tested() {
        let library = package("core", &[("lib", "core", "src/lib.rs")], &[]);
        let manifest = "[package]\nname = \"core\"".parse().expect("a manifest");
        let manifest = narrowed(manifest, &library, |_, _| false);
        assert_eq!(manifest["lib"]["test"].as_bool(), Some(false));
    }
}
