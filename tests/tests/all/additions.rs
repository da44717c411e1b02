//! What an addition touches, as `docs/contributing/architecture.md`, "How to add", says: the files that name what was
//! added before.

use conformance::root;
use std::collections::BTreeSet;
use std::path::Path;

/// The source files in a folder, tests apart: their paths and their text.
fn sources(folder: &str) -> Vec<(String, String)> {
    fn look(dir: &Path, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(dir).expect("a folder of the sources") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            if name.contains("tests") {
                continue;
            }
            if path.is_dir() {
                look(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                let code = text.split("#[cfg(test)]\nmod tests {").next();
                let path = path.strip_prefix(root()).unwrap_or(&path);
                found.push((path.display().to_string(), code.unwrap_or("").to_owned()));
            }
        }
    }
    let mut found = Vec::new();
    look(&root().join(folder), &mut found);
    found
}

/// The files among `sources` in which `word` stands.
fn naming(sources: &[(String, String)], word: &str) -> BTreeSet<String> {
    let stands = |text: &str| {
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.any(|w| w == word)
    };
    let files = sources.iter().filter(|(_, text)| stands(text));
    files.map(|(path, _)| path.clone()).collect()
}

/// An instruction is its row and its semantics. Those with more are listed, with the reason; one whose
/// class and traits say all has fewer.
#[test]
fn an_instruction_is_two_files() {
    let tricore = trueboard_cpu_tricore::isa::Opcode::ALL.iter();
    let epiphany = trueboard_cpu_epiphany::isa::Opcode::ALL.iter();
    // The latency of DIV depends on the quotient; RFE ends zero-cost code.
    let in_three = ["Div", "Rfe"];
    let names = tricore.map(|opcode| format!("{opcode:?}"));
    check("sim/cpu-tricore/src", "isa/table/", names, [&in_three, &[]]);
    // Operations of the FPU by opcode are for the oracles, too. RTS, by which a call ends, is JR; GIE and IDLE are
    // one thing when they follow each other; a B to itself is the end of a program. Sums that move the stack pointer
    // begin or end a frame. Of integer operations translated code computes the flags that an instruction reads.
    let in_three = [
        "Float", "Fix", "Fabs", "Jr", "Idle", "B", "And", "Orr", "Eor", "Lsl", "LslI", "Lsr",
        "LsrI", "Asr", "AsrI", "Bitr", "MovCc",
    ];
    let in_four = [
        "Fadd", "Fsub", "Fmul", "Fmadd", "Fmsub", "Add", "Sub", "AddI", "SubI",
    ];
    let names = epiphany.map(|opcode| format!("{opcode:?}"));
    check(
        "sim/cpu-epiphany/src",
        "isa/table.rs",
        names,
        [&in_three, &in_four],
    );
}

/// An instruction of the LEON is its row and its line in the list of what executes opcodes; single steps and blocks are
/// made of that list. What a control transfer or an operation of the FPU does is known by its opcode in other files, too.
#[test]
fn an_instruction_of_the_leon_is_two_files() {
    use trueboard_cpu_sparcv8::isa::{Class, Op};
    const TABLE: &str = "sim/cpu-sparcv8/src/isa/table.rs";
    const LIST: &str = "sim/cpu-sparcv8/src/opcodes.rs";
    // What is looked at of them: a result that does not depend on the operands, the frame of a caller.
    let in_three = [
        "Add", "Or", "Xor", "Sub", "Andn", "Xorcc", "Subcc", "Save", "Restore", "Sethi", "Unimp",
        "Stbar",
    ];
    let sources = sources("sim/cpu-sparcv8/src");
    let text = |path: &str| {
        let file = sources.iter().find(|(p, _)| p == path);
        file.map(|(_, text)| text.as_str()).unwrap_or_default()
    };
    let listed: BTreeSet<&str> = (text(LIST).lines())
        .skip_while(|line| !line.contains("macro_rules!"))
        .flat_map(|line| line.split("=>").next().unwrap_or("").split('|'))
        .map(str::trim)
        .collect();
    let mut two = 0;
    for op in Op::ALL {
        let name = format!("{op:?}");
        let row = format!("\" {name} {{");
        assert_eq!(text(TABLE).matches(&row).count(), 1, "{name}: rows");
        assert!(listed.contains(name.as_str()), "{name} is not listed");
        let named = format!("Op::{name}");
        let by_name = |text: &str| {
            let behind = text
                .match_indices(&named)
                .map(|(at, _)| &text[at + named.len()..]);
            behind
                .into_iter()
                .any(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
        };
        let others = sources
            .iter()
            .filter(|(path, text)| path != TABLE && by_name(text));
        let others: Vec<&str> = others.map(|(path, _)| path.as_str()).collect();
        let class = op.class();
        let transfers = [
            Class::Branch,
            Class::Fbranch,
            Class::Call,
            Class::Jmpl,
            Class::Rett,
        ];
        if others.is_empty() {
            two += 1;
        }
        let known =
            in_three.contains(&name.as_str()) || class.is_fpop() || transfers.contains(&class);
        assert!(others.is_empty() || known, "{name}: {others:?}");
        assert!(
            !in_three.contains(&name.as_str()) || !others.is_empty(),
            "{name} is in two"
        );
    }
    assert!(two >= 95, "only {two} opcodes are two files");
}

/// Holds that one file of the table has a row for each opcode, and one other file names it, or two if it
/// is in `in_three`.
fn check(core: &str, table: &str, names: impl Iterator<Item = String>, more: [&[&str]; 2]) {
    let sources = sources(core);
    for name in names {
        let row = format!("\n        {name} ");
        let (tables, others): (Vec<_>, Vec<_>) =
            sources.iter().partition(|(path, _)| path.contains(table));
        let rows = tables
            .iter()
            .filter(|(_, text)| text.contains(&row))
            .count();
        assert_eq!(rows, 1, "{name}: files with its row");
        let names_it = |text: &str| {
            let uses = text.split("K::").chain(text.split("Opcode::"));
            let mut uses =
                uses.filter_map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric()).next());
            // Opcodes of a row stand in front of their expression, with nothing before them.
            let rows = text.lines().filter_map(|line| line.split_once(" => "));
            let mut of_rows = rows.flat_map(|(names, _)| names.split([' ', '|']));
            uses.any(|word| word == name) || of_rows.any(|word| word == name)
        };
        let others: Vec<&str> = others
            .iter()
            .filter(|(_, text)| names_it(text))
            .map(|(path, _)| path.as_str())
            .collect();
        // What has no meaning is made where instructions are decoded.
        let most = if name == "Unimpl" { 3 } else { 1 };
        match more.iter().position(|names| names.contains(&name.as_str())) {
            Some(i) => assert_eq!(others.len(), 2 + i, "{name}: {others:?}"),
            None => assert!(others.len() <= most, "{name}: {others:?}"),
        }
    }
}

/// An event is defined in three files: the unit's table, the judge's, and the dictionary of the kind of core. Who is of
/// the core's crate names its meter as the dictionary does, all others as the report does. The other files that name
/// it are in the core, where it happens.
#[test]
fn a_counter_event_is_three_files() {
    let units = [
        (
            "sim/periph/l4stat/src/events.rs",
            "sim/judge/src/l4stat/cctrl.rs",
            "sim/cpu-sparcv8/src",
            [
                ("WriteBufferHold", "write_buffer_hold_cycles"),
                ("ICacheHold", "icache_hold_cycles"),
                ("ItlbMisses", "itlb_misses"),
            ],
        ),
        (
            "sim/cpu-tricore/src/counters.rs",
            "sim/judge/src/tricore.rs",
            "sim/cpu-tricore/src",
            [
                ("PmemStall", "pmem_stall"),
                ("DrbHits", "drb_hits"),
                ("DmemStall", "dmem_stall"),
            ],
        ),
        (
            "sim/cpu-epiphany/src/counters/events.rs",
            "sim/judge/src/epiphany.rs",
            "sim/cpu-epiphany/src",
            [
                ("BankLost", "bank_conflict_cycles"),
                ("FetchLost", "fetch_bank_lost_cycles"),
                ("StoreData", "store_data_stall_cycles"),
            ],
        ),
    ];
    let sources = sources("sim");
    for (unit, judge, core, meters) in units {
        let dictionary = format!("{core}/meters.rs");
        let defined = BTreeSet::from([&dictionary, unit, judge].map(str::to_owned));
        for (meter, name) in meters {
            let all = &naming(&sources, meter) | &naming(&sources, name);
            let (counted, named): (BTreeSet<String>, BTreeSet<String>) = all
                .into_iter()
                .partition(|f| f.starts_with(core) && !defined.contains(f));
            assert_eq!(named, defined, "{meter}");
            assert!(!counted.is_empty(), "{meter} is counted nowhere");
            let by_name = naming(&sources, name);
            let in_core = by_name.iter().filter(|f| f.starts_with(core));
            assert_eq!(in_core.collect::<Vec<_>>(), [&dictionary], "{meter}");
        }
    }
}

/// Files of the product in `folders` that name one of `words`.
fn named_in(folders: &[&str], words: &[&str]) -> BTreeSet<String> {
    let all = folders.iter().flat_map(|folder| sources(folder));
    let all: Vec<(String, String)> = all.collect();
    words.iter().flat_map(|word| naming(&all, word)).collect()
}

fn set<const N: usize>(files: [&str; N]) -> BTreeSet<String> {
    BTreeSet::from(files.map(str::to_owned))
}

/// A trace format is its file and its row. No file beside the table chooses by format.
#[test]
fn a_trace_format_is_two_files() {
    let files = set([
        "sim/trace/src/formats/mod.rs",
        "sim/trace/src/formats/vcd.rs",
    ]);
    assert_eq!(named_in(&["sim", "python/src"], &["Vcd", "vcd"]), files);
    for (path, text) in ["sim", "python/src"]
        .iter()
        .flat_map(|folder| sources(folder))
    {
        let table = path == "sim/trace/src/formats/mod.rs" || path.starts_with("sim/jit");
        for format in ["Ctf", "Paraver", "Perfetto"] {
            let chosen = text.contains(&format!("Format::{format}"));
            assert!(table || !chosen, "{path} chooses by the format {format}");
        }
    }
}

/// An analysis is its folder and its row.
#[test]
fn an_analysis_is_a_folder_and_a_line() {
    let files = named_in(&["sim", "python/src"], &["LockUse", "Locks"]);
    let outside = files
        .iter()
        .filter(|f| !f.starts_with("sim/analyses/src/locks/"));
    assert_eq!(outside.collect::<Vec<_>>(), [] as [&String; 0]);
    let naming = |(path, text): (String, String)| text.contains("locks::Request").then_some(path);
    let rows: BTreeSet<String> = sources("sim").into_iter().filter_map(naming).collect();
    assert_eq!(rows, set(["sim/analyses/src/lib.rs"]));
}

/// A panel is its file and its row in the lab, its file and its row in the page. What the page is told of its type is
/// derived.
#[test]
fn a_panel_is_four_files() {
    let lab = named_in(&["sim/lab/src", "sim/src", "sim/web/src"], &["Mesh"]);
    assert_eq!(
        lab,
        set(["sim/lab/src/panels/mod.rs", "sim/lab/src/panels/mesh.rs"])
    );
    let page = root().join("sim/web/page");
    let mut drawn = BTreeSet::new();
    for folder in [page.clone(), page.join("panels")] {
        for entry in std::fs::read_dir(folder).expect("the page") {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            if name != "view.ts" && (text.contains("MeshPanel") || text.contains("view.mesh")) {
                drawn.insert(name);
            }
        }
    }
    assert_eq!(drawn, set(["instruments.tsx", "mesh.tsx"]));
}

/// A command is its file and its row.
#[test]
fn a_command_is_two_files() {
    let files = set(["sim/src/cli/mod.rs", "sim/src/cli/man.rs"]);
    assert_eq!(named_in(&["sim/src"], &["Man"]), files);
}

/// A check is its file, its row in the table of checks, and its calls in the checker.
#[test]
fn a_check_is_three_files() {
    let mut files = named_in(&["sim"], &["IrqsOff"]);
    for (path, text) in sources("sim") {
        if text.contains("What::Masked") || text.contains("mod masked;") {
            files.insert(path);
        }
    }
    files.insert("sim/check/src/checks/masked.rs".to_owned());
    assert_eq!(
        files,
        set([
            "sim/check/src/checker/state.rs",
            "sim/check/src/checks/masked.rs",
            "sim/check/src/checks/mod.rs",
        ])
    );
}
