//! One program at one level: made, run everywhere, judged.

use crate::torture::ending::Ending;
use crate::torture::known::Known;
use crate::torture::make::Kit;
use crate::torture::run::{Seen, on_board, on_judge};
use crate::torture::suite::Program;
use crate::torture::target::{Board, Target};
use std::path::Path;
use trueboard_board::BoardModel;

/// What programs of one compiler and level are made with and run on.
pub struct Bench<'a> {
    /// The processor family.
    pub target: &'a Target,
    /// Compiler and runtime.
    pub kit: &'a Kit<'a>,
    /// Level of optimisation.
    pub level: &'a str,
    /// What does not pass.
    pub known: &'a Known,
    /// Boards to run on; the first is the judge's.
    pub boards: &'a [(&'a Board, BoardModel)],
    /// Ask the judge, too.
    pub judged: bool,
    /// Folder for objects and images.
    pub place: &'a Path,
}

/// The result of a trial.
pub struct Verdict {
    /// How the program ended on the first board.
    pub ending: Ending,
    /// What is wrong with that.
    pub complaints: Vec<String>,
}

impl Bench<'_> {
    /// Tries a program; `worker` tells files of trials apart that run at the same time.
    ///
    /// # Errors
    /// When the judge cannot be started.
    pub fn trial(&self, program: &Program, worker: usize) -> Result<Verdict, String> {
        let object = self.place.join(format!("{worker}.o"));
        let image = self.place.join(format!("{worker}.elf"));
        if let Err(why) = self.kit.object(program, self.level, &object) {
            return Ok(self.not_made(program, Ending::NotCompiled, &why));
        }
        let mut ours: Vec<(&str, Seen)> = Vec::new();
        let mut judge = None;
        for (board, model) in self.boards {
            if let Err(why) = self.kit.link(program, &object, board, &image) {
                return Ok(self.not_made(program, Ending::NotLinked, &why));
            }
            ours.push((board.name, on_board(model, &image, self.target.cycles)));
            if self.judged && judge.is_none() {
                judge = Some(on_judge(self.target.judge, &image)?);
            }
        }
        let expected = self.known.expected(&program.name, self.level);
        let mut complaints: Vec<String> = ours
            .iter()
            .filter_map(|(who, seen)| self.complaint(program, who, seen, expected.ours))
            .collect();
        let (_, first) = ours.first().ok_or("no board")?;
        if let Some(judge) = judge {
            let who = self.target.judge[0];
            complaints.extend(self.complaint(program, who, &judge, expected.judge));
            // It ran the same image as the first board: it has to print the same, too.
            if judge.ending == first.ending && judge.console != first.console {
                complaints.push(format!(
                    "{} {} prints on {who}: {}; instead of: {}",
                    program.name,
                    self.level,
                    tail(&judge.console),
                    tail(&first.console)
                ));
            }
        }
        Ok(Verdict {
            ending: first.ending,
            complaints,
        })
    }

    fn not_made(&self, program: &Program, ending: Ending, why: &str) -> Verdict {
        // The first error; what else compilers and linkers say follows from it.
        let is_error = |l: &&str| l.contains("error:") || l.contains("undefined");
        let console = why.lines().find(is_error).unwrap_or(why).to_owned();
        let expected = self.known.expected(&program.name, self.level).ours;
        let complaint = self.complaint(program, "the host", &Seen { ending, console }, expected);
        Verdict {
            ending,
            complaints: complaint.into_iter().collect(),
        }
    }

    fn complaint(&self, program: &Program, who: &str, seen: &Seen, want: Ending) -> Option<String> {
        if let Some(line) = &program.prints
            && seen.ending == Ending::PASS
            && !seen.console.lines().any(|l| l == line)
        {
            return Some(format!(
                "{} {} prints on {who}: {}; instead of: {line}",
                program.name,
                self.level,
                tail(&seen.console)
            ));
        }
        (seen.ending != want).then(|| {
            format!(
                "{} {} {} on {who}, expected {want}: {}",
                program.name,
                self.level,
                seen.ending,
                tail(&seen.console)
            )
        })
    }
}

/// The end of a console, in one line.
fn tail(console: &str) -> String {
    let lines: Vec<&str> = console.lines().filter(|l| !l.is_empty()).collect();
    lines[lines.len().saturating_sub(3)..].join(" | ")
}
