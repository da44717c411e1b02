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
