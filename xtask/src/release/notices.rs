//! Licences of what is linked: their texts go with each copy.

use super::ran;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file of them. Maturin puts files of this beginning into a wheel.
pub const FILE: &str = "NOTICE-THIRD-PARTY.txt";

/// The licences of all packages of others that `package` is linked with for `target`, with their texts, and of the
/// packages of npm in `modules`.
///
/// # Errors
/// When cargo cannot tell the packages, or a licence cannot be read.
pub fn of(tree: &Path, package: &str, target: &str, modules: &[PathBuf]) -> Result<String, String> {
    let mut metadata = Command::new("cargo");
    metadata.current_dir(tree);
    metadata.args([
        "metadata",
        "--format-version=1",
        "--locked",
        "--filter-platform",
        target,
    ]);
    let metadata: Value =
        serde_json::from_str(&ran(&mut metadata)?).map_err(|e| format!("cargo metadata: {e}"))?;
    let mut text = "Parts of others, and their licences.\n".to_owned();
    for found in linked(&metadata, package) {
        let field = |name: &str| found[name].as_str().unwrap_or_default();
        let folder = Path::new(field("manifest_path")).parent().unwrap_or(tree);
        one(
            &mut text,
            [field("name"), field("version"), field("license")],
            folder,
        )?;
    }
    for folder in modules {
        let path = folder.join("package.json");
        let manifest = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let manifest: Value =
            serde_json::from_str(&manifest).map_err(|e| format!("{}: {e}", path.display()))?;
        let field = |name: &str| manifest[name].as_str().unwrap_or_default();
        one(
            &mut text,
            [field("name"), field("version"), field("license")],
            folder,
        )?;
    }
    Ok(text)
}

/// The folders of the npm packages that the page in `web` contains: those of its lock file that are not for the build
/// alone.
///
/// # Errors
/// When the lock file cannot be read.
pub fn bundled(web: &Path) -> Result<Vec<PathBuf>, String> {
    let path = web.join("package-lock.json");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let lock: Value =
        serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    let packages = lock["packages"].as_object();
    let all = packages.into_iter().flatten();
    // The first entry is the page itself.
    let kept = all.filter(|(folder, p)| !folder.is_empty() && p["dev"] != true);
    Ok(kept.map(|(folder, _)| web.join(folder)).collect())
}

/// The elements of a list of JSON.
fn list(v: &Value) -> &[Value] {
    v.as_array().map_or(&[][..], Vec::as_slice)
}

/// Packages of registries that `package` is linked with, by name and version.
fn linked<'a>(metadata: &'a Value, package: &str) -> Vec<&'a Value> {
    let packages: BTreeMap<_, _> = list(&metadata["packages"])
        .iter()
        .map(|p| (p["id"].as_str(), p))
        .collect();
    let nodes: BTreeMap<_, _> = list(&metadata["resolve"]["nodes"])
        .iter()
        .map(|n| (n["id"].as_str(), n))
        .collect();
    // What the compiler runs, macros and build scripts, may leave code of theirs: they count.
    let needed = |d: &&Value| list(&d["dep_kinds"]).iter().any(|k| k["kind"] != "dev");
    let own = packages
        .iter()
        .filter(|(_, p)| p["name"] == package && p["source"].is_null());
    let mut waiting: Vec<_> = own.map(|(id, _)| *id).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if let (true, Some(node)) = (seen.insert(id), nodes.get(&id)) {
            waiting.extend(
                list(&node["deps"])
                    .iter()
                    .filter(needed)
                    .map(|d| d["pkg"].as_str()),
            );
        }
    }
    let found = seen.iter().filter_map(|id| packages.get(id).copied());
    let mut found: Vec<_> = found.filter(|p| !p["source"].is_null()).collect();
    found.sort_by_key(|p| (p["name"].as_str(), p["version"].as_str()));
    found
}

/// Adds a package with the texts of its licences.
fn one(
    text: &mut String,
    [name, version, licence]: [&str; 3],
    folder: &Path,
) -> Result<(), String> {
    let _ = write!(text, "\n{}\n{name} {version}, {licence}\n", "=".repeat(80));
    for file in super::archive::names(folder)? {
        let upper = file.to_uppercase();
        let is_one = [
            "LICENSE",
            "LICENCE",
            "COPYING",
            "NOTICE",
            "UNLICENSE",
            "COPYRIGHT",
        ];
        let path = folder.join(&file);
        if is_one.iter().any(|l| upper.starts_with(l)) && path.is_file() {
            let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let content = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
            let _ = write!(text, "\n--- {file}\n\n{}\n", content.trim_end());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{linked, one};
    use std::fs;

    #[test]
    fn packages_of_others_are_found_through_ours() {
        let metadata = serde_json::json!({
            "packages": [
                {"id": "1", "name": "trueboard", "version": "1", "source": null},
                {"id": "2", "name": "trueboard-core", "version": "1", "source": null},
                {"id": "3", "name": "serde", "version": "1", "source": "registry"},
                {"id": "4", "name": "unicorn", "version": "1", "source": "registry"},
                {"id": "5", "name": "memchr", "version": "2", "source": "registry"},
            ],
            "resolve": {"nodes": [
                {"id": "1", "deps": [
                    {"pkg": "2", "dep_kinds": [{"kind": null}]},
                    {"pkg": "4", "dep_kinds": [{"kind": "dev"}]},
                ]},
                {"id": "2", "deps": [{"pkg": "3", "dep_kinds": [{"kind": "dev"}, {"kind": null}]}]},
                {"id": "3", "deps": [{"pkg": "5", "dep_kinds": [{"kind": "build"}]}]},
                {"id": "4", "deps": []},
                {"id": "5", "deps": []},
            ]},
        });
        let names = linked(&metadata, "trueboard")
            .into_iter()
            .map(|p| p["name"].as_str());
        assert_eq!(names.collect::<Vec<_>>(), [Some("memchr"), Some("serde")]);
    }

    #[test]
    fn a_package_brings_the_text_of_its_licence() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("LICENSE-MIT"), "Copyright X\r\n").expect("a file");
        fs::write(folder.path().join("lib.rs"), "code").expect("a file");
        let mut text = String::new();
        one(&mut text, ["x", "1.0", "MIT"], folder.path()).expect("a notice");
        assert!(
            text.ends_with("\nx 1.0, MIT\n\n--- LICENSE-MIT\n\nCopyright X\n"),
            "{text}"
        );
    }
}
