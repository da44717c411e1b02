//! How a program ended.

use std::fmt;
use std::str::FromStr;

/// How a program ended, or why it did not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The compiler refused it.
    NotCompiled,
    /// It does not link.
    NotLinked,
    /// `exit`, or the return of `main`, with this status.
    Exit(i32),
    /// It called `abort`: it found something wrong.
    Abort,
    /// An exception that nobody handles, of this type.
    Trap(u8),
    /// It crashed, or was stopped in the middle.
    Silent,
}

impl Ending {
    /// A success.
    pub const PASS: Ending = Ending::Exit(0);

    /// What the last line of a console says; see `runtime/report.c`.
    pub fn of(console: &str) -> Ending {
        let last = console.trim_end().lines().next_back().unwrap_or_default();
        let words: Vec<&str> = last.split_whitespace().collect();
        match words[..] {
            ["***", "abort"] => Some(Ending::Abort),
            ["***", "exit", status] => status.parse().ok().map(Ending::Exit),
            ["***", "trap", tt, "at", _] => trap(tt),
            _ => None,
        }
        .unwrap_or(Ending::Silent)
    }
}

fn trap(text: &str) -> Option<Ending> {
    let digits = text.strip_prefix("0x")?;
    u8::from_str_radix(digits, 16).ok().map(Ending::Trap)
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::NotCompiled => f.write_str("not-compiled"),
            Ending::NotLinked => f.write_str("not-linked"),
            Ending::Exit(status) => write!(f, "exit-{status}"),
            Ending::Abort => f.write_str("abort"),
            Ending::Trap(tt) => write!(f, "trap-{tt:#04x}"),
            Ending::Silent => f.write_str("silent"),
        }
    }
}

impl FromStr for Ending {
    type Err = String;

    fn from_str(text: &str) -> Result<Ending, String> {
        let found = match text {
            "not-compiled" => Some(Ending::NotCompiled),
            "not-linked" => Some(Ending::NotLinked),
            "abort" => Some(Ending::Abort),
            "silent" => Some(Ending::Silent),
            _ => match text.split_once('-') {
                Some(("exit", status)) => status.parse().ok().map(Ending::Exit),
                Some(("trap", tt)) => trap(tt),
                _ => None,
            },
        };
        found.ok_or_else(|| format!("`{text}` is no ending"))
    }
}

#[cfg(test)]
mod tests {
    use super::Ending;

    #[test]
    fn the_last_line_of_the_console_decides() {
        assert_eq!(Ending::of("some text\n\n*** exit 0\n"), Ending::PASS);
        assert_eq!(Ending::of("\n*** exit -3\n"), Ending::Exit(-3));
        assert_eq!(Ending::of("*** abort\r\n"), Ending::Abort);
        assert_eq!(Ending::of("*** trap 0x2a at 0x40001234"), Ending::Trap(42));
        assert_eq!(Ending::of("*** exit 0\nand more\n"), Ending::Silent);
        assert_eq!(Ending::of(""), Ending::Silent);
    }

    #[test]
    fn endings_are_read_as_they_are_written() {
        let all = [
            Ending::NotCompiled,
            Ending::NotLinked,
            Ending::Exit(7),
            Ending::Abort,
            Ending::Trap(2),
            Ending::Silent,
        ];
        for e in all {
            assert_eq!(e.to_string().parse(), Ok(e));
        }
        assert!("pass".parse::<Ending>().is_err());
    }
}
