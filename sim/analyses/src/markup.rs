//! Text in XML and HTML.

/// `text` as an attribute or an element of XML or HTML has it. A control character other than a
/// line break or a tab becomes a blank.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A number with `mark` between groups of three digits.
///
/// ```
/// assert_eq!(trueboard_analyses::markup::grouped(1_234_567, ','), "1,234,567");
/// ```
#[must_use]
pub fn grouped(n: u64, mark: char) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i != 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(mark);
        }
        out.push(c);
    }
    out
}
