//! The map of rooms in `docs/contributing/architecture.md`: no crate depends on one that stands above it, and no
//! circle of `use` inside a crate has more than three files, but for those that are known.
//!
//! A file depends on another of its crate when it names something of it: in a `use`, or by a path that begins with
//! `crate::`, `super::` or `self::`. What a module re-exports is of the file that defines it, and a re-export (`pub
//! use`) makes no dependency. Methods that a file adds to a type of another one (`impl Machine`) are of the file that
//! adds them, and a call of one is no dependency. Tests do not count.

use conformance::root;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The rooms, from the top to the bottom: each depends on some of those that come later.
const ROOMS: &[&str] = &[
    "sim/web",
    "sim",
    "sim/page",
    "sim/lab",
    "sim/campaigns",
    "sim/clocksync",
    "sim/board",
    "sim/asm",
    "sim/check",
    "sim/cpu-sparcv8",
    "sim/cpu-tricore",
    "sim/cpu-epiphany",
    "sim/cpu-c66x-stub",
    "sim/host",
    "sim/periph",
    "sim/periph/ahb",
    "sim/periph/l4stat",
    "sim/periph/tempsensor",
    "sim/power",
    "sim/trace",
    "sim/analyses",
    "sim/judge",
    "sim/jit",
    "sim/engine",
    "sim/ctf",
    "sim/image",
    "sim/core",
    "sim/files",
    "sim/wasm",
];

/// A module by its path in the crate; the root is empty.
type Module = Vec<String>;

/// What a module names: paths of the crate, absolute.
#[derive(Default)]
struct Names {
    used: BTreeSet<Vec<String>>,
    /// Names that it re-exports, with what they stand for.
    exported: BTreeMap<String, Vec<String>>,
}

fn rust_files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("a folder of the sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.contains("tests") {
            continue;
        }
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The modules of a crate with their code: without comments, and without the module of tests.
fn modules(crate_dir: &Path) -> BTreeMap<Module, String> {
    let src = crate_dir.join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    let module = |path: &PathBuf| {
        let relative = path.strip_prefix(&src).expect("below the sources");
        let relative = relative.with_extension("");
        let mut parts: Module = relative
            .iter()
            .map(|p| p.to_string_lossy().into_owned())
            .collect();
        if parts.last().is_some_and(|l| l == "mod" || l == "lib") {
            parts.pop();
        }
        let text = std::fs::read_to_string(path).expect("a source file");
        let code = text.split("#[cfg(test)]\nmod tests {").next();
        let lines = code.unwrap_or_default().lines();
        let code = lines.map(|l| l.split("//").next().unwrap_or_default());
        (parts, code.collect::<Vec<_>>().join("\n"))
    };
    files.iter().map(module).collect()
}

/// The paths of a tree of `use`, as they are written.
fn paths(tree: &str) -> Vec<Vec<String>> {
    let (mut parts, mut depth, mut part) = (Vec::new(), 0u32, String::new());
    for c in tree.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c == ',' && depth == 0 {
            parts.push(std::mem::take(&mut part));
        } else {
            part.push(c);
        }
    }
    parts.push(part);
    let segments = |text: &str| {
        let text = text.split(" as ").next().unwrap_or_default();
        let segments = text.split("::").map(|s| s.trim().to_owned());
        segments.filter(|s| !s.is_empty()).collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    for part in parts.iter().map(|p| p.trim()).filter(|p| !p.is_empty()) {
        match part.split_once('{') {
            None => all.push(segments(part)),
            Some((before, inside)) => {
                let inside = inside.rsplit_once('}').map_or(inside, |(inside, _)| inside);
                let before = segments(before);
                all.extend(
                    paths(inside)
                        .into_iter()
                        .map(|p| [before.clone(), p].concat()),
                );
            }
        }
    }
    all
}

/// The path from the crate's root of what `module` writes as `path`; none for another crate.
fn absolute(
    module: &Module,
    path: &[String],
    all: &BTreeMap<Module, String>,
) -> Option<Vec<String>> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([module, rest].concat()),
        "super" => {
            let ups = path.iter().take_while(|p| *p == "super").count();
            let base = module.get(..module.len().checked_sub(ups)?)?;
            Some([base, &path[ups..]].concat())
        }
        child => {
            let child = [&module[..], &[child.to_owned()]].concat();
            all.contains_key(&child).then(|| [&child, rest].concat())
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn names(module: &Module, code: &str, all: &BTreeMap<Module, String>) -> Names {
    let mut names = Names::default();
    let mut rest = String::new();
    let mut at = 0;
    // Declarations.
    while let Some(found) = code[at..].find("use ") {
        let begin = at + found;
        let alone = !code[..begin].ends_with(is_word);
        let end = code[begin..].find(';').map_or(code.len(), |e| begin + e);
        if !alone || code[begin..end].contains(['(', ')', '=']) {
            rest.push_str(&code[at..begin + 4]);
            at = begin + 4;
            continue;
        }
        let line = code[..begin].rsplit('\n').next().unwrap_or_default();
        let exports = line.trim_start().starts_with("pub");
        for path in paths(&code[begin + 4..end]) {
            let Some(path) = absolute(module, &path, all) else {
                continue;
            };
            match path.last() {
                Some(name) if exports => drop(names.exported.insert(name.clone(), path.clone())),
                _ => drop(names.used.insert(path)),
            }
        }
        rest.push_str(&code[at..begin]);
        at = end;
    }
    rest.push_str(&code[at..]);
    // Paths in the code.
    for start in ["crate::", "super::", "self::"] {
        for (begin, _) in rest.match_indices(start) {
            if rest[..begin].ends_with(is_word) || rest[..begin].ends_with("::") {
                continue;
            }
            let path: String = rest[begin..]
                .chars()
                .take_while(|c| is_word(*c) || *c == ':')
                .collect();
            let path = paths(&path).into_iter().next().unwrap_or_default();
            names.used.extend(absolute(module, &path, all));
        }
    }
    names
}

/// The module that defines what stands at `path`.
fn defined(path: &[String], all: &BTreeMap<Module, Names>, depth: usize) -> Option<Module> {
    let of = (0..=path.len())
        .rev()
        .find(|n| all.contains_key(&path[..*n]))?;
    let (module, rest) = path.split_at(of);
    if let Some((name, rest)) = rest.split_first()
        && depth < 6
        && let Some(behind) = all[module].exported.get(name)
    {
        return defined(&[behind, rest].concat(), all, depth + 1);
    }
    Some(module.to_vec())
}

type Graph = BTreeMap<Module, BTreeSet<Module>>;

/// Which files of a crate each of them depends on.
fn graph(crate_dir: &Path) -> Graph {
    let code = modules(crate_dir);
    let all: BTreeMap<Module, Names> = code
        .iter()
        .map(|(module, text)| (module.clone(), names(module, text, &code)))
        .collect();
    let of = |(module, names): (&Module, &Names)| {
        let needs = names.used.iter().filter_map(|p| defined(p, &all, 0));
        (module.clone(), needs.filter(|m| m != module).collect())
    };
    all.iter().map(of).collect()
}

fn reached(graph: &Graph, from: &Module) -> BTreeSet<Module> {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(module) = waiting.pop() {
        for next in graph.get(module).into_iter().flatten() {
            if seen.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    seen
}

/// The sets of files each of which depends on all others of the set, in one way or another.
fn circles(graph: &Graph) -> Vec<BTreeSet<Module>> {
    let reach: BTreeMap<&Module, BTreeSet<Module>> =
        graph.keys().map(|m| (m, reached(graph, m))).collect();
    let mut found: BTreeSet<BTreeSet<Module>> = BTreeSet::new();
    for (module, behind) in &reach {
        let both = behind
            .iter()
            .filter(|m| reach.get(m).is_some_and(|r| r.contains(*module)));
        let circle: BTreeSet<Module> = both.cloned().collect();
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

#[test]
fn no_circle_has_more_than_three_files() {
    let mut wrong = Vec::new();
    for room in ROOMS {
        for circle in circles(&graph(&root().join(room))) {
            if circle.len() <= 3 {
                continue;
            }
            let files: Vec<String> = circle.iter().map(|m| m.join("/")).collect();
            wrong.push(format!(
                "{room}: {} files: {}",
                circle.len(),
                files.join(", ")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_room_depends_on_one_above_it() {
    let mut found = Vec::new();
    let mut dirs = vec![root().join("sim")];
    while let Some(dir) = dirs.pop() {
        for entry in std::fs::read_dir(&dir).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                dirs.push(path);
            } else if path.ends_with("Cargo.toml") {
                let room = dir.strip_prefix(root()).expect("in the workspace");
                found.push(room.display().to_string());
            }
        }
    }
    found.sort();
    let mut listed: Vec<&str> = ROOMS.to_vec();
    listed.sort_unstable();
    assert_eq!(found, listed, "the rooms of the map");
    let manifest = |room: &str| -> toml::Table {
        let text = std::fs::read_to_string(root().join(room).join("Cargo.toml"));
        text.expect("a manifest")
            .parse()
            .expect("a manifest is TOML")
    };
    let name = |m: &toml::Table| m["package"]["name"].as_str().map(str::to_owned);
    let manifests: Vec<toml::Table> = ROOMS.iter().map(|r| manifest(r)).collect();
    let names: Vec<Option<String>> = manifests.iter().map(name).collect();
    for (i, m) in manifests.iter().enumerate() {
        let needs = m.get("dependencies").and_then(toml::Value::as_table);
        for need in needs.into_iter().flat_map(|n| n.keys()) {
            let place = names.iter().position(|n| n.as_ref() == Some(need));
            assert!(place.is_none_or(|p| p > i), "{} needs {need}", ROOMS[i]);
        }
    }
}

/// Folders of crates, from the top to the bottom.
const FOLDERS: [(&str, &[&str]); 2] = [
    ("sim/board", &["session", "machine", "boardfile"]),
    (
        "sim/periph",
        &[
            "stages", "grlib", "tc27x", "epiphany", "keystone", "nfs_host",
        ],
    ),
];

#[test]
fn no_folder_depends_on_one_above_it() {
    let mut wrong = Vec::new();
    for (room, folders) in FOLDERS {
        let place = |m: &Module| {
            folders
                .iter()
                .position(|f| m.first().is_some_and(|l| l == f))
        };
        for (module, needs) in graph(&root().join(room)) {
            let Some(own) = place(&module) else { continue };
            for need in needs.iter().filter(|n| place(n).is_some_and(|p| p < own)) {
                let names = [&module, need].map(|m| m.join("/"));
                wrong.push(format!("{room}: {} needs {}", names[0], names[1]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Structs whose methods stand in many files, and in how many: a number that only falls. The aim is eight.
const METHODS_IN: [(&str, &str, usize); 4] = [
    ("sim/cpu-sparcv8", "Leon", 30),
    ("sim/cpu-tricore", "TriCore", 16),
    ("sim/cpu-epiphany", "Ecore", 15),
    ("sim/board", "Machine", 17),
];

#[test]
fn methods_of_a_struct_stand_in_no_more_files_than_before() {
    for (room, name, ceiling) in METHODS_IN {
        let mut files = Vec::new();
        rust_files(&root().join(room).join("src"), &mut files);
        let begins = format!("impl {name} {{");
        let with = files.iter().filter(|file| {
            let text = std::fs::read_to_string(file).expect("a source file");
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
            code.lines().any(|line| line == begins)
        });
        let count = with.count();
        assert_eq!(count, ceiling, "{room}: files with methods of {name}");
    }
}

/// Commands with types of their own that they print as JSON: `doctor` is about the tools of the host, which no library has.
const SERIALIZING: [&str; 1] = ["doctor"];

/// The commands whose files derive `Serialize`.
fn serializing(src: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let folder = src.join("cli");
    let mut files = Vec::new();
    rust_files(&folder, &mut files);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source file");
        let code = text.split("#[cfg(test)]\nmod tests {").next();
        let code = code.unwrap_or_default();
        let derives = code
            .split("#[derive(")
            .skip(1)
            .filter_map(|c| c.split(')').next());
        let mut traits = derives.flat_map(|d| d.split(','));
        let own = code.contains("Serialize for ");
        if own || traits.any(|t| t.trim().rsplit("::").next() == Some("Serialize")) {
            let below = file.strip_prefix(&folder).expect("in the folder");
            let command = below.with_extension("");
            let command = command.iter().next().unwrap_or_default();
            found.insert(command.to_string_lossy().into_owned());
        }
    }
    found
}

/// What a command prints as JSON is an answer of the library, but for those that are listed.
#[test]
fn commands_have_no_answers_of_their_own() {
    let found = serializing(&root().join("sim/src"));
    let listed = SERIALIZING.map(str::to_owned);
    assert_eq!(found, BTreeSet::from(listed));
}

/// Types that derive it are found, whatever else they derive.
#[test]
fn derives_are_found() {
    let dir = tempfile::tempdir().expect("there is room");
    let command = dir.path().join("cli");
    std::fs::create_dir_all(command.join("b")).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(command.join(name), text).expect("a file");
    write("a.rs", "#[derive(Clone, Deserialize)]\nstruct A;\n");
    write(
        "b/one.rs",
        "#[derive(\n    Clone,\n    serde::Serialize,\n)]\nstruct B;\n",
    );
    write("c.rs", "impl serde::Serialize for C {}\n");
    let expected = ["b", "c"].map(str::to_owned);
    assert_eq!(serializing(dir.path()), BTreeSet::from(expected));
}

/// The circles of a crate that is written for this test are those that it has.
#[test]
fn circles_are_found() {
    let dir = tempfile::tempdir().expect("there is room");
    let src = dir.path().join("src");
    std::fs::create_dir_all(src.join("d")).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(src.join(name), text).expect("a file");
    write(
        "lib.rs",
        "mod a; mod b; mod c; mod d; mod leaf;\npub use d::e::Deep;\n",
    );
    write("a.rs", "use crate::{b::B, leaf::Leaf};\n");
    // Through a re-export, and by a path in the code.
    write(
        "b.rs",
        "use crate::Deep;\nfn f() -> crate::c::C { todo!() }\n",
    );
    write("c.rs", "// use crate::leaf::Leaf;\nuse std::fmt;\n");
    write("d/mod.rs", "pub mod e;\npub(crate) use e::Deep;\n");
    write(
        "d/e.rs",
        "use super::super::a::A;\n#[cfg(test)]\nmod tests {\n    use crate::leaf::Leaf;\n}\n",
    );
    write("leaf.rs", "pub struct Leaf;\n");
    let found = circles(&graph(dir.path()));
    let module = |path: &str| path.split('/').map(str::to_owned).collect::<Module>();
    let expected = BTreeSet::from([module("a"), module("b"), module("d/e")]);
    assert_eq!(found, [expected]);
}
