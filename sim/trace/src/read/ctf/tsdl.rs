//! The language of the metadata, TSDL (section 7): text to declarations as written. `metadata` resolves their meaning.

mod ast;
mod declaration;
mod parser;
mod text;
mod token;

pub(super) use ast::{
    Attributes, Block, BlockKind, Declaration, Declarator, Dimension, Enumerator, Item, Setting,
    TypeBody, TypeText,
};
pub(super) use parser::parse;
pub(super) use text::text;

/// What is wrong with the text, and where.
#[derive(Debug)]
pub(super) struct Fault {
    /// Byte of the text.
    pub at: usize,
    pub cause: String,
    pub remedy: &'static str,
}

impl Fault {
    pub(super) fn new(at: usize, cause: impl Into<String>, remedy: &'static str) -> Fault {
        Fault {
            at,
            cause: cause.into(),
            remedy,
        }
    }

    /// Line and column, both from 1.
    pub(super) fn line_and_column(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        (line, column)
    }
}
