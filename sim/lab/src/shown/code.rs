//! Source and disassembly around the instructions of cores.

use crate::lab::Lab;
use crate::place::place;
use crate::view::{Code, Instruction, Line, Source};
use trueboard_board::Machine;

/// Instructions before and behind a core's current one.
const AROUND: usize = 24;
/// Lines of source likewise.
const LINES: u32 = 24;

impl Lab {
    pub(crate) fn code(&self) -> Vec<Code> {
        let m = self.session.machine();
        let cores = 0..m.core_count() as u8;
        // Of a chip with many cores, the chosen one: choose another core to see its code.
        let shown = cores.filter(|&c| m.core_count() <= 8 || c == self.core);
        shown
            .map(|core| Code {
                core,
                instructions: self.instructions(core),
                source: self.source(core),
            })
            .collect()
    }

    fn instructions(&self, core: u8) -> Vec<Instruction> {
        let m = self.session.machine();
        let pc = m.pc(core);
        let before = addresses_before(m, core, pc);
        let mut at = before.first().copied().unwrap_or(pc);
        let mut shown = Vec::new();
        for _ in 0..before.len() + AROUND + 1 {
            let Some((text, len)) = m.disassembled(core, at) else {
                break;
            };
            let mut bytes = vec![0; len];
            let found = m.look(core, at, &mut bytes);
            let digits = bytes.iter().take(found).map(|b| format!("{b:02x}"));
            let here = |&c: &u8| m.pc(c) == at;
            shown.push(Instruction {
                place: place(m, core, at),
                bytes: digits.collect(),
                text,
                cores: (0..m.core_count() as u8).filter(here).collect(),
                breakpoint: self.breakpoints.contains_key(&at),
            });
            at = at.wrapping_add(len.max(1) as u64);
        }
        shown
    }

    fn source(&self, core: u8) -> Option<Source> {
        let m = self.session.machine();
        let here = place(m, core, m.pc(core));
        let (file, line) = here.file.zip(here.line)?;
        let text = self.text_of(&file);
        let lines = text.map_or_else(Vec::new, |text| {
            let numbered = (1u32..).zip(text.lines());
            let near = numbered.filter(|(n, _)| n.abs_diff(line) <= LINES);
            near.map(|(number, text)| Line {
                number,
                text: text.to_owned(),
                current: number == line,
            })
            .collect()
        });
        Some(Source { file, line, lines })
    }

    /// The text of the source file that debug information calls `file`.
    fn text_of(&self, file: &str) -> Option<&str> {
        let ends = |name: &str| {
            file.strip_suffix(name)
                .is_some_and(|dir| dir.is_empty() || dir.ends_with('/'))
        };
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        let whole = self.sources.iter().find(|(n, _)| ends(n));
        let alike = || self.sources.iter().find(|(n, _)| name(n) == name(file));
        whole.or_else(alike).map(|(_, text)| text.as_str())
    }
}

/// The addresses of the instructions before `pc`, from the beginning of its function if that is known, so that
/// instructions of different lengths are found.
fn addresses_before(m: &Machine, core: u8, pc: u64) -> Vec<u64> {
    let function = place(m, core, pc);
    let begin = match function.function {
        // What is far from the beginning of a function is found from a multiple of four near it.
        Some(_) if function.offset <= 0x1_0000 => pc - function.offset,
        _ => pc.saturating_sub(4 * AROUND as u64),
    };
    let mut all = Vec::new();
    let mut at = begin;
    while at < pc {
        all.push(at);
        let len = m.disassembled(core, at).map_or(4, |d| d.1);
        at = at.wrapping_add(len.max(1) as u64);
    }
    all.split_off(all.len().saturating_sub(AROUND))
}
