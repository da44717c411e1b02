//! Programs that do not pass, and why: `known/TARGET-COMPILER.txt`.
//!
//! A line is `PROGRAM LEVELS ENDING REASON`, the levels with commas between them. A program that
//! is not listed has to pass, and a program that is listed has to end as the list says, on every
//! simulator.

use crate::ending::Ending;
use std::collections::BTreeMap;
use std::path::Path;

/// The list of one compiler.
#[derive(Debug, Default)]
pub struct Known(BTreeMap<(String, String), Ending>);

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
            let ending: Ending = ending.parse().map_err(|e| format!("line {}: {e}", i + 1))?;
            if ending == Ending::PASS {
                return Err(format!("line {}: {program} passes", i + 1));
            }
            for level in levels.split(',') {
                let key = (program.to_owned(), level.to_owned());
                if all.insert(key, ending).is_some() {
                    return Err(format!("line {}: {program} {level} again", i + 1));
                }
            }
        }
        Ok(Known(all))
    }

    /// How a program has to end.
    pub fn ending(&self, program: &str, level: &str) -> Ending {
        let key = (program.to_owned(), level.to_owned());
        self.0.get(&key).copied().unwrap_or(Ending::PASS)
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
    use crate::ending::Ending;

    #[test]
    fn lists_name_endings_of_some_and_demand_that_the_others_pass() {
        let known = Known::parse("# comment\n\na.c -O0,-O2 abort why\nb.c -O2 trap-0x02 why\n")
            .expect("a list");
        assert_eq!(known.ending("a.c", "-O0"), Ending::Abort);
        assert_eq!(known.ending("b.c", "-O2"), Ending::Trap(2));
        assert_eq!(known.ending("b.c", "-O0"), Ending::PASS);
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
