//! `trueboard new`: a small project for a board, with something to measure in it.

use super::Example;
use super::{Failure, print};
use clap::Args;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use trueboard::internals::board::{board_names, did_you_mean};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[(
    "A project for the GR740, built and run",
    "trueboard new gr740 hello && make -C hello run",
)];

#[derive(Args)]
pub struct New {
    /// gr740, leon3-mini, tc275 or parallella
    pub board: String,
    /// A folder that is new or empty
    pub dir: PathBuf,
}

/// A file of a project: its path in there, and what it holds.
type File = (&'static str, &'static str);

/// A board that projects are made for.
struct Kind {
    board: &'static str,
    makefile: &'static str,
    /// What the linker is asked for besides.
    link: &'static str,
    files: &'static [File],
    compiler: &'static str,
    /// What installs the compiler where a job of continuous integration runs.
    install: &'static str,
}

macro_rules! template {
    ($path:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/", $path))
    };
}

/// A file of the firmware in this repository that is part of a project as it is.
macro_rules! firmware {
    ($path:literal) => {
        include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/shipped/firmware/",
            $path
        ))
    };
}

const DEBIAN: &str =
    "sudo apt-get update && sudo apt-get install -y make gcc-sparc64-linux-gnu && make";
const OWN: &str = "make";

const KINDS: &[Kind] = &[
    Kind {
        board: "gr740",
        makefile: template!("gr740/Makefile"),
        link: "",
        files: &[
            ("main.c", template!("gr740/main.c")),
            ("README.md", template!("gr740/README.md")),
            ("tests.ron", template!("gr740/tests.ron")),
        ],
        compiler: "sparc64-linux-gnu-gcc",
        install: DEBIAN,
    },
    Kind {
        board: "leon3-mini",
        makefile: template!("gr740/Makefile"),
        // Where its RAM begins.
        link: " -Wl,-Ttext-segment=0x40000000",
        files: &[
            ("main.c", template!("leon3-mini/main.c")),
            ("README.md", template!("leon3-mini/README.md")),
            ("tests.ron", template!("leon3-mini/tests.ron")),
        ],
        compiler: "sparc64-linux-gnu-gcc",
        install: DEBIAN,
    },
    Kind {
        board: "tc275",
        makefile: template!("tc275/Makefile"),
        link: "",
        files: &[
            ("main.c", template!("tc275/main.c")),
            ("README.md", template!("tc275/README.md")),
            ("tests.ron", template!("tc275/tests.ron")),
            ("support/start.S", firmware!("tc275/start/start.S")),
            ("support/vectors.S", firmware!("tc275/start/vectors.S")),
            ("support/startup.c", firmware!("tc275/start/startup.c")),
            ("support/link.ld", firmware!("tc275/start/link.ld")),
            ("support/asclin.c", firmware!("tc275/lib/asclin.c")),
            ("support/clock.c", firmware!("tc275/lib/clock.c")),
            ("support/exit.c", firmware!("tc275/lib/exit.c")),
            ("support/int64.c", firmware!("tc275/lib/int64.c")),
            ("support/interrupt.c", firmware!("tc275/lib/interrupt.c")),
            (
                "support/machine_exit.S",
                firmware!("tc275/lib/machine_exit.S"),
            ),
            ("support/smp.c", firmware!("tc275/lib/smp.c")),
            ("support/softdouble.c", firmware!("tc275/lib/softdouble.c")),
            ("support/softdouble.h", firmware!("tc275/lib/softdouble.h")),
            (
                "support/softdouble_convert.c",
                firmware!("tc275/lib/softdouble_convert.c"),
            ),
            ("support/stm.c", firmware!("tc275/lib/stm.c")),
            ("support/trap.c", firmware!("tc275/lib/trap.c")),
            ("support/wdt.c", firmware!("tc275/lib/wdt.c")),
            ("support/printf.c", firmware!("gr740/lib/printf.c")),
            ("support/string.c", firmware!("gr740/lib/string.c")),
            ("support/asclin.h", firmware!("tc275/include/asclin.h")),
            ("support/clock.h", firmware!("tc275/include/clock.h")),
            ("support/counters.h", firmware!("tc275/include/counters.h")),
            ("support/csfr.h", firmware!("tc275/include/csfr.h")),
            ("support/exit.h", firmware!("tc275/include/exit.h")),
            (
                "support/interrupt.h",
                firmware!("tc275/include/interrupt.h"),
            ),
            ("support/regs.h", firmware!("tc275/include/regs.h")),
            ("support/smp.h", firmware!("tc275/include/smp.h")),
            ("support/stm.h", firmware!("tc275/include/stm.h")),
            ("support/trap.h", firmware!("tc275/include/trap.h")),
            ("support/wdt.h", firmware!("tc275/include/wdt.h")),
            ("support/printf.h", firmware!("gr740/include/printf.h")),
            ("support/string.h", firmware!("gr740/include/string.h")),
            ("support/uart.h", firmware!("gr740/include/uart.h")),
        ],
        compiler: "tricore-elf-gcc",
        install: OWN,
    },
    Kind {
        board: "parallella",
        makefile: template!("parallella/Makefile"),
        link: "",
        files: &[
            ("main.c", template!("parallella/main.c")),
            ("README.md", template!("parallella/README.md")),
            ("tests.ron", template!("parallella/tests.ron")),
        ],
        compiler: "epiphany-elf-gcc",
        install: OWN,
    },
];

const GITHUB: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/shipped/ci/github.yml"
));
const GITLAB: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/shipped/ci/gitlab.yml"
));
/// The line of both where firmware is built.
const BUILD: &str = "# Build your firmware here.";

pub fn run(a: &New) -> Result<u8, Failure> {
    let kind = kind(&a.board)?;
    let dir = a.dir.display();
    empty(&a.dir)?;
    for (path, text) in files(kind) {
        write(&a.dir.join(&path), &text)?;
    }
    let missing = if super::doctor::is_here(kind.compiler) {
        String::new()
    } else {
        format!(
            "{} is not here; how to get it:\n    trueboard doctor\n",
            kind.compiler
        )
    };
    print(&format!(
        "{dir} is a project for {}; its README.md says what to look at. Next:\n    make -C {dir} run\n{missing}",
        kind.board
    ))?;
    Ok(0)
}

fn kind(board: &str) -> Result<&'static Kind, Failure> {
    let there: Vec<&str> = KINDS.iter().map(|k| k.board).collect();
    KINDS.iter().find(|k| k.board == board).ok_or_else(|| {
        if board_names().iter().any(|n| n == board) {
            let other = there.join(", ");
            return Failure::usage(format!(
                "{board} executes no machine code: its cores run descriptions, like those of `trueboard models`; \
                 projects are for: {other}"
            ));
        }
        let near = did_you_mean(board, there.iter().copied());
        Failure::usage(format!(
            "no project is made for a board called `{board}`{near}; there are: {}",
            there.join(", ")
        ))
    })
}

/// Everything of a project.
fn files(kind: &Kind) -> Vec<(String, String)> {
    let makefile = kind.makefile.replace("@BOARD@", kind.board);
    let ignored = "*.elf\n*.o\nruns/\nresults.xml\n";
    let own = [
        ("Makefile", makefile.replace("@LINK@", kind.link)),
        (".gitignore", ignored.to_owned()),
        (
            ".github/workflows/firmware.yml",
            GITHUB.replace(BUILD, &format!("- run: {}", kind.install)),
        ),
        (
            ".gitlab-ci.yml",
            GITLAB.replace(BUILD, &format!("- {}", kind.install.replace("sudo ", ""))),
        ),
    ];
    let given = kind
        .files
        .iter()
        .map(|&(path, text)| (path, text.to_owned()));
    let all = given.chain(own);
    all.map(|(path, text)| (path.to_owned(), text)).collect()
}

/// The folder is new, or empty.
fn empty(dir: &Path) -> Result<(), Failure> {
    let fail = |why: String| {
        Failure::input(format!(
            "{}: {why}; name a folder that is new or empty",
            dir.display()
        ))
    };
    match fs::read_dir(dir).map(|mut entries| entries.next().is_some()) {
        Ok(true) => Err(fail("is not empty".to_owned())),
        Ok(false) => Ok(()),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(()),
        Err(e) => Err(fail(e.to_string())),
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder
        .and_then(|()| fs::write(path, text))
        .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::{BUILD, GITHUB, GITLAB, KINDS, files};

    #[test]
    fn nothing_is_left_to_be_filled_in() {
        for text in [GITHUB, GITLAB] {
            assert!(text.contains(BUILD));
        }
        for kind in KINDS {
            for (path, text) in files(kind) {
                assert!(
                    !text.contains("@BOARD@") && !text.contains("@LINK@"),
                    "{path}"
                );
                assert!(!text.contains(BUILD), "{path}");
                assert!(text.ends_with('\n'), "{path}");
            }
        }
    }
}
