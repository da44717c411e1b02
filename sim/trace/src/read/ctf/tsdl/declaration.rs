//! The rules for types and declarations with them (sections 4 and 7.3).

use super::Fault;
use super::ast::{Declaration, Declarator, Dimension, Enumerator, TypeBody, TypeText};
use super::parser::Parser;
use super::token::Kind;

impl Parser {
    /// A declaration in the body of a structure, or at the outermost level.
    pub(super) fn declaration(&mut self) -> Result<Declaration, Fault> {
        if self.take_word("typealias") {
            let ty = self.type_specifier()?;
            self.expect(":=", "a typealias is typealias TYPE := NAME;")?;
            let at = self.at();
            let mut words = vec![self.word("the new name of the type")?];
            while let Kind::Word(_) = self.peek() {
                words.push(self.word("a word")?);
            }
            self.expect(";", "a declaration ends with ;")?;
            let name = Declarator {
                at,
                name: words.join(" "),
                dimensions: Vec::new(),
            };
            return Ok(Declaration::Alias(ty, vec![name]));
        }
        let alias = self.take_word("typedef");
        let ty = self.type_specifier()?;
        if !alias && self.take(";") {
            return Ok(Declaration::Type(ty));
        }
        let mut names = vec![self.declarator()?];
        while self.take(",") {
            names.push(self.declarator()?);
        }
        self.expect(";", "a declaration ends with ;")?;
        Ok(if alias {
            Declaration::Alias(ty, names)
        } else {
            Declaration::Fields(ty, names)
        })
    }

    fn declarator(&mut self) -> Result<Declarator, Fault> {
        let at = self.at();
        let name = self.word("the name of a field")?;
        let mut dimensions = Vec::new();
        while self.take("[") {
            dimensions.push(match self.peek() {
                Kind::Word(_) => Dimension::Path(self.path()?),
                Kind::Number(n) => {
                    let n = *n;
                    self.skip();
                    Dimension::Number(n)
                }
                _ => return Err(self.unexpected(self.at(), "a length or the name of a field")),
            });
            self.expect("]", "a length is closed with ]")?;
        }
        Ok(Declarator {
            at,
            name,
            dimensions,
        })
    }

    /// A type, up to the name of what is declared with it.
    pub(super) fn type_specifier(&mut self) -> Result<TypeText, Fault> {
        self.deeper(Parser::one_type)
    }

    fn one_type(&mut self) -> Result<TypeText, Fault> {
        while self.take_word("const") {}
        let at = self.at();
        let first = self.word("a type")?;
        let body = match first.as_str() {
            "integer" => TypeBody::Integer(self.attributes()?),
            "floating_point" => TypeBody::Float(self.attributes()?),
            "string" => {
                if *self.peek() == Kind::Mark("{") {
                    self.attributes()?;
                }
                TypeBody::Text
            }
            "struct" => self.structure()?,
            "variant" => self.variant()?,
            "enum" => self.enumeration()?,
            _ => TypeBody::Named(self.type_name(first)?),
        };
        while self.take_word("const") {}
        Ok(TypeText { at, body })
    }

    /// A name of several words, `unsigned long` say: all words but the last, which is the name of the field, unless a
    /// keyword shows the end of the type.
    fn type_name(&mut self, first: String) -> Result<String, Fault> {
        let mut name = first;
        while let (Kind::Word(word), Kind::Word(_) | Kind::Mark(":=" | "{")) =
            (self.peek(), self.after())
        {
            if word != "const" {
                name = format!("{name} {word}");
            }
            self.skip();
        }
        Ok(name)
    }

    fn structure(&mut self) -> Result<TypeBody, Fault> {
        let name = self.optional_name();
        let body = self.optional_body()?;
        let mut align = None;
        if body.is_some() && self.take_word("align") {
            self.expect("(", "an alignment is align(BITS)")?;
            let (at, n) = (self.at(), self.number()?);
            align = Some(u64::try_from(n).map_err(|_| {
                let cause = format!("{n} is no alignment");
                Fault::new(at, cause, "an alignment is a power of two")
            })?);
            self.expect(")", "an alignment is align(BITS)")?;
        }
        self.named_or_full("struct", &name, body.is_some())?;
        Ok(TypeBody::Struct { name, body, align })
    }

    fn variant(&mut self) -> Result<TypeBody, Fault> {
        let name = self.optional_name();
        let tag = if self.take("<") {
            let tag = self.path()?;
            self.expect(">", "a variant is variant <TAG> { … }")?;
            Some(tag)
        } else {
            None
        };
        let body = self.optional_body()?;
        self.named_or_full("variant", &name, body.is_some())?;
        Ok(TypeBody::Variant { name, tag, body })
    }

    fn enumeration(&mut self) -> Result<TypeBody, Fault> {
        let name = self.optional_name();
        let base = if self.take(":") {
            Some(Box::new(self.type_specifier()?))
        } else {
            None
        };
        let mut body = None;
        if self.take("{") {
            let mut all = Vec::new();
            while !self.take("}") {
                all.push(self.enumerator()?);
                if !self.take(",") {
                    self.expect("}", "labels are separated by commas")?;
                    break;
                }
            }
            body = Some(all);
        }
        self.named_or_full("enum", &name, body.is_some())?;
        Ok(TypeBody::Enum { name, base, body })
    }

    fn enumerator(&mut self) -> Result<Enumerator, Fault> {
        let at = self.at();
        let name = match self.peek().clone() {
            Kind::Text(t) => {
                self.skip();
                t
            }
            _ => self.word("a label")?,
        };
        let mut range = None;
        if self.take("=") {
            let first = self.number()?;
            let last = if self.take("...") {
                self.number()?
            } else {
                first
            };
            if last < first {
                let cause = format!("the range {first} ... {last} of `{name}` is empty");
                return Err(Fault::new(at, cause, "write the lower end first"));
            }
            range = Some((first, last));
        }
        Ok(Enumerator { name, range })
    }

    /// The name of a structure, variant or enumeration: a word with the body, the tag or the base
    /// behind it, or, where there is no body, with a field's name behind it.
    fn optional_name(&mut self) -> Option<String> {
        match self.peek().clone() {
            Kind::Word(w) => {
                self.skip();
                Some(w)
            }
            _ => None,
        }
    }

    fn optional_body(&mut self) -> Result<Option<Vec<Declaration>>, Fault> {
        if !self.take("{") {
            return Ok(None);
        }
        let mut all = Vec::new();
        while !self.take("}") {
            if !self.take(";") {
                all.push(self.declaration()?);
            }
        }
        Ok(Some(all))
    }

    fn named_or_full(&self, what: &str, name: &Option<String>, body: bool) -> Result<(), Fault> {
        if body || name.is_some() {
            return Ok(());
        }
        Err(self.unexpected(self.at(), &format!("the name or the body of the {what}")))
    }
}
