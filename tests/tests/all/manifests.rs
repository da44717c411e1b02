//! Manifests: what a registry asks of a package, and what a package has to carry.

use conformance::root;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(arguments)
        .output()
        .expect("cargo runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).expect("cargo writes UTF-8")
}

/// All packages of the workspace, as cargo describes them.
fn members() -> Vec<Value> {
    let text = cargo(&["metadata", "--format-version", "1", "--no-deps", "--locked"]);
    let all: Value = serde_json::from_str(&text).expect("cargo writes JSON");
    all["packages"].as_array().expect("a list").clone()
}

fn name(package: &Value) -> &str {
    package["name"].as_str().expect("a name")
}

/// Whether a registry may get it: `publish = false` is an empty list of registries.
fn is_public(package: &Value) -> bool {
    package["publish"].is_null()
}

/// What is wrong with a package, given the names of all public ones.
fn wrong(package: &Value, public: &BTreeSet<&str>) -> Vec<String> {
    let has = |field: &str| match &package[field] {
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        _ => false,
    };
    let mut wrong = Vec::new();
    let mut fields = vec!["description", "license", "rust_version"];
    if is_public(package) {
        fields.extend(["keywords", "categories"]);
    }
    let missing = fields.into_iter().filter(|f| !has(f));
    wrong.extend(missing.map(|f| format!("{}: no {f}", name(package))));
    let needs = package["dependencies"].as_array().expect("a list");
    for need in needs
        .iter()
        .filter(|n| n["path"].is_string() && is_public(package))
    {
        // Cargo leaves a test's dependency without a version out of what it publishes.
        let test_only = need["kind"] == "dev" && need["req"] == "*";
        if need["req"] == "*" && !test_only {
            let needed = name(need);
            wrong.push(format!(
                "{}: {needed} has a path and no version",
                name(package)
            ));
        }
        let pinned = need["req"].as_str().is_some_and(|r| r.starts_with('='));
        if need["req"] != "*" && !pinned {
            let needed = name(need);
            wrong.push(format!(
                "{}: {needed} is of the same release; write its version behind `=`",
                name(package)
            ));
        }
        if !test_only && !public.contains(name(need)) {
            wrong.push(format!(
                "{}: {} says publish = false",
                name(package),
                name(need)
            ));
        }
    }
    wrong
}

#[test]
fn manifests_have_what_a_registry_asks_for() {
    let members = members();
    assert!(members.len() > 30, "{}", members.len());
    let public: BTreeSet<_> = members.iter().filter(|p| is_public(p)).map(name).collect();
    assert!(
        public.contains("trueboard") && !public.contains("conformance"),
        "{public:?}"
    );
    let wrong: Vec<_> = members.iter().flat_map(|p| wrong(p, &public)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_wrong_with_a_manifest_is_found() {
    let need = |name: &str, kind: Option<&str>, req: &str| serde_json::json!({"name": name, "path": "/x", "kind": kind, "req": req});
    let package = serde_json::json!({
        "name": "p", "description": null, "license": "MIT", "rust_version": "1.88", "publish": null,
        "keywords": ["k"], "categories": [], "dependencies": [
            need("bare", None, "*"), need("test", Some("dev"), "*"), need("inner", Some("dev"), "^0.1.0"),
        ],
    });
    assert_eq!(
        wrong(&package, &BTreeSet::from(["bare"])),
        [
            "p: no description",
            "p: no categories",
            "p: bare has a path and no version",
            "p: inner is of the same release; write its version behind `=`",
            "p: inner says publish = false"
        ]
    );
}

/// What stands in quotes in a source file, if it has an ending of one of these.
fn quoted(file: &str, endings: &[&str]) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(file)).expect("a source file");
    let parts = text.split('"').skip(1).step_by(2);
    let paths = parts.filter(|p| endings.iter().any(|e| p.ends_with(e)));
    paths.map(str::to_owned).collect()
}

#[test]
fn packages_carry_the_files_that_are_compiled_into_them() {
    let listed = |package: &str| -> BTreeSet<String> {
        let text = cargo(&[
            "package",
            "--list",
            "--allow-dirty",
            "--offline",
            "-p",
            package,
        ]);
        text.lines().map(str::to_owned).collect()
    };
    let program = listed("trueboard");
    let images = quoted("sim/src/cli/lab/images.rs", &[".elf", ".c"]);
    let images = images.into_iter().map(|p| match p.ends_with(".elf") {
        true => format!("shipped/firmware/prebuilt/{p}"),
        false => format!("shipped/firmware/{p}"),
    });
    let new = quoted("sim/src/cli/new.rs", &[".c", ".h", ".S", ".ld"]);
    let new = new
        .into_iter()
        .filter(|p| p.starts_with("tc275/") || p.starts_with("gr740/"));
    let new = new.filter(|p| !p.ends_with("/main.c"));
    let new = new.map(|p| format!("shipped/firmware/{p}"));
    let needed: Vec<_> = images.chain(new).collect();
    assert!(needed.len() > 40, "{needed:?}");
    let others = [
        "shipped/ci/github.yml",
        "shipped/ci/gitlab.yml",
        "shipped/page/.gitkeep",
    ];
    for file in needed.iter().map(String::as_str).chain(others) {
        assert!(program.contains(file), "{file}");
    }
    assert!(listed("trueboard-board").contains("models/boards/gr740.ron"));
    let lab = listed("trueboard-lab");
    assert!(
        lab.iter()
            .any(|f| f.starts_with("labs/images/") && f.ends_with(".elf")),
        "{lab:?}"
    );
}

#[test]
fn nothing_outside_of_a_package_is_compiled_into_it() {
    fn look(dir: &std::path::Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(dir).expect("a folder of the sources") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && name != "tests" {
                look(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") && !name.contains("tests") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                let code = text.split("#[cfg(test)]\nmod tests {").next();
                // Examples in comments run in the repository alone.
                let lines = code.unwrap_or_default().lines();
                let lines = lines.filter(|l| !l.trim_start().starts_with("//"));
                let code = lines.collect::<Vec<_>>().join("\n");
                // Of the package: no way up from its manifest.
                let way_up = ["CARGO_MANIFEST_DIR/..", "CARGO_MANIFEST_DIR\"), \"/.."];
                if way_up.iter().any(|w| code.contains(w)) {
                    found.push(path.display().to_string());
                }
            }
        }
    }
    let mut found = Vec::new();
    for package in members().iter().filter(|p| is_public(p)) {
        let manifest = package["manifest_path"].as_str().expect("a path");
        let folder = std::path::Path::new(manifest).parent().expect("its folder");
        look(&folder.join("src"), &mut found);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
