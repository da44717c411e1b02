//! The choice among the forms of a mnemonic: the shortest one that takes the operands, as GNU `as` chooses.

use crate::diagnostic::Fault;
use crate::expression::Reader;
use crate::guest::{Guest, Way};
use std::collections::BTreeMap;
use trueboard_core::isa::{Cause, Cursor, Form, Misfit};
use trueboard_core::near::did_you_mean;

/// An instruction in the form that was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    pub word: u32,
    /// Bits.
    pub width: u32,
}

/// The forms of each mnemonic that was met.
#[derive(Default)]
pub struct Known(BTreeMap<String, Vec<Way>>);

/// An instruction to be chosen.
pub struct Wanted<'a> {
    pub text: &'a str,
    pub at: u32,
    /// Bits that it has at least: it was that long before, and never becomes shorter.
    pub least: u32,
}

/// Chooses the form of an instruction.
pub fn choose(
    guest: &Guest,
    known: &mut Known,
    reader: &Reader<'_>,
    wanted: &Wanted<'_>,
) -> Result<Choice, Fault> {
    let (text, forced) = unsuffixed(guest, wanted.text);
    let mnemonic = text.split_whitespace().next().unwrap_or_default();
    let ways = known.0.entry(mnemonic.to_owned()).or_insert_with(|| {
        let all = guest.ways.iter().copied();
        all.filter(|way| !matches!(parse(*way, mnemonic, 0, reader), Err(m) if m.mnemonic))
            .collect()
    });
    if ways.is_empty() {
        return Err(unknown(guest, &text));
    }
    let mut best: Option<Choice> = None;
    let mut taken: Option<&Form> = None;
    let mut misfits = Vec::new();
    for way in ways.iter() {
        let width = way.form().width;
        if forced.is_some_and(|forced| forced != width) {
            continue;
        }
        match parse(*way, &text, wanted.at, reader) {
            Ok(word) => {
                let form = way.form();
                let better = best.is_none_or(|b| width < b.width)
                    || best.is_some_and(|b| width == b.width)
                        && taken.is_some_and(|t| replaces(guest, &text, form, t));
                if width >= wanted.least && better {
                    best = Some(Choice { word, width });
                    taken = Some(form);
                }
            }
            Err(misfit) => misfits.push((width, misfit)),
        }
    }
    // GNU as turns operands round for a shorter form.
    if let Some(turned) = turned(guest, &text) {
        for way in ways.iter().filter(|way| way.form().width >= wanted.least) {
            let shorter = best.is_some_and(|b| way.form().width < b.width);
            if shorter && let Ok(word) = parse(*way, &turned, wanted.at, reader) {
                let width = way.form().width;
                best = Some(Choice { word, width });
                taken = Some(way.form());
            }
        }
    }
    if let Some((best, form)) = best.zip(taken)
        && let Some((cause, remedy)) = (guest.forbids)(form, best.word)
    {
        return Err(Fault::new(text.len(), cause, remedy));
    }
    best.ok_or_else(|| reason(guest, misfits, text.len(), forced))
}

/// Of equally long forms of an access, `form` replaces `earlier`: if it has an offset as the text has, and one that is
/// no narrower.
fn replaces(guest: &Guest, text: &str, form: &Form, earlier: &Form) -> bool {
    let offset = |text: &str| {
        let behind = text.rsplit_once(']').map(|(_, behind)| behind.trim_start());
        behind.is_some_and(|b| !b.is_empty() && !b.starts_with(','))
    };
    let bits = |form: &Form| {
        let fields = form.operands.iter().filter(|f| f.name == "o");
        fields.map(|f| f.bits.width()).max()
    };
    guest.last_access
        && form.syntax.contains('[')
        && offset(form.syntax) == offset(text)
        && (offset(earlier.syntax) != offset(text) || bits(form) >= bits(earlier))
}

/// The text with the second and third operand turned round, if they may be, so that the first and second are one.
fn turned(guest: &Guest, text: &str) -> Option<String> {
    let (mnemonic, operands) = text.split_once(char::is_whitespace)?;
    let mut operands = operands.splitn(3, ',');
    let (d, a, b) = (operands.next()?, operands.next()?, operands.next()?);
    let same = d.trim() == b.trim();
    (same && guest.commutes.contains(&mnemonic)).then(|| format!("{mnemonic} {d},{b},{a}"))
}

fn parse(way: Way, text: &str, at: u32, reader: &Reader<'_>) -> Result<u32, Misfit> {
    way.parse(&mut Cursor::new(text, at, reader))
}

/// The text without a suffix of length, and the bits that it demands.
fn unsuffixed(guest: &Guest, text: &str) -> (String, Option<u32>) {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (mnemonic, rest) = text.split_at(end);
    if guest.suffixes {
        for (suffix, bits) in [(".s", 16), (".l", 32)] {
            if let Some(plain) = mnemonic.strip_suffix(suffix) {
                return (format!("{plain}{rest}"), Some(bits));
            }
        }
    }
    (text.to_owned(), None)
}

fn unknown(guest: &Guest, text: &str) -> Fault {
    let mnemonic = text.split_whitespace().next().unwrap_or_default();
    // One that only synthetic instructions have, with operands of none of them.
    let first = |written: &&str| written.split(' ').next() == Some(mnemonic);
    let ways = guest.synthetics.iter().map(|s| s.written).filter(first);
    let ways: Vec<String> = ways.map(|w| format!("`{}`", named(w))).collect();
    if !ways.is_empty() {
        return Fault::new(
            text.len(),
            format!("`{mnemonic}` does not take these operands"),
            format!("write {}", ways.join(" or ")),
        );
    }
    let names: Vec<String> = guest.mnemonics().collect();
    let near = did_you_mean(mnemonic, names.iter().map(String::as_str));
    Fault::new(
        text.len(),
        format!(
            "`{mnemonic}` is no instruction of {}{near}",
            guest.isa.name()
        ),
        "write one of this instruction set",
    )
}

/// The way to write a synthetic instruction, its operands as letters.
fn named(written: &str) -> String {
    let letters = [("$1", "a"), ("$2", "b"), ("$3", "c")];
    letters
        .iter()
        .fold(written.to_owned(), |text, (number, letter)| {
            text.replace(number, letter)
        })
}

/// The error of the form that comes furthest.
fn reason(guest: &Guest, misfits: Vec<(u32, Misfit)>, length: usize, forced: Option<u32>) -> Fault {
    let misfits = misfits.into_iter().filter(|(_, m)| !m.mnemonic);
    let rank = |cause: &Cause| match cause {
        Cause::Expression(_) => 0,
        Cause::Range { .. } => 1,
        Cause::Expected(_) => 2,
    };
    // Of several ranges the widest form has the widest one.
    let mut misfits: Vec<(u32, Misfit)> = misfits.collect();
    misfits.sort_by_key(|(width, m)| (m.left, rank(&m.cause), std::cmp::Reverse(*width)));
    let Some((_, first)) = misfits.first() else {
        let bits = forced.unwrap_or_default();
        return Fault::new(
            length,
            format!(
                "this instruction of {} has no form of {bits} bits",
                guest.isa.name()
            ),
            "leave out the suffix",
        );
    };
    if !matches!(first.cause, Cause::Expected(_)) {
        return first.clone().into();
    }
    let left = first.left;
    let mut expected: Vec<String> = Vec::new();
    for (_, misfit) in &misfits {
        if let Cause::Expected(what) = &misfit.cause
            && misfit.left == left
            && !expected.contains(what)
        {
            expected.push(what.clone());
        }
    }
    Fault::new(
        left,
        format!("expected here: {}", expected.join(", or ")),
        "correct the operands",
    )
}
