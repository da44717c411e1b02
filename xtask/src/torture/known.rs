//! Programs that do not pass, and why: `known/TARGET-COMPILER.txt`.
//!
//! A line is `PROGRAM LEVELS ENDING REASON`, the levels with commas between them. A program that
//! is not listed has to pass, and a program that is listed has to end as the list says. Where
//! the judge is another processor, `ENDING` can be `OURS/JUDGES`.

use crate::torture::ending::Ending;
use std::collections::BTreeMap;
use std::path::Path;

/// How a program has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// On our boards.
    pub ours: Ending,
    /// On the judge.
    pub judge: Ending,
}

/// The list of one compiler: expectations by program and level.
#[derive(Debug, Default)]
pub struct Known(BTreeMap<(String, String), Expected>);

impl Known {
    /// Reads a list.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is not as it should be.
    pub fn read(path: &Path) -> Result<Known, String> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Known::parse(&text).map_err(|e| format!("{}: {e}", path.display()))
    }

    fn parse(text: &str) -> Result<Known, String> {
        let mut all = BTreeMap::new();
        for (i, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let (program, levels, ending) = match words[..] {
                [] => continue,
                [first, ..] if first.starts_with('#') => continue,
                [program, levels, ending, _, ..] => (program, levels, ending),
                _ => return Err(format!("line {}: program, levels, ending, reason", i + 1)),
            };
            let (ours, judge) = ending.split_once('/').unwrap_or((ending, ending));
            let read = |e: &str| e.parse().map_err(|e| format!("line {}: {e}", i + 1));
            let expected = Expected {
                ours: read(ours)?,
                judge: read(judge)?,
            };
            if expected.ours == Ending::PASS {
                return Err(format!("line {}: {program} passes", i + 1));
            }
            for level in levels.split(',') {
                let key = (program.to_owned(), level.to_owned());
                if all.insert(key, expected).is_some() {
                    return Err(format!("line {}: {program} {level} again", i + 1));
                }
            }
        }
        Ok(Known(all))
    }

    /// How a program has to end.
    pub fn expected(&self, program: &str, level: &str) -> Expected {
        let key = (program.to_owned(), level.to_owned());
        self.0.get(&key).copied().unwrap_or(Expected {
            ours: Ending::PASS,
            judge: Ending::PASS,
        })
    }

    /// Programs and levels of the list that `exists` denies.
    pub fn stale(&self, exists: impl Fn(&str, &str) -> bool) -> Vec<String> {
        self.0
            .keys()
            .filter(|(program, level)| !exists(program, level))
            .map(|(program, level)| format!("{program} {level} is in the list, but there is none"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Known;
    use crate::torture::ending::Ending;

    #[test]
    fn lists_name_endings_of_some_and_demand_that_the_others_pass() {
        let text = "# comment\n\na.c -O0,-O2 abort why\nb.c -O2 trap-0x08/exit-0 why\n";
        let known = Known::parse(text).expect("a list");
        let both = |program, level| {
            let e = known.expected(program, level);
            (e.ours, e.judge)
        };
        assert_eq!(both("a.c", "-O0"), (Ending::Abort, Ending::Abort));
        assert_eq!(both("b.c", "-O2"), (Ending::Trap(8), Ending::PASS));
        assert_eq!(both("b.c", "-O0"), (Ending::PASS, Ending::PASS));
        assert_eq!(known.stale(|p, _| p == "a.c").len(), 1);
    }

    #[test]
    fn lists_with_mistakes_are_refused() {
        for line in ["a.c -O0 abort", "a.c -O0 bad why", "a.c -O0 exit-0 why"] {
            assert!(Known::parse(line).is_err(), "{line}");
        }
        assert!(Known::parse("a.c -O0 abort why\na.c -O0,-O2 abort why").is_err());
    }
}
