//! Where a value of a RON text is: the parsed value itself does not tell.

/// The line of the value at `path` (`registers[1].reset`), or of the innermost value around it that there is.
pub(crate) fn line_of(text: &str, path: &str) -> usize {
    let path: Vec<String> = path
        .split(['.', '['])
        .map(|p| p.trim_end_matches(']').to_owned())
        .filter(|p| !p.is_empty())
        .collect();
    let mut at = Walk {
        frames: Vec::new(),
        best: (0, 1),
    };
    let mut line = 1;
    let mut rest = text;
    let mut word = String::new();
    while let Some(c) = rest.chars().next() {
        let skipped = skipped(rest);
        if skipped > 0 {
            at.meets(&path, line);
            line += rest[..skipped].matches('\n').count();
            rest = &rest[skipped..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '\n' => line += 1,
            '(' | '{' | '[' => {
                at.meets(&path, line);
                at.frames.push(Frame {
                    list: c == '[',
                    index: 0,
                    key: None,
                });
            }
            ')' | '}' | ']' => {
                at.frames.pop();
            }
            ',' => {
                if let Some(frame) = at.frames.last_mut() {
                    frame.index += 1;
                    frame.key = None;
                }
            }
            ':' => {
                if let Some(frame) = at.frames.last_mut() {
                    frame.key = Some(std::mem::take(&mut word));
                }
                at.meets(&path, line);
            }
            c if c.is_alphanumeric() || c == '_' => {
                word.push(c);
                continue;
            }
            _ => continue,
        }
        word.clear();
    }
    at.best.1
}

/// The bytes at the beginning of `text` that are a comment or a string.
fn skipped(text: &str) -> usize {
    let up_to = |end: &str, from: usize| {
        let found = text[from..].find(end);
        found.map_or(text.len(), |n| from + n + end.len())
    };
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return up_to("*/", 2);
    }
    if !text.starts_with('"') {
        return 0;
    }
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return i + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

struct Frame {
    list: bool,
    index: usize,
    key: Option<String>,
}

struct Walk {
    frames: Vec<Frame>,
    /// How much of the path has been met, and the line there.
    best: (usize, usize),
}

impl Walk {
    fn meets(&mut self, path: &[String], line: usize) {
        let mut names = self.frames.iter().map(|f| match f.list {
            true => f.index.to_string(),
            false => f.key.clone().unwrap_or_default(),
        });
        let met = path.iter().take_while(|p| names.next().as_ref() == Some(p));
        let met = met.count();
        // A value inside of another part of the file shares the beginning of its path alone.
        if met > self.best.0 {
            self.best = (met, line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::line_of;

    #[test]
    fn lines_of_values() {
        let text = "// (a: [\nDevice(\n  id: \"x)\\\"\", /* ,\n */ at: 1,\n  params: (list: [\n    (n: 1),\n    \
                    (n: 2,\n     m: [7]),\n  ]),\n)\n";
        for (path, line) in [
            ("id", 3),
            ("at", 4),
            ("params.list[0].n", 6),
            ("params.list[1].n", 7),
            ("params.list[1].m", 8),
            ("params.list[1].nothing", 7),
            ("nothing", 1),
        ] {
            assert_eq!(line_of(text, path), line, "{path}");
        }
        assert_eq!(line_of("[(a: 1),\n(a: 2)]", "[1].a"), 2);
    }
}
