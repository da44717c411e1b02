//! Whether what was built is whole: static, with the page in it, and without a path of the host.

use goblin::elf::Elf;
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

/// Refuses a program that asks for a dynamic linker or for a shared library.
///
/// # Errors
/// When it does, is no ELF file, or cannot be read.
pub fn is_static(program: &Path) -> Result<(), String> {
    let needs = needs(&read(program)?).map_err(|e| format!("{}: {e}", program.display()))?;
    match needs {
        None => Ok(()),
        Some(name) => Err(format!(
            "{}: it is not static: it needs {name}",
            program.display()
        )),
    }
}

/// The dynamic linker or the first shared library that an ELF file asks for.
fn needs(elf: &[u8]) -> Result<Option<String>, goblin::error::Error> {
    let elf = Elf::parse(elf)?;
    let first = elf.interpreter.or_else(|| elf.libraries.first().copied());
    Ok(first.map(str::to_owned))
}

fn has(bytes: &[u8], text: &[u8]) -> bool {
    text.is_empty() || bytes.windows(text.len()).any(|part| part == text)
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|e| format!("{}: {e}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::{contains, has_none, is_static};
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
    fn tests_are_dynamic_programs_and_images_are_static() {
        let this = std::env::current_exe().expect("the path of this test");
        let refused = is_static(&this).expect_err("a dynamic program");
        assert!(refused.contains("it needs /lib"), "{refused}");
        let image = conformance::root().join("firmware/prebuilt/gr740/hello.elf");
        assert_eq!(is_static(&image), Ok(()));
        let script = conformance::root().join("test");
        let refused = is_static(&script).expect_err("a script");
        assert!(refused.contains("test: "), "{refused}");
    }
}
