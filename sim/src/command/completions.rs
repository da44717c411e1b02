//! `trueboard completions`.

use super::{Failure, print};
use crate::cli::Completions;
use crate::examples::command_line;

pub fn run(a: &Completions) -> Result<u8, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(a.shell, &mut command_line(), "trueboard", &mut text);
    print(&String::from_utf8_lossy(&text))?;
    Ok(0)
}
