//! `trueboard system`.

use super::Example;
use super::shared::answer::{Answer, Form, Verdicts};
use super::shared::engine;
use super::test::{junit, text};
use super::{Failure, check};
use crate::say::{self, To};
use crate::stop::Stop;
use clap::Args;
use std::collections::BTreeMap;
use std::path::PathBuf;
use trueboard::campaigns::Done;
use trueboard::campaigns::system::{Request, run as system};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[
    ("Run linked boards", "trueboard system system.ron"),
    (
        "Keep the report of each board",
        "trueboard system system.ron --out runs",
    ),
];

#[derive(Args)]
pub struct System {
    /// Boards and links (RON)
    #[arg(value_name = "SPEC.ron")]
    pub spec: PathBuf,
    /// Keep report and console of each board in a folder of its name
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub verdicts: Verdicts,
    #[command(flatten)]
    pub answer: Answer,
}

pub fn run(a: &System) -> Result<u8, Failure> {
    let request = Request {
        spec: a.spec.clone(),
        out: a.out.clone(),
    };
    let mut files = request.files();
    a.verdicts.files(&mut files);
    check(&files)?;
    a.verdicts.have_folder()?;
    let stop = Stop::default();
    stop.listen();
    let control = engine::control(&stop, &|_| {});
    let to = match a.answer.form() {
        Form::Table => To::Out,
        Form::Json | Form::Csv => To::Err,
    };
    let mut consoles = Consoles::default();
    let done = system(&request, &control, &mut |name, bytes| {
        consoles.show(to, name, bytes)
    })?;
    consoles.end(to);
    let answer = match done {
        Done::All(answer) => answer,
        Done::Stopped { .. } | Done::Chunk => {
            return Ok(stop.exit_code().unwrap_or(super::INPUT));
        }
    };
    a.verdicts
        .write(|| junit::suites(&answer.verdicts, false))?;
    a.answer
        .print(&answer.verdicts, &[""], || text(&answer.verdicts))?;
    Ok(answer.exit_code())
}

/// The consoles of all boards on one output: whole lines, each behind the name of its board.
#[derive(Default)]
struct Consoles(BTreeMap<String, Vec<u8>>);

impl Consoles {
    fn show(&mut self, to: To, name: &str, bytes: &[u8]) {
        let line = self.0.entry(name.to_owned()).or_default();
        for &byte in bytes {
            line.push(byte);
            if byte == b'\n' {
                let mut whole = std::mem::take(line);
                if whole.ends_with(b"\r\n") {
                    whole.truncate(whole.len() - 2);
                    whole.push(b'\n');
                }
                print(to, name, &whole);
            }
        }
    }

    /// Shows lines without an end.
    fn end(&mut self, to: To) {
        for (name, line) in std::mem::take(&mut self.0) {
            if !line.is_empty() {
                print(to, &name, &[&line[..], b"\n"].concat());
            }
        }
    }
}

fn print(to: To, name: &str, line: &[u8]) {
    let text = [format!("{name}: ").as_bytes(), line].concat();
    // A console that nobody reads any more is no reason to end the run.
    let _ = say::console(to, &text);
}
