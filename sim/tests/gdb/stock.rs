//! A GDB as it is shipped, with a run that waits for it.

use super::trueboard;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Command;

/// What a GDB has done.
pub struct Said {
    /// Standard output.
    pub text: String,
    /// Standard error, on which GDB prints what the target says.
    pub target: String,
    /// The exit code of the program.
    pub code: Option<i32>,
}

impl Said {
    /// The values that GDB has printed, in order.
    pub fn values(&self) -> Vec<&str> {
        let lines = self.text.lines().filter(|l| l.starts_with('$'));
        lines.filter_map(|l| Some(l.split_once(" = ")?.1)).collect()
    }
}

/// Lets GDB attach to a run of `image` and carry the commands out; none where there is no GDB.
pub fn gdb(image: &Path, more: &[&str], commands: &[&str]) -> Option<Said> {
    let mut run = trueboard(image, more)
        .args(["--gdb", "127.0.0.1:0"])
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let err = run.stderr.as_mut().expect("standard error");
    BufReader::new(err).read_line(&mut line).expect("a line");
    let address = line.split_whitespace().last().expect("an address");
    let mut gdb = Command::new("gdb-multiarch");
    gdb.args(["-nx", "-batch", "-ex", "set confirm off"]);
    gdb.args(["-ex", &format!("target remote {address}")]);
    for command in commands {
        gdb.args(["-ex", command]);
    }
    let Ok(out) = gdb.arg(image).output() else {
        run.kill().expect("it runs");
        run.wait().expect("it ends");
        skip::skipped("there is no gdb-multiarch");
        return None;
    };
    Some(Said {
        text: String::from_utf8_lossy(&out.stdout).into_owned(),
        target: String::from_utf8_lossy(&out.stderr).into_owned(),
        code: run.wait().expect("it ends").code(),
    })
}
