//! What a script expects to read, held against what was read.

use crate::program::Expect;

/// Bytes as text: a number as long as it is one, otherwise byte by byte.
pub(crate) fn hex(got: &[u8]) -> String {
    match number(got) {
        Some(n) => format!("{n:#x}"),
        None => got.iter().map(|b| format!("{b:02x}")).collect(),
    }
}

/// The C string that begins with these bytes.
pub(crate) fn c_string(got: &[u8]) -> String {
    let text = got.split(|&b| b == 0).next().unwrap_or_default();
    String::from_utf8_lossy(text).into_owned()
}

fn number(got: &[u8]) -> Option<u64> {
    let mut word = [0; 8];
    word.get_mut(..got.len())?.copy_from_slice(got);
    Some(u64::from_le_bytes(word))
}

impl Expect {
    /// What is wrong with `got`, as the end of a sentence.
    pub(crate) fn problem(&self, got: &[u8]) -> Option<String> {
        match self {
            Expect::Value(want) => {
                let is = number(got) == Some(*want);
                (!is).then(|| format!("is {}, not {want:#x}", hex(got)))
            }
            Expect::Between(from, to) => {
                let is = number(got).is_some_and(|n| (*from..=*to).contains(&n));
                let shown = number(got).unwrap_or_default();
                (!is).then(|| format!("is {shown}, not from {from} to {to}"))
            }
            Expect::Text(want) => {
                let text = c_string(got);
                (text != *want).then(|| format!("is {text:?}, not {want:?}"))
            }
            Expect::InText(wants) => {
                let text = c_string(got);
                let mut rest = text.as_str();
                for want in wants {
                    match rest.split_once(want.as_str()) {
                        Some((_, after)) => rest = after,
                        None => return Some(format!("is {text:?}: {want:?} is not (there) in it")),
                    }
                }
                None
            }
            Expect::File(name, want) => {
                let differ = got.iter().zip(want).position(|(a, b)| a != b);
                let at = differ.or_else(|| (got.len() != want.len()).then_some(got.len()))?;
                Some(format!("differs from {name} at byte {at}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_told() {
        let tells = |e: Expect, got: &[u8]| e.problem(got).unwrap_or_default();
        assert_eq!(tells(Expect::Value(7), &[7, 0, 0, 0]), "");
        assert_eq!(tells(Expect::Value(7), &[8, 0]), "is 0x8, not 0x7");
        assert_eq!(tells(Expect::Between(1, 3), &[3, 0]), "");
        assert_eq!(tells(Expect::Between(1, 3), &[4]), "is 4, not from 1 to 3");
        let text = |t: &str| Expect::Text(t.to_owned());
        assert_eq!(tells(text("ab"), b"ab\0cd"), "");
        assert!(tells(text("abc"), b"ab\0cd").contains("\"ab\""));
        let within = |t: &[&str]| Expect::InText(t.iter().map(|&t| t.to_owned()).collect());
        assert_eq!(tells(within(&["one", "two"]), b"one and two\0"), "");
        assert!(tells(within(&["two", "one"]), b"one and two\0").contains("\"one\""));
        let file = |b: &[u8]| Expect::File("f".to_owned(), b.to_vec());
        assert_eq!(tells(file(&[1, 2]), &[1, 2]), "");
        assert_eq!(tells(file(&[1, 2]), &[1, 3]), "differs from f at byte 1");
        assert_eq!(tells(file(&[1, 2]), &[1]), "differs from f at byte 1");
    }
}
