//! `trueboard man`.

use super::{Failure, print};
use crate::examples::command_line;
use clap::Args;
use std::fs;
use std::path::PathBuf;

#[derive(Args)]
pub struct Man {
    /// The folder that the pages go to, one for each command; it is made if it is not there
    pub dir: PathBuf,
}

pub const EXAMPLES: &[(&str, &str)] = &[("Pages for man", "trueboard man ~/.local/share/man/man1")];

pub fn run(a: &Man) -> Result<u8, Failure> {
    let dir = a.dir.display();
    let written =
        fs::create_dir_all(&a.dir).and_then(|()| clap_mangen::generate_to(command_line(), &a.dir));
    written.map_err(|e| Failure::input(format!("{dir}: cannot be written: {e}")))?;
    print(&format!(
        "{dir} has the manual pages: man {dir}/trueboard.1; for all users they go to /usr/local/share/man/man1\n"
    ))?;
    Ok(0)
}
