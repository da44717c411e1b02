//! `trueboard completions`.

use super::Example;
use super::{Failure, print};
use crate::examples::command_line;
use clap::Args;

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[
    (
        "For bash",
        "trueboard completions bash > ~/.local/share/bash-completion/completions/trueboard",
    ),
    (
        "For zsh, in a folder of $fpath",
        "trueboard completions zsh > ~/.zfunc/_trueboard",
    ),
];

#[derive(Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

pub fn run(a: &Completions) -> Result<u8, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(a.shell, &mut command_line(), "trueboard", &mut text);
    print(&String::from_utf8_lossy(&text))?;
    Ok(0)
}
