//! Synthetic instructions that no table has: each is written as one or several others.

/// A way to write instructions; `$1` to `$9` stand for operands.
#[derive(Debug)]
pub struct Synthetic {
    pub written: &'static str,
    pub made: &'static [&'static str],
    /// It goes before the table.
    pub first: bool,
}

/// Those of *The SPARC Architecture Manual*, version 8, section A.3, that are no aliases of the table.
pub const SPARC: &[Synthetic] = &[
    // GNU as encodes these in another way than the table does that reads them.
    first("clr %$1", &["mov %g0, %$1"]),
    first("wr %$1, %y", &["wr %g0, %$1, %y"]),
    first("wr %$1, %psr", &["wr %g0, %$1, %psr"]),
    first("wr %$1, %wim", &["wr %g0, %$1, %wim"]),
    first("wr %$1, %tbr", &["wr %g0, %$1, %tbr"]),
    first("wr %$1, %asr$2", &["wr %g0, %$1, %asr$2"]),
    new("set $1, $2", &[]),
    new("inc $1, $2", &["add $2, $1, $2"]),
    new("inccc $1, $2", &["addcc $2, $1, $2"]),
    new("dec $1, $2", &["sub $2, $1, $2"]),
    new("deccc $1, $2", &["subcc $2, $1, $2"]),
    new("not $1, $2", &["xnor $1, %g0, $2"]),
    new("not $1", &["xnor $1, %g0, $1"]),
    new("bset $1, $2", &["or $2, $1, $2"]),
    new("bclr $1, $2", &["andn $2, $1, $2"]),
    new("btog $1, $2", &["xor $2, $1, $2"]),
    new("mov %y, $1", &["rd %y, $1"]),
    new("mov %psr, $1", &["rd %psr, $1"]),
    new("mov %wim, $1", &["rd %wim, $1"]),
    new("mov %tbr, $1", &["rd %tbr, $1"]),
    new("mov %asr$1, $2", &["rd %asr$1, $2"]),
    new("mov $1, %y", &["wr $1, %y"]),
    new("mov $1, %psr", &["wr $1, %psr"]),
    new("mov $1, %wim", &["wr $1, %wim"]),
    new("mov $1, %tbr", &["wr $1, %tbr"]),
    new("mov $1, %asr$2", &["wr $1, %asr$2"]),
    new("call $1, 0", &["call $1"]),
    new("restore %g0, %g0, %g0", &["restore"]),
];

/// Jumps beyond the reach of the short forms.
pub const TRICORE: &[Synthetic] = &[
    new("jltz $1,$2", &["jlt $1,0,$2"]),
    new("jgez $1,$2", &["jge $1,0,$2"]),
    new("jlez $1,$2", &["jlt $1,1,$2"]),
    new("jgtz $1,$2", &["jge $1,1,$2"]),
];

/// Accesses without an offset that the short forms do not reach.
pub const EPIPHANY: &[Synthetic] = &[
    new("ldrb $1,[$2]", &["ldrb $1,[$2,+0]"]),
    new("ldrh $1,[$2]", &["ldrh $1,[$2,+0]"]),
    new("ldr $1,[$2]", &["ldr $1,[$2,+0]"]),
    new("ldrd $1,[$2]", &["ldrd $1,[$2,+0]"]),
];

const fn new(written: &'static str, made: &'static [&'static str]) -> Synthetic {
    Synthetic {
        written,
        made,
        first: false,
    }
}

const fn first(written: &'static str, made: &'static [&'static str]) -> Synthetic {
    Synthetic {
        written,
        made,
        first: true,
    }
}

impl Synthetic {
    /// The operands, if `text` is written in this way.
    pub fn operands<'a>(&self, text: &'a str) -> Option<Vec<&'a str>> {
        if text.split_whitespace().next() != self.written.split(' ').next() {
            return None;
        }
        let mut operands = Vec::new();
        let mut rest = text;
        let mut parts = self.written.split('$');
        rest = literal(parts.next()?, rest)?;
        for part in parts {
            // Behind the number of the operand.
            let behind = part.get(1..)?;
            let stop = behind.chars().find(|c| *c != ' ');
            let end = match stop {
                None => rest.len(),
                Some(stop) => end_of_operand(rest, stop)?,
            };
            operands.push(rest[..end].trim());
            rest = literal(behind, &rest[end..])?;
        }
        let whole = rest.trim().is_empty() && operands.iter().all(|o| !o.is_empty());
        let one = |o: &&str| end_of_operand(o, ',').is_none();
        (whole && operands.iter().all(one)).then_some(operands)
    }

    /// The instructions that these operands make.
    pub fn made(&self, operands: &[&str]) -> Vec<String> {
        self.made.iter().map(|text| with(text, operands)).collect()
    }
}

fn with(text: &str, operands: &[&str]) -> String {
    let mut parts = text.split('$');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number: usize = part.get(..1).and_then(|n| n.parse().ok()).unwrap_or(0);
        let operand = number.checked_sub(1).and_then(|i| operands.get(i));
        out.push_str(operand.unwrap_or(&""));
        out.push_str(part.get(1..).unwrap_or_default());
    }
    out
}

/// Where a character stands outside parentheses.
fn end_of_operand(text: &str, stop: char) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            _ if c == stop && depth == 0 => return Some(at),
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Passes a literal part; its blanks are any number of blanks.
fn literal<'a>(part: &str, text: &'a str) -> Option<&'a str> {
    let mut rest = text;
    for c in part.chars() {
        if c == ' ' {
            rest = rest.trim_start();
        } else {
            rest = rest.trim_start().strip_prefix(c)?;
        }
    }
    Some(rest)
}
