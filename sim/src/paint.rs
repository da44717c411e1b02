//! How text looks where it is written: colours by meaning, and tables as wide as the terminal.
//!
//! A text holds marks where a meaning begins and ends, and between the cells of tables. Whoever writes it turns them
//! into what the place can show: [`Look`].
//!
//! The marks are noncharacters, which Unicode keeps free for such use inside of a program. One that comes out of the
//! name of a file is only a colour that ends with the line, or a column of a table more.

mod table;

use anstyle::{AnsiColor, Style};

/// The marks.
pub mod mark {
    /// Where meanings begin, in the order of [`super::Meaning`].
    pub const BEGIN: [char; 4] = ['\u{fdd0}', '\u{fdd1}', '\u{fdd2}', '\u{fdd3}'];
    /// Where a meaning ends.
    pub const END: char = '\u{fdd4}';
    /// Where a table begins. Its first row is the heading, and each row ends with the line.
    pub const TABLE: char = '\u{fdd5}';
    /// Where a cell of text begins.
    pub const TEXT: char = '\u{fdd6}';
    /// Where a cell begins that stands at the right of its column.
    pub const NUMBER: char = '\u{fdd7}';
    /// Where a table ends.
    pub const TABLE_END: char = '\u{fdd8}';
}

/// What a piece of text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A heading.
    Heading,
    /// As it should be.
    Good,
    /// Not as it should be, and explained; missing.
    Doubtful,
    /// Wrong; failed.
    Bad,
}

const ALL: [Meaning; 4] = [
    Meaning::Heading,
    Meaning::Good,
    Meaning::Doubtful,
    Meaning::Bad,
];

/// Width of a terminal that does not say how wide it is, as a serial line or one without a window.
const USUAL_COLUMNS: usize = 80;

/// What a place can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Colours.
    pub colours: bool,
    /// Characters in a line, if there is an end to them.
    pub columns: Option<usize>,
}

impl Look {
    /// No colours, and lines of any length: files and pipes.
    pub const FILE: Look = Look {
        colours: false,
        columns: None,
    };

    /// That of standard output or standard error. Colours are for terminals, and where NO_COLOR, CLICOLOR and
    /// CLICOLOR_FORCE say so.
    pub fn of<S: anstream::stream::RawStream + std::os::fd::AsFd>(stream: &S) -> Look {
        Look {
            colours: anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never,
            columns: match terminal_size::terminal_size_of(stream) {
                Some((width, _)) => Some(width.0.into()),
                None => stream.is_terminal().then_some(USUAL_COLUMNS),
            },
        }
    }
}

impl Meaning {
    fn mark(self) -> char {
        mark::BEGIN[self as usize]
    }

    fn style(self) -> Style {
        let plain = Style::new();
        match self {
            Meaning::Heading => plain.bold(),
            Meaning::Good => plain.fg_color(Some(AnsiColor::Green.into())),
            Meaning::Doubtful => plain.fg_color(Some(AnsiColor::Yellow.into())),
            Meaning::Bad => plain.bold().fg_color(Some(AnsiColor::Red.into())),
        }
    }
}

/// The text with its meaning.
pub fn paint(meaning: Meaning, text: &str) -> String {
    format!("{}{text}{}", meaning.mark(), mark::END)
}

/// A number of things that are not as they should be: no meaning if there are none.
pub fn some(meaning: Meaning, count: u64, text: String) -> String {
    if count == 0 {
        text
    } else {
        paint(meaning, &text)
    }
}

fn is_mark(c: char) -> bool {
    (mark::BEGIN[0]..=mark::TABLE_END).contains(&c)
}

/// How many columns a line takes.
fn width(line: &str) -> usize {
    line.chars().filter(|&c| !is_mark(c)).count()
}

/// The text as a place shows it.
pub fn shown(text: &str, look: Look) -> String {
    let laid_out = table::laid_out(text, look.columns);
    let mut out = String::with_capacity(laid_out.len() + 32);
    let mut on: Option<Style> = None;
    for c in laid_out.chars() {
        let begun = ALL.iter().find(|m| m.mark() == c);
        // No colour goes beyond its line.
        if (is_mark(c) || c == '\n')
            && let Some(style) = on.take()
        {
            out += &style.render_reset().to_string();
        }
        if let (Some(meaning), true) = (begun, look.colours) {
            let style = meaning.style();
            out += &style.render().to_string();
            on = Some(style);
        }
        if !is_mark(c) {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Look, Meaning, paint, shown, width};

    const COLOURS: Look = Look {
        colours: true,
        columns: None,
    };

    #[test]
    fn colours_are_seen_or_gone() {
        let text = format!("a {} b", paint(Meaning::Good, "ok"));
        assert_eq!(width(&text), "a ok b".len());
        assert_eq!(shown(&text, Look::FILE), "a ok b");
        assert_eq!(shown(&text, COLOURS), "a \x1b[32mok\x1b[0m b");
    }

    #[test]
    fn colours_end_with_the_line() {
        assert_eq!(
            shown("\u{fdd3}open\nnext", COLOURS),
            "\x1b[1m\x1b[31mopen\x1b[0m\nnext"
        );
        assert_eq!(shown("\u{fdd4}\u{fdd8}\u{fdd6}open", Look::FILE), "open");
    }
}
