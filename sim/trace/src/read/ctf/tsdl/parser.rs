//! Tokens to declarations: the outermost level, and helpers of all rules.

use super::ast::{Attributes, Block, BlockKind, Item, Setting};
use super::token::{Kind, Token, tokens};
use super::{Declaration, Fault};

/// How deep types may nest, far beyond what anybody writes: the parser calls itself.
const DEPTH: u32 = 48;

pub(super) struct Parser {
    tokens: Vec<Token>,
    next: usize,
    depth: u32,
}

/// Reads a metadata text.
///
/// # Errors
/// The first thing that cannot be understood.
pub(in super::super) fn parse(text: &str) -> Result<Vec<Item>, Fault> {
    let mut p = Parser {
        tokens: tokens(text)?,
        next: 0,
        depth: 0,
    };
    let mut items = Vec::new();
    while *p.peek() != Kind::End {
        if !p.take(";") {
            items.push(p.item()?);
        }
    }
    Ok(items)
}

impl Parser {
    fn item(&mut self) -> Result<Item, Fault> {
        let kind = match self.peek() {
            Kind::Word(w) => match w.as_str() {
                "trace" => Some(BlockKind::Trace),
                "env" => Some(BlockKind::Env),
                "clock" => Some(BlockKind::Clock),
                "stream" => Some(BlockKind::Stream),
                "event" => Some(BlockKind::Event),
                "callsite" => Some(BlockKind::Callsite),
                _ => None,
            },
            _ => None,
        };
        let Some(kind) = kind else {
            return Ok(Item::Declaration(self.type_declaration()?));
        };
        let at = self.at();
        self.next += 1;
        self.expect("{", "a block begins with {")?;
        let mut block = Block {
            at,
            kind,
            attributes: Attributes::default(),
            types: Vec::new(),
        };
        while !self.take("}") {
            if self.take(";") {
                continue;
            }
            if self.is_type_declaration() {
                block.types.push(self.type_declaration()?);
            } else {
                let one = self.attribute()?;
                block.attributes.0.push(one);
            }
        }
        self.expect(";", "a declaration ends with ;")?;
        Ok(Item::Block(block))
    }

    /// `typealias … := …;`, `typedef … …;`, or a type declared for its name.
    fn type_declaration(&mut self) -> Result<Declaration, Fault> {
        let declaration = self.declaration()?;
        if let Declaration::Fields(_, names) = &declaration {
            let at = names.first().map_or(self.at(), |n| n.at);
            return Err(Fault::new(
                at,
                "a field can only be in a structure or variant",
                "put it into `fields := struct { … }`",
            ));
        }
        Ok(declaration)
    }

    /// Whether types are declared here, and not an attribute given: `fields := struct` begins
    /// with a word that has `:=`, `=` or `.` behind it.
    fn is_type_declaration(&self) -> bool {
        let Kind::Word(word) = self.peek() else {
            return false;
        };
        let keyword = matches!(
            word.as_str(),
            "typealias" | "typedef" | "struct" | "variant" | "enum"
        );
        keyword && !matches!(self.after(), Kind::Mark("=" | ":=" | "."))
    }

    /// `name = value;` or `name := type;`, the name with dots perhaps.
    fn attribute(&mut self) -> Result<(usize, String, Setting), Fault> {
        let at = self.at();
        let name = self.path()?.join(".");
        let setting = if self.take(":=") {
            Setting::Type(self.type_specifier()?)
        } else {
            self.expect("=", "an attribute is NAME = VALUE; or NAME := TYPE;")?;
            self.setting()?
        };
        self.expect(";", "an attribute ends with ;")?;
        Ok((at, name, setting))
    }

    fn setting(&mut self) -> Result<Setting, Fault> {
        match self.peek().clone() {
            Kind::Text(mut text) => {
                self.next += 1;
                // Strings side by side are one, as in C.
                while let Kind::Text(more) = self.peek() {
                    text += more;
                    self.next += 1;
                }
                Ok(Setting::Text(text))
            }
            Kind::Word(_) => Ok(Setting::Path(self.path()?)),
            _ => Ok(Setting::Number(self.number()?)),
        }
    }

    /// Attributes in braces, behind `integer` and its like.
    pub(super) fn attributes(&mut self) -> Result<Attributes, Fault> {
        self.expect("{", "attributes stand in braces")?;
        let mut all = Vec::new();
        while !self.take("}") {
            if !self.take(";") {
                all.push(self.attribute()?);
            }
        }
        Ok(Attributes(all))
    }

    /// `stream.event.header.len`
    pub(super) fn path(&mut self) -> Result<Vec<String>, Fault> {
        let mut path = vec![self.word("a name")?];
        while self.take(".") {
            path.push(self.word("a name")?);
        }
        Ok(path)
    }

    pub(super) fn number(&mut self) -> Result<i128, Fault> {
        let at = self.at();
        let minus = self.take("-");
        if !minus {
            self.take("+");
        }
        match *self.peek() {
            Kind::Number(n) => {
                self.next += 1;
                let n = i128::from(n);
                Ok(if minus { -n } else { n })
            }
            _ => Err(self.unexpected(at, "a number")),
        }
    }

    pub(super) fn word(&mut self, what: &str) -> Result<String, Fault> {
        match self.peek().clone() {
            Kind::Word(w) => {
                self.next += 1;
                Ok(w)
            }
            _ => Err(self.unexpected(self.at(), what)),
        }
    }

    /// Takes a mark if it is next.
    pub(super) fn take(&mut self, mark: &str) -> bool {
        let is = matches!(self.peek(), Kind::Mark(m) if *m == mark);
        self.next += usize::from(is);
        is
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let is = matches!(self.peek(), Kind::Word(w) if w == word);
        self.next += usize::from(is);
        is
    }

    pub(super) fn expect(&mut self, mark: &str, remedy: &'static str) -> Result<(), Fault> {
        if self.take(mark) {
            return Ok(());
        }
        let mut fault = self.unexpected(self.at(), &format!("`{mark}`"));
        fault.remedy = remedy;
        Err(fault)
    }

    pub(super) fn unexpected(&self, at: usize, expected: &str) -> Fault {
        let found = match self.peek() {
            Kind::Word(w) => format!("`{w}`"),
            Kind::Number(n) => format!("`{n}`"),
            Kind::Text(t) => format!("{t:?}"),
            Kind::Mark(m) => format!("`{m}`"),
            Kind::End => "the end of the text".to_owned(),
        };
        Fault::new(
            at,
            format!("expected {expected}, found {found}"),
            "the metadata is not TSDL 1.8, or damaged",
        )
    }

    /// Goes one level deeper into types.
    pub(super) fn deeper<T>(
        &mut self,
        rule: impl FnOnce(&mut Parser) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if self.depth == DEPTH {
            return Err(Fault::new(
                self.at(),
                format!("types nest deeper than {DEPTH} levels"),
                "name the inner types with typealias",
            ));
        }
        self.depth += 1;
        let done = rule(self);
        self.depth -= 1;
        done
    }

    pub(super) fn peek(&self) -> &Kind {
        self.kind(self.next)
    }

    pub(super) fn after(&self) -> &Kind {
        self.kind(self.next + 1)
    }

    fn kind(&self, at: usize) -> &Kind {
        self.tokens.get(at).map_or(&Kind::End, |t| &t.kind)
    }

    /// Where the next token begins.
    pub(super) fn at(&self) -> usize {
        let token = self.tokens.get(self.next).or(self.tokens.last());
        token.map_or(0, |t| t.at)
    }

    pub(super) fn skip(&mut self) {
        self.next += 1;
    }
}
