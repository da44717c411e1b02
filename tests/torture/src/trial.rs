//! One program at one level: made, run everywhere, judged.

use crate::ending::Ending;
use crate::known::Known;
use crate::make::Kit;
use crate::run::{Seen, on_board, on_judge};
use crate::suite::Program;
use crate::target::{Board, Target};
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
        let mut all: Vec<(&str, Seen)> = Vec::new();
        for (board, model) in self.boards {
            if let Err(why) = self.kit.link(&object, board, &image) {
                return Ok(self.not_made(program, Ending::NotLinked, &why));
            }
            all.push((board.name, on_board(model, &image)));
            if self.judged && all.len() == 1 {
                let judge = self.target.judge;
                all.push((judge[0], on_judge(judge, &image)?));
            }
        }
        let [(_, first), others @ ..] = &all[..] else {
            return Err("no board".to_owned());
        };
        let mut complaints: Vec<String> = all
            .iter()
            .filter_map(|(who, seen)| self.complaint(program, who, seen))
            .collect();
        // The judge ran the same image: it has to print the same, too.
        if let (true, [(who, judge), ..]) = (self.judged, others)
            && judge.ending == first.ending
            && judge.console != first.console
        {
            complaints.push(format!(
                "{} {} prints something else on {who}: {} instead of {}",
                program.name,
                self.level,
                tail(&judge.console),
                tail(&first.console)
            ));
        }
        Ok(Verdict {
            ending: first.ending,
            complaints,
        })
    }

    fn not_made(&self, program: &Program, ending: Ending, why: &str) -> Verdict {
        let console = why.to_owned();
        let complaint = self.complaint(program, "the host", &Seen { ending, console });
        Verdict {
            ending,
            complaints: complaint.into_iter().collect(),
        }
    }

    fn complaint(&self, program: &Program, who: &str, seen: &Seen) -> Option<String> {
        let expected = self.known.ending(&program.name, self.level);
        (seen.ending != expected).then(|| {
            format!(
                "{} {} {} on {who}, expected {expected}: {}",
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
