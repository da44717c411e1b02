//! Commands that are typed.

use trueboard::internals::board::did_you_mean;
use trueboard_lab::Command;

/// The words that commands begin with.
const WORDS: [&str; 14] = [
    "run", "break", "unbreak", "watch", "unwatch", "back", "write", "goto", "core", "step",
    "stepback", "type", "patch", "reset",
];

/// What keys and commands do.
pub fn help() -> Vec<String> {
    [
        "s step   n step over   l next line   o step out   b step back   B run back",
        "r run    space pause   <- -> time slider   c next core   w why (chosen line)",
        "1-9 0 panels, Tab next one, L lesson   arrows, PgUp, PgDn choose a line   q quit",
        ":run PLACE   :break PLACE   :unbreak PLACE   :watch PLACE   :unwatch PLACE",
        ":back PLACE  :write PLACE (back to its last change)   :goto CYCLE   :core N",
        ":patch PLACE VALUE   :type TEXT   :reset   :step N   :stepback N   :quit by q",
        "PLACE is a symbol (main, main+0x10), a line (app.c:12) or an address (0x40000000).",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// The command that `text` says; none for nothing.
pub fn command(text: &str) -> Result<Option<Command>, String> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let place = || match rest {
        "" => Err(format!("{word}: a place is missing, as in `{word} main`")),
        place => Ok(place.to_owned()),
    };
    let number = |what: &str| {
        let n = rest.replace('_', "").parse::<u64>();
        n.map_err(|_| format!("{word}: {what} is missing, as in `{word} 1`"))
    };
    let short = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(Some(match word {
        "" => return Ok(None),
        "run" if rest.is_empty() => Command::Run { cycles: None },
        "run" => Command::RunTo {
            place: place()?,
            cycles: None,
        },
        "break" => Command::Break { place: place()? },
        "unbreak" => Command::Unbreak { place: place()? },
        "watch" => Command::Watch {
            place: place()?,
            bytes: None,
            reads: false,
        },
        "unwatch" => Command::Unwatch { place: place()? },
        "back" => Command::RunBack {
            place: Some(place()?),
        },
        "write" => Command::LastWrite {
            place: place()?,
            bytes: None,
        },
        "goto" => Command::GoTo {
            tick: None,
            cycle: Some(number("a cycle")?),
        },
        "core" => Command::Choose {
            core: u8::try_from(number("a core")?).unwrap_or(u8::MAX),
        },
        "step" => Command::Step {
            core: None,
            count: Some(short(number("a number")?)),
        },
        "stepback" => Command::StepBack {
            core: None,
            count: Some(short(number("a number")?)),
        },
        "type" => Command::Type {
            text: format!("{rest}\r"),
        },
        "patch" => match rest.split_once(char::is_whitespace) {
            Some((place, value)) => Command::Patch {
                place: place.to_owned(),
                value: value.trim().to_owned(),
                bytes: None,
            },
            None => {
                return Err("patch: write a place and a value, as in `patch count 1`".to_owned());
            }
        },
        "reset" => Command::Reset,
        other => {
            let near = did_you_mean(other, WORDS);
            return Err(format!("`{other}` is no command{near}; ? has them all"));
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::command;
    use trueboard_lab::Command;

    #[test]
    fn what_is_typed_is_understood() {
        let place = "main+0x10".to_owned();
        assert_eq!(
            command(" break main+0x10 "),
            Ok(Some(Command::Break { place }))
        );
        assert_eq!(command("  "), Ok(None));
        assert!(command("break").unwrap_err().contains("break main"));
        for word in super::WORDS {
            let answer = command(&format!("{word} 1 2"));
            assert!(
                !answer.is_err_and(|e| e.contains("is no command")),
                "{word}"
            );
        }
        assert!(
            command("brek main")
                .unwrap_err()
                .contains("did you mean `break`?")
        );
        assert!(command("jump 1").unwrap_err().contains("jump"));
        assert!(command("goto x").unwrap_err().contains("a cycle"));
    }
}
