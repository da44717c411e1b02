//! Whether what was built is whole: static, with the page in it, and without a path of the host.

use std::fs;
use std::path::Path;

/// Refuses a file that has one of `texts` in it: paths of the host differ from host to host, and tell who built it.
///
/// # Errors
/// When it has one, or cannot be read.
pub fn has_none(file: &Path, texts: &[String]) -> Result<(), String> {
    let bytes = read(file)?;
    match texts.iter().find(|t| has(&bytes, t.as_bytes())) {
        None => Ok(()),
        Some(text) => Err(format!(
            "{}: it has a path of this host, {text}",
            file.display()
        )),
    }
}

/// Refuses a program that has not the whole of `part` in it.
///
/// # Errors
/// When it has not, or one of both cannot be read.
pub fn contains(program: &Path, part: &Path) -> Result<(), String> {
    if has(&read(program)?, &read(part)?) {
        return Ok(());
    }
    Err(format!(
        "{}: {} is not in it",
        program.display(),
        part.display()
    ))
}

/// Refuses a program that asks for a dynamic linker.
///
/// # Errors
/// When it does, is no ELF file of 64 bits, or cannot be read.
pub fn is_static(program: &Path) -> Result<(), String> {
    match interpreter(&read(program)?) {
        Some(false) => Ok(()),
        Some(true) => Err(format!("{}: it is not static", program.display())),
        None => Err(format!(
            "{}: it is no ELF file of 64 bits",
            program.display()
        )),
    }
}

/// Whether an ELF file has a segment of type `PT_INTERP` (System V gABI, chapter 5).
fn interpreter(elf: &[u8]) -> Option<bool> {
    const PT_INTERP: u64 = 3;
    let number = |at: usize, size: usize| {
        let bytes = elf.get(at..at.checked_add(size)?)?;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0, |n: u64, b| n << 8 | u64::from(*b)),
        )
    };
    // ELF, 64 bits, little-endian.
    if !elf.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (table, size, count) = (number(0x20, 8)?, number(0x36, 2)?, number(0x38, 2)?);
    for i in 0..count {
        let at = usize::try_from(table.checked_add(i * size)?).ok()?;
        if number(at, 4)? == PT_INTERP {
            return Some(true);
        }
    }
    Some(false)
}

fn has(bytes: &[u8], text: &[u8]) -> bool {
    text.is_empty() || bytes.windows(text.len()).any(|part| part == text)
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|e| format!("{}: {e}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::{contains, has_none, interpreter};
    use std::fs;

    #[test]
    fn paths_and_parts_are_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let [program, part] = ["program", "part"].map(|n| folder.path().join(n));
        fs::write(&program, b"\0//builder/builder/tree/x\0<html>").expect("a file");
        fs::write(&part, "<html>").expect("a file");
        assert_eq!(contains(&program, &part), Ok(()));
        assert!(has_none(&program, &["/builder/tree".to_owned()]).is_err());
        assert_eq!(has_none(&program, &["/builder/other".to_owned()]), Ok(()));
        fs::write(&part, "<html> ").expect("a file");
        assert!(contains(&program, &part).is_err());
    }

    #[test]
    fn tests_are_dynamic_programs() {
        let this = std::env::current_exe().expect("the path of this test");
        let elf = fs::read(this).expect("this test");
        assert_eq!(interpreter(&elf), Some(true));
        assert_eq!(interpreter(b"#!/bin/sh"), None);
        let mut none = elf[..0x40].to_vec();
        none[0x38] = 0;
        none[0x39] = 0;
        assert_eq!(interpreter(&none), Some(false));
    }
}
