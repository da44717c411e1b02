//! `trueboard man`.

use super::{Failure, print};
use crate::cli::Man;
use crate::examples::command_line;
use std::fs;

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
