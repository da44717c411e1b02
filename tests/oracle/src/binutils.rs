//! GNU binutils for SPARC as a judge of the disassembler.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use trueboard_cpu_sparcv8::isa::{Op, decode_op};

const OBJDUMP: &str = "sparc64-linux-gnu-objdump";
const AS: &str = "sparc64-linux-gnu-as";

const RET: u32 = 0x81c7_e008;
const RETL: u32 = 0x81c3_e008;

/// The assembler and disassembler of a Debian cross toolchain.
pub struct Binutils {
    dir: PathBuf,
}

/// A word with the text that objdump gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its address.
    pub at: u32,
    /// The word.
    pub word: u32,
    /// The text in the form of [`normal`]; `None` when the tool does not know the word.
    pub text: Option<String>,
}

impl Binutils {
    /// The tools if they are installed; `dir` is for files of their own.
    pub fn find(dir: &Path) -> Option<Binutils> {
        let there = |tool| Command::new(tool).arg("--version").output().is_ok();
        (there(AS) && there(OBJDUMP)).then(|| Binutils {
            dir: dir.to_owned(),
        })
    }

    /// Disassembles words from address `at` on, as V8 with the additions of LEON.
    ///
    /// # Errors
    /// When the tool fails.
    pub fn words(&self, words: &[u32], at: u32) -> Result<Vec<Listed>, String> {
        let file = self.dir.join("words.bin");
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_be_bytes()).collect();
        std::fs::write(&file, bytes).map_err(|e| e.to_string())?;
        list(
            Command::new(OBJDUMP)
                .args(["-D", "-z", "-b", "binary", "-m", "sparc", "-EB"])
                .arg(format!("--adjust-vma={at:#x}"))
                .arg(&file),
        )
    }

    /// Disassembles the code of an object or executable in the same way.
    ///
    /// # Errors
    /// When the tool fails.
    pub fn code(&self, file: &Path) -> Result<Vec<Listed>, String> {
        list(Command::new(OBJDUMP).args(["-d", "-m", "sparc"]).arg(file))
    }

    /// Assembles a file with `flags`; `None` when it is not accepted.
    ///
    /// # Errors
    /// When the tool cannot be run.
    pub fn assemble(&self, source: &Path, flags: &[&str]) -> Result<Option<PathBuf>, String> {
        let object = self.dir.join("test.o");
        let width = if flags.contains(&"-64") { "-64" } else { "-32" };
        let out = Command::new(AS)
            .arg(width)
            .args(flags)
            .arg("-o")
            .args([&object, source])
            .output()
            .map_err(|e| e.to_string())?;
        Ok(out.status.success().then_some(object))
    }
}

fn list(command: &mut Command) -> Result<Vec<Listed>, String> {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().map_err(|e| e.to_string())?;
    if !status.success() {
        return Err(String::from_utf8_lossy(&stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&stdout);
    Ok(text.lines().filter_map(listed).collect())
}

/// A line such as `40000000:\t01 00 00 00 \tnop`.
pub fn listed(line: &str) -> Option<Listed> {
    let mut columns = line.splitn(3, '\t');
    let at = u32::from_str_radix(columns.next()?.trim().strip_suffix(':')?, 16).ok()?;
    let bytes = columns.next()?.split_whitespace().collect::<String>();
    let word = (bytes.len() == 8)
        .then(|| u32::from_str_radix(&bytes, 16))?
        .ok()?;
    let text = columns.next()?;
    Some(Listed {
        at,
        word,
        text: (text.trim() != "unknown").then(|| normal(text, word)),
    })
}

/// A text of objdump as our disassembler writes it:
///
/// - single blanks, no comment behind `!`, no symbol in `<>`;
/// - a target of a branch or a call has `0x`;
/// - an address space has its number instead of a name, which would be that of V9.
pub fn normal(text: &str, word: u32) -> String {
    let text = text.split(['!', '<']).next().unwrap_or_default();
    let mut parts: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let transfer = matches!(
        decode_op(word),
        Some(Op::Bicc | Op::Fbfcc | Op::Cbccc | Op::Call)
    );
    for part in &mut parts {
        if part.starts_with("#ASI") {
            let comma = if part.ends_with(',') { "," } else { "" };
            *part = format!("({}){comma}", word >> 5 & 0xff);
        }
    }
    if transfer
        && let [_, .., target] = parts.as_mut_slice()
        && let Ok(at) = u32::from_str_radix(target.trim_start_matches("0x"), 16)
    {
        *target = format!("{at:#x}");
    }
    parts.join(" ")
}

/// Why our text of a word may be another than objdump's; `None` when it may not.
pub fn excuse(word: u32) -> Option<&'static str> {
    let Some(op) = decode_op(word) else {
        // Format 3: op and op3.
        return match (word >> 30, word >> 19 & 0x3f) {
            (2, 0x3e | 0x3f) => Some("a LEON4 of the GR740 has no UMAC and SMAC"),
            (3, 0x3c) => Some("CASA with the register %asi is of V9"),
            _ => None,
        };
    };
    match op {
        Op::Fpop1Unknown | Op::Fpop2Unknown => Some("undefined FPops show their fields"),
        Op::Cpop1 | Op::Cpop2 => Some("coprocessor operations show their fields"),
        Op::Wrpsr if word >> 25 & 0x1f > 1 => Some("a partial WRPSR has any rd but 0"),
        Op::Unimp if word >> 21 & 1 != 0 => Some("the constant of UNIMP has no sign"),
        Op::Jmpl if matches!(word & !(0x1f << 25), RET | RETL) && word & 0x1f << 25 != 0 => {
            Some("ret and retl only with rd 0")
        }
        _ => None,
    }
}
