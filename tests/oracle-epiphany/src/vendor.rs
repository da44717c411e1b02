//! The vendor's simulator: `epiphany-elf-run` of adapteva/epiphany-binutils-gdb.

use crate::Machine;
use crate::program::{DATA, END, Image, s_records};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The simulator, as a process per program.
pub struct Vendor {
    binary: PathBuf,
    dir: PathBuf,
}

impl Vendor {
    /// The simulator at a path; `dir` is for files of its own.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn at(binary: &Path, dir: &Path) -> Result<Self, String> {
        let out = Command::new(binary).arg("--version").output();
        out.map_err(|e| {
            format!(
                "{}: {e}; it has to be the path of epiphany-elf-run",
                binary.display()
            )
        })?;
        std::fs::create_dir_all(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
        Ok(Self {
            binary: binary.to_owned(),
            dir: dir.to_owned(),
        })
    }
}

impl Machine for Vendor {
    fn run(&mut self, image: &Image) -> Result<Vec<u8>, String> {
        let file = self.dir.join("program.srec");
        std::fs::write(&file, s_records(image)).map_err(|e| e.to_string())?;
        let out = Command::new(&self.binary)
            .args(["--e-coreid", "0x808", "--e-first-core", "0x808"])
            .args(["--e-rows", "1", "--e-cols", "1", "--e-external-fetch"])
            .args(["--e-ext-ram-base", "0x8e000000"])
            .args(["--e-ext-ram-size", "33554432", "--e-session-name"])
            .arg(format!("fuzz{}", std::process::id()))
            .arg(&file)
            .stdin(Stdio::null())
            .output()
            .map_err(|e| e.to_string())?;
        if out.stdout.len() != (END - DATA) as usize {
            let text = String::from_utf8_lossy(&out.stderr);
            let what = String::from_utf8_lossy(&out.stdout);
            let what = what.get(..80.min(what.len())).unwrap_or_default();
            return Err(format!("the vendor's simulator stopped: {what} {text}"));
        }
        Ok(out.stdout)
    }
}
