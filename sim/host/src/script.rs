//! What a user writes: the operations of a host program, as RON text or as these types.

use crate::span::Span;
use ron::value::RawValue;
use serde::{Deserialize, Serialize};

/// A host program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Script {
    /// What it is, in a line.
    pub title: String,
    /// How often the host looks for cores that executed TRAP and serves them (print, exit);
    /// `None`: it never does.
    pub serve_traps: Option<Span>,
    /// The file, relative to the script, with the [layout](crate::Layout) of the firmware's memory; `None`: the script
    /// knows no mailboxes, and rings are those of barectf's Parallella platform.
    pub layout: Option<String>,
    /// What it does, in order.
    pub steps: Vec<Op>,
}

/// One operation. Cores are named by row and column in the group that [`Op::Open`] opened last;
/// without `core` an operation is for the whole group, core by core. How `at` is written: see
/// `docs/user/reference/host.md`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Op {
    /// `e_init`: the table of shared regions is made again, its heap cleared.
    Init,
    /// `e_reset_system`: the chip's reset, and what the driver sets after it.
    ResetSystem,
    /// `e_open`: a group of cores.
    Open {
        /// First row on the chip.
        row: u8,
        /// First column on the chip.
        col: u8,
        /// Rows.
        rows: u8,
        /// Columns.
        cols: u8,
    },
    /// `e_reset_group`.
    ResetGroup,
    /// `e_load`, `e_load_group`: an ELF or SREC file into cores, each reset and cleared before.
    Load {
        /// The file, relative to the script.
        image: String,
        /// One core of the group.
        #[serde(default)]
        core: Option<(u8, u8)>,
        /// Start it too.
        #[serde(default)]
        start: bool,
    },
    /// `e_start`, `e_start_group`.
    Start {
        /// One core of the group.
        #[serde(default)]
        core: Option<(u8, u8)>,
    },
    /// `e_signal`: the USER interrupt.
    Signal {
        /// One core of the group.
        #[serde(default)]
        core: Option<(u8, u8)>,
    },
    /// `e_halt`.
    Halt {
        /// One core of the group.
        #[serde(default)]
        core: Option<(u8, u8)>,
    },
    /// `e_resume`.
    Resume {
        /// One core of the group.
        #[serde(default)]
        core: Option<(u8, u8)>,
    },
    /// `e_write`.
    Write {
        /// One core of the group.
        #[serde(default)]
        core: Option<(u8, u8)>,
        /// Where.
        at: String,
        /// A word to write.
        #[serde(default)]
        value: Option<u32>,
        /// Bytes to write.
        #[serde(default)]
        bytes: Option<Vec<u8>>,
        /// So many bytes of 0.
        #[serde(default)]
        zeros: Option<u32>,
        /// What is in this file, relative to the script.
        #[serde(default)]
        file: Option<String>,
    },
    /// `e_read`.
    Read {
        /// One core of the group.
        #[serde(default)]
        core: Option<(u8, u8)>,
        /// Where.
        at: String,
        /// How many bytes; the size of a symbol, otherwise 4.
        #[serde(default)]
        bytes: Option<u32>,
        /// The value that must be there, of at most 8 bytes.
        #[serde(default)]
        expect: Option<u64>,
        /// The value must be from the first to the second of these.
        #[serde(default)]
        between: Option<(u64, u64)>,
        /// What the C string there must be.
        #[serde(default)]
        expect_text: Option<String>,
        /// What C strings there must have in them, in this order.
        #[serde(default)]
        expect_in_text: Option<Vec<String>>,
        /// What is in this file, relative to the script, must be there.
        #[serde(default)]
        expect_file: Option<String>,
        /// Say what was there on the console.
        #[serde(default)]
        print: bool,
        /// Say it as the C string that it is.
        #[serde(default)]
        text: bool,
        /// Append what was there to this file of the run.
        #[serde(default)]
        save: Option<String>,
    },
    /// Reads a word again and again until it is as wanted.
    Wait {
        /// One core of the group.
        #[serde(default)]
        core: Option<(u8, u8)>,
        /// Where.
        at: String,
        /// The bits that count.
        #[serde(default)]
        mask: Option<u32>,
        /// Until it is this.
        #[serde(default)]
        equals: Option<u32>,
        /// Until it is this or more.
        #[serde(default)]
        at_least: Option<u32>,
        /// Nap between two looks; without it the host looks all the time.
        #[serde(default)]
        every: Option<Span>,
        /// When to give up.
        timeout: Span,
    },
    /// Until cores are halted, for whatever reason.
    WaitHalted {
        /// One core of the group.
        #[serde(default)]
        core: Option<(u8, u8)>,
        /// Nap between two looks.
        #[serde(default)]
        every: Option<Span>,
        /// When to give up.
        timeout: Span,
    },
    /// Until cores sleep (STATUS.ACTIVE is 0).
    WaitIdle {
        /// One core of the group.
        #[serde(default)]
        core: Option<(u8, u8)>,
        /// Nap between two looks.
        #[serde(default)]
        every: Option<Span>,
        /// When to give up.
        timeout: Span,
    },
    /// Until the host has served the TRAP with which programs exit.
    WaitExit {
        /// One core of the group.
        #[serde(default)]
        core: Option<(u8, u8)>,
        /// When to give up.
        timeout: Span,
    },
    /// The program must have exited with this status.
    ExpectExit {
        /// One core of the group.
        #[serde(default)]
        core: Option<(u8, u8)>,
        /// The status.
        status: u32,
    },
    /// `e_shm_alloc`.
    ShmAlloc {
        /// The region's name.
        name: String,
        /// Bytes.
        size: u32,
    },
    /// `e_shm_attach`.
    ShmAttach {
        /// The region's name.
        name: String,
    },
    /// `e_shm_release`.
    ShmRelease {
        /// The region's name.
        name: String,
    },
    /// Nothing for a while.
    Sleep(Span),
    /// A line on the console.
    Print(String),
    /// Steps again and again.
    Repeat {
        /// How often.
        times: u32,
        /// The steps.
        steps: Vec<Op>,
    },
    /// Steps for one core of the group after the other: those that name no core are for that one.
    Each(Vec<Op>),
    /// Steps beside those that follow, again and again, with a nap after each round.
    Job {
        /// Its name.
        name: String,
        /// The nap.
        every: Span,
        /// The steps.
        steps: Vec<Op>,
    },
    /// Ends a job after the round that is under way, and waits for that.
    StopJob(String),
    /// Takes packets out of rings of the group's cores and appends them to `TRACE/stream-R-C`.
    Drain {
        /// The shared region with the rings.
        #[serde(default = "rings")]
        region: String,
        /// Folder of the trace.
        #[serde(default = "traced")]
        trace: String,
        /// The metadata file of the tracer, relative to the script; it is copied to the folder.
        #[serde(default)]
        metadata: Option<String>,
        /// Packets to take from a ring before going to the next one; without it one, or all that
        /// are there when `until_empty` is set.
        #[serde(default)]
        most: Option<u32>,
        /// Go round until all rings are empty.
        #[serde(default)]
        until_empty: bool,
    },
    /// The exchange of four steps that synchronises clocks; the host's events go to
    /// the folder `TRACE`.
    Exchange {
        /// One core of the group.
        #[serde(default)]
        core: Option<(u8, u8)>,
        /// Folder of the host's trace.
        #[serde(default = "host")]
        trace: String,
        /// When to give up.
        #[serde(default = "soon")]
        timeout: Span,
        /// Nap between two looks for the answer; without it the host looks all the time.
        #[serde(default)]
        every: Option<Span>,
    },
    /// Ends the run.
    Finish {
        /// 0 is success; after an earlier failure, the run's status is 1.
        status: u32,
    },
}

fn rings() -> String {
    "barectf-tracing".to_owned()
}

fn traced() -> String {
    "parallella".to_owned()
}

fn host() -> String {
    "host".to_owned()
}

fn soon() -> Span {
    Span::ms(10)
}

/// The default of `serve_traps`.
const SERVED: Span = Span::us(500);

impl Default for Script {
    fn default() -> Script {
        Script::new(Vec::new())
    }
}

/// The script as text; steps are read one by one, so that one mistake does not hide the next.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "Script")]
struct Text<'a> {
    #[serde(default)]
    title: String,
    #[serde(default = "served")]
    serve_traps: Option<Span>,
    #[serde(default)]
    layout: Option<String>,
    #[serde(borrow)]
    steps: Vec<&'a RawValue>,
}

fn served() -> Option<Span> {
    Some(SERVED)
}

impl Script {
    /// A program of these steps that serves TRAPs.
    pub fn new(steps: Vec<Op>) -> Script {
        Script {
            title: String::new(),
            serve_traps: served(),
            layout: None,
            steps,
        }
    }

    /// Reads RON text.
    ///
    /// # Errors
    /// All that is wrong, each with line, column and step.
    pub fn parse(text: &str) -> Result<Script, Vec<String>> {
        let options = ron::Options::default()
            .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let whole: Text<'_> = options.from_str(text).map_err(|e| {
            let at = e.span.start;
            vec![format!("{}:{}: {}", at.line, at.col, e.code)]
        })?;
        let mut problems = Vec::new();
        let mut steps = Vec::new();
        for (i, raw) in whole.steps.iter().enumerate() {
            let step = raw.get_ron();
            match options.from_str(step) {
                Ok(op) => steps.push(op),
                Err(e) => {
                    let (line, col) = place(text, step, e.span.start.line, e.span.start.col);
                    problems.push(format!("{line}:{col}: steps[{i}]: {}", e.code));
                }
            }
        }
        if problems.is_empty() {
            Ok(Script {
                title: whole.title,
                serve_traps: whole.serve_traps,
                layout: whole.layout,
                steps,
            })
        } else {
            Err(problems)
        }
    }
}

/// Line and column in `text` of a place in its part `part`.
fn place(text: &str, part: &str, line: usize, col: usize) -> (usize, usize) {
    let from = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let before = text.get(..from).unwrap_or_default();
    let lines = before.matches('\n').count();
    let last = before.rsplit('\n').next().unwrap_or_default();
    let indent = if line == 1 { last.chars().count() } else { 0 };
    (lines + line, indent + col)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_mistakes_are_told_with_their_places() {
        let text = "(\n  steps: [\n    init,\n    laod(image: \"a\"),\n    open(row: 0, col: 0, \
                    rows: 4, cols: 4, cores: 3),\n    sleep(\"soon\"),\n  ],\n)";
        let problems = Script::parse(text).unwrap_err();
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems[0].starts_with("4:5: steps[1]: ") && problems[0].contains("laod"));
        assert!(problems[1].starts_with("5:") && problems[1].contains("cores"));
        assert!(problems[2].starts_with("6:") && problems[2].contains("soon"));
    }

    #[test]
    fn options_need_no_some() {
        let script = Script::parse(
            "(steps: [load(image: \"x\", core: (1, 2)), read(at: \"0x100\", expect: 5)], \
             serve_traps: None)",
        )
        .unwrap();
        assert_eq!(script.serve_traps, None);
        assert!(matches!(
            &script.steps[0],
            Op::Load {
                core: Some((1, 2)),
                start: false,
                ..
            }
        ));
        assert!(Script::parse("(steps: [], step: 3)").is_err());
    }
}
