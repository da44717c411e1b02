//! The text of a log in the Kanata format, version 4, which Konata draws as a pipeline (`docs/kanata-log-format.md` of
//! github.com/shioyadan/Konata).
//!
//! An instruction takes a stage for each stall cause and `X`, in which it issues, in the order in which their cycles pass.
//! Lines go forwards in time, so a log has one core. An instruction that is issued beside another shares the last cycle of that.

use super::line::Line;
use std::fmt::Write;

/// The first line.
const HEADER: &str = "Kanata\t0004\n";

/// The writer of a log.
#[derive(Debug, Default)]
pub struct Kanata {
    begun: bool,
    /// Number of the next instruction.
    next: u64,
    /// The cycle up to which the log is written.
    now: u64,
    /// Instructions of the last issue, which retire in this cycle.
    issued: Vec<(u64, bool)>,
    retires: u64,
    /// Number of the next instruction that retires.
    retired: u64,
}

impl Kanata {
    /// The lines of an instruction: its text as `label`.
    pub fn lines(&mut self, line: &Line, label: &str) -> String {
        let mut out = String::new();
        let begin = line.ends.saturating_sub(line.cycles);
        if !self.begun {
            self.begun = true;
            self.now = begin;
            out += HEADER;
            let _ = writeln!(out, "C=\t{begin}");
        }
        if line.cycles > 0 {
            self.retire(&mut out);
            self.advance(begin, &mut out);
        }
        let id = self.next;
        self.next += 1;
        let core = line.core;
        let _ = write!(
            out,
            "I\t{id}\t{id}\t{core}\nL\t{id}\t0\t{:08x}: {label}\n",
            line.pc
        );
        let effects = line.effects();
        if !effects.is_empty() {
            let _ = writeln!(out, "L\t{id}\t1\t{}", effects.trim_start());
        }
        let lost: u64 = line.stalls.iter().map(|(_, cycles)| cycles).sum();
        let issue = line.cycles.saturating_sub(lost);
        let mut stages: Vec<(&str, u64)> = line.stalls.clone();
        if issue > 0 || line.cycles == 0 {
            stages.insert(line.before_issue.min(stages.len()), ("X", issue));
        }
        let mut at = begin;
        for (stage, cycles) in stages {
            if line.cycles > 0 {
                self.advance(at.min(line.ends), &mut out);
            }
            let _ = writeln!(out, "S\t{id}\t0\t{}", stage.trim_end_matches("_cycles"));
            at += cycles;
        }
        if line.cycles > 0 {
            // The last cycle stays open, for an instruction that is issued beside this one.
            self.advance(line.ends - 1, &mut out);
            self.retires = line.ends;
        }
        self.issued.push((id, line.completed));
        out
    }

    /// The lines behind the last instruction.
    pub fn end(&mut self) -> String {
        let mut out = String::new();
        self.retire(&mut out);
        out
    }

    fn advance(&mut self, to: u64, out: &mut String) {
        if to > self.now {
            let _ = writeln!(out, "C\t{}", to - self.now);
            self.now = to;
        }
    }

    fn retire(&mut self, out: &mut String) {
        if self.issued.is_empty() {
            return;
        }
        self.advance(self.retires, out);
        for (id, completed) in std::mem::take(&mut self.issued) {
            let retired = self.retired;
            let _ = writeln!(out, "R\t{id}\t{retired}\t{}", u8::from(!completed));
            self.retired += u64::from(completed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(ends: u64, cycles: u64, stalls: &[(&'static str, u64)]) -> Line {
        Line {
            pc: 0x100,
            completed: true,
            ends,
            cycles,
            stalls: stalls.to_vec(),
            before_issue: 1,
            ..Line::default()
        }
    }

    /// A load of three cycles, of which it waits two, and an addition that is issued in its last cycle; a load that waits in
    /// front of issue and behind it.
    #[test]
    fn stages_are_drawn_at_their_cycles() {
        let mut log = Kanata::default();
        let mut text = log.lines(&line(10, 3, &[("fetch_stall_cycles", 2)]), "ld");
        text += &log.lines(&line(10, 0, &[]), "add");
        text += &log.lines(&line(11, 1, &[]), "nop");
        let waits = [("fetch_stall_cycles", 2), ("data_stall_cycles", 3)];
        text += &log.lines(&line(17, 6, &waits), "ld");
        text += &log.end();
        assert_eq!(
            text,
            "Kanata\t0004\nC=\t7\nI\t0\t0\t0\nL\t0\t0\t00000100: ld\nS\t0\t0\tfetch_stall\nC\t2\nS\t0\t0\tX\n\
             I\t1\t1\t0\nL\t1\t0\t00000100: add\nS\t1\t0\tX\nC\t1\nR\t0\t0\t0\nR\t1\t1\t0\n\
             I\t2\t2\t0\nL\t2\t0\t00000100: nop\nS\t2\t0\tX\nC\t1\nR\t2\t2\t0\n\
             I\t3\t3\t0\nL\t3\t0\t00000100: ld\nS\t3\t0\tfetch_stall\nC\t2\nS\t3\t0\tX\nC\t1\n\
             S\t3\t0\tdata_stall\nC\t2\nC\t1\nR\t3\t3\t0\n"
        );
    }
}
