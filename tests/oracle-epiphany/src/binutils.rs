//! GNU binutils for Epiphany as a judge of the disassembler.

use std::path::{Path, PathBuf};
use std::process::Command;
use trueboard_cpu_epiphany::isa::{Encoding, is_long, table};

const OBJDUMP: &str = "epiphany-elf-objdump";

/// The sources of binutils, as Debian's package `binutils-source` has them.
const SOURCES: &str = "/usr/src/binutils";

/// An instruction with the text that objdump gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its address.
    pub at: u32,
    /// The word; of a short instruction the low half.
    pub word: u32,
    /// The text in the form of [`normal`]; `None` when the tool does not know the word.
    pub text: Option<String>,
}

/// Disassembles instructions from address 0 on; `None` when there is no objdump for Epiphany.
///
/// # Errors
/// When the tool fails.
pub fn list(words: &[u32], dir: &Path) -> Result<Option<Vec<Listed>>, String> {
    if Command::new(OBJDUMP).arg("--version").output().is_err() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    for word in words {
        let len = if is_long(*word as u16) { 4 } else { 2 };
        bytes.extend(&word.to_le_bytes()[..len]);
    }
    let file = dir.join("words.bin");
    std::fs::write(&file, bytes).map_err(|e| e.to_string())?;
    let out = Command::new(OBJDUMP)
        .args(["-D", "-z", "-b", "binary", "-m", "epiphany32", "-EL"])
        .arg(&file)
        .output()
        .map_err(|e| e.to_string())?;
    if !out.status.success() {
        return Err(String::from_utf8_lossy(&out.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&out.stdout);
    let all: Vec<Listed> = text.lines().filter_map(listed).collect();
    Ok(Some(all))
}

/// A line such as `  16:\t014f 1c02 \tjr r56`.
#[must_use]
pub fn listed(line: &str) -> Option<Listed> {
    let mut columns = line.splitn(3, '\t');
    let at = u32::from_str_radix(columns.next()?.trim().strip_suffix(':')?, 16).ok()?;
    let halves: Option<Vec<u32>> = columns
        .next()?
        .split_whitespace()
        .map(|half| u32::from_str_radix(half, 16).ok())
        .collect();
    let word = match *halves? {
        [short] => short,
        [low, high] => high << 16 | low,
        _ => return None,
    };
    let text = columns.next()?.trim();
    Some(Listed {
        at,
        word,
        text: (text != "*unknown*").then(|| normal(text, word)),
    })
}

/// A text of objdump as our disassembler writes it: no symbol in `<>`, and `0x` before the target
/// of a branch.
#[must_use]
pub fn normal(text: &str, word: u32) -> String {
    let text = text.split('<').next().unwrap_or_default().trim();
    let branch = matches!(word & 15, 0 | 8);
    if branch
        && let Some((mnemonic, target)) = text.split_once(' ')
        && let Ok(target) = u32::from_str_radix(target.trim_start_matches("0x"), 16)
    {
        return format!("{mnemonic} {target:#x}");
    }
    text.to_owned()
}

/// Why our text of a word may be another than objdump's; `None` when it may not.
#[must_use]
pub fn excuse(word: u32) -> Option<&'static str> {
    match table::decode_op(word)? {
        Encoding::Fabs16 => Some("objdump shows no operands of the 16-bit FABS"),
        Encoding::Movts32 | Encoding::Movfs32 => {
            let text = table::disasm(word, 0);
            let unknown = ["0x", "debugcmd", "simcmd", "cmesh", "xmesh", "rmesh"];
            unknown
                .iter()
                .any(|name| text.contains(name))
                .then_some("objdump does not name this special register")
        }
        _ => None,
    }
}

/// The tests of GNU as for Epiphany, unpacked into `dir`; they are no part of this project. `None`
/// when the sources of binutils are not installed.
#[must_use]
pub fn gas_tests(dir: &Path) -> Option<PathBuf> {
    let archive = std::fs::read_dir(SOURCES)
        .ok()?
        .filter_map(|e| Some(e.ok()?.path()))
        .find(|p| p.to_string_lossy().ends_with(".tar.xz"))?;
    let unpacked = Command::new("tar")
        .args(["--strip-components=5", "--wildcards", "-xf"])
        .arg(archive)
        .arg("-C")
        .args([dir, Path::new("*/gas/testsuite/gas/epiphany/*")])
        .status();
    unpacked.is_ok_and(|s| s.success()).then(|| dir.to_owned())
}
