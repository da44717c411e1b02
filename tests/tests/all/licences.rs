//! Licences of what is linked, by `deny.toml`.

use conformance::root;
use serde::Deserialize;
use serde_json::Value;
use spdx::{Expression, LicenseReq, Licensee};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

#[derive(Deserialize)]
struct Deny {
    licenses: Licenses,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
    exceptions: Vec<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

/// Packages that are linked into each other, by id.
struct Graph {
    /// Name and licence.
    packages: BTreeMap<String, (String, String)>,
    /// Ids of what each one is linked with, or made by.
    needs: BTreeMap<String, Vec<String>>,
}

fn graph() -> Graph {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["metadata", "--format-version", "1", "--locked"])
        .output()
        .expect("cargo runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let all: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let list = |v: &Value| v.as_array().expect("a list").clone();
    let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    let packages = list(&all["packages"])
        .iter()
        .map(|p| (text(&p["id"]), (text(&p["name"]), text(&p["license"]))))
        .collect();
    let linked = |d: &Value| list(&d["dep_kinds"]).iter().any(|k| k["kind"] != "dev");
    let needs = list(&all["resolve"]["nodes"])
        .iter()
        .map(|n| {
            let deps = list(&n["deps"]);
            let deps = deps.iter().filter(|d| linked(d)).map(|d| text(&d["pkg"]));
            (text(&n["id"]), deps.collect())
        })
        .collect();
    Graph { packages, needs }
}

impl Graph {
    /// Names and licences of everything that the package `name` is linked with.
    fn linked_with(&self, name: &str) -> BTreeSet<(String, String)> {
        let roots = self.packages.iter().filter(|(_, p)| p.0 == name);
        let mut waiting: Vec<&String> = roots.map(|(id, _)| id).collect();
        let mut seen = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if seen.insert(id) {
                waiting.extend(&self.needs[id]);
            }
        }
        seen.into_iter()
            .map(|id| self.packages[id].clone())
            .collect()
    }
}

fn deny() -> Licenses {
    let path = root().join("deny.toml");
    let text = std::fs::read_to_string(&path).expect("deny.toml can be read");
    let deny: Deny = toml::from_str(&text).expect("deny.toml is right");
    deny.licenses
}

/// True when the terms of `licence` can be met with `allow` alone.
fn permits(allow: &[String], licence: &str) -> bool {
    let allow: Vec<Licensee> = allow
        .iter()
        .map(|l| Licensee::parse_mode(l, spdx::ParseMode::LAX).expect("deny.toml names licences"))
        .collect();
    let met = |r: &LicenseReq| allow.iter().any(|l| l.satisfies(r));
    Expression::parse_mode(licence, spdx::ParseMode::LAX).is_ok_and(|e| e.evaluate(met))
}

#[test]
fn what_ships_has_permissive_licences() {
    let (graph, licenses) = (graph(), deny());
    let linked = graph.linked_with("trueboard");
    assert!(linked.len() > 50, "{linked:?}");
    let refused: Vec<_> = linked
        .iter()
        .filter(|(_, licence)| !permits(&licenses.allow, licence))
        .collect();
    assert!(refused.is_empty(), "{refused:?}");
}

#[test]
fn other_licences_are_exceptions_by_name() {
    let (graph, licenses) = (graph(), deny());
    for (name, licence) in graph.packages.values() {
        let exception = licenses.exceptions.iter().find(|e| e.name == *name);
        let more = exception.map_or(&[][..], |e| &e.allow);
        let allow = [&licenses.allow[..], more].concat();
        assert!(permits(&allow, licence), "{name}: {licence}");
        let needed = !permits(&licenses.allow, licence);
        assert_eq!(exception.is_some(), needed, "{name}: {licence}");
    }
}
