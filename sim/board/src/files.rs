//! The files of a command: no file is both input and output, and none is written twice. `trueboard_files` reads and
//! replaces them.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

pub use trueboard_files::{read, read_text, write_whole};

/// What a command reads and writes.
#[derive(Clone, Debug, Default)]
pub struct Files(Vec<Use>);

#[derive(Clone, Debug)]
struct Use {
    /// The option, or what the file is.
    what: String,
    path: PathBuf,
    written: bool,
    /// All below is meant.
    folder: bool,
}

impl Files {
    /// `what` is read from a file, or from all files of a folder.
    pub fn reads(&mut self, what: &str, path: &Path) {
        self.add(what, path, false, path.is_dir());
    }

    /// `what` is written to a file.
    pub fn writes(&mut self, what: &str, path: &Path) {
        self.add(what, path, true, false);
    }

    /// `what` is written to files in a folder, which has them for itself.
    pub fn fills(&mut self, what: &str, path: &Path) {
        self.add(what, path, true, true);
    }

    fn add(&mut self, what: &str, path: &Path, written: bool, folder: bool) {
        self.0.push(Use {
            what: what.to_owned(),
            path: path.to_owned(),
            written,
            folder,
        });
    }

    /// Compares all of them as files, not as paths: links and other names for one file count.
    ///
    /// # Errors
    /// An output that is an input, or two outputs in one file: a line for the user.
    pub fn check(&self) -> Result<(), String> {
        let found: Vec<(&Use, Place)> = self.0.iter().map(|u| (u, Place::of(&u.path))).collect();
        for (i, (a, at)) in found.iter().enumerate() {
            for (b, bt) in &found[..i] {
                if (a.written || b.written) && at.meets(a.folder, bt, b.folder) {
                    return Err(clash(a, b));
                }
            }
        }
        Ok(())
    }
}

fn clash(a: &Use, b: &Use) -> String {
    let show = |u: &Use| format!("{} {}", u.what, u.path.display());
    match (a.written, b.written) {
        (true, true) => format!(
            "{} and {} are one place, and one would overwrite the other; name two",
            show(b),
            show(a)
        ),
        (true, false) => format!(
            "{}: would overwrite an input ({}); name another place",
            show(a),
            show(b)
        ),
        _ => format!(
            "{}: would overwrite an input ({}); name another place",
            show(b),
            show(a)
        ),
    }
}

/// What a path names.
struct Place {
    /// The path without links, as far as it exists.
    real: PathBuf,
    /// Device and number of a file that exists.
    node: Option<(u64, u64)>,
    /// A terminal, a pipe: nothing in it can be overwritten.
    stream: bool,
}

impl Place {
    fn of(path: &Path) -> Place {
        let meta = fs::metadata(path).ok();
        let file = meta.as_ref().filter(|m| m.is_file());
        Place {
            real: real(path),
            node: file.and_then(node),
            stream: meta.is_some_and(|m| !m.is_file() && !m.is_dir()),
        }
    }

    fn meets(&self, folder: bool, other: &Place, other_folder: bool) -> bool {
        if self.stream || other.stream {
            return false;
        }
        self.real == other.real
            || self.node.is_some() && self.node == other.node
            || folder && other.real.starts_with(&self.real)
            || other_folder && self.real.starts_with(&other.real)
    }
}

/// Device and number of a file, where files have them.
#[cfg(unix)]
fn node(file: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn node(_: &Metadata) -> Option<(u64, u64)> {
    None
}

fn real(path: &Path) -> PathBuf {
    if let Ok(real) = fs::canonicalize(path) {
        return real;
    }
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    match (whole.parent(), whole.file_name()) {
        (Some(parent), Some(name)) => real(parent).join(name),
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn one_file_by_any_name_is_one_file() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::write(at("a"), "a").unwrap();
        fs::write(at("b"), "b").unwrap();
        fs::hard_link(at("a"), at("hard")).unwrap();
        symlink(at("a"), at("soft")).unwrap();
        fs::create_dir(at("folder")).unwrap();
        symlink(at("folder"), at("door")).unwrap();
        fs::write(at("folder/c"), "c").unwrap();
        let check = |input: &str, outputs: &[&str]| {
            let mut f = Files::default();
            f.reads("image", &at(input));
            outputs.iter().for_each(|o| f.writes("--to", &at(o)));
            f.check()
        };
        assert!(check("a", &["b", "new", "new2"]).is_ok());
        for name in ["a", "hard", "soft", "folder/../a"] {
            assert!(check("a", &[name]).is_err_and(|e| e.contains("overwrite an input")));
        }
        assert!(check("a", &["new", "folder/../new"]).is_err_and(|e| e.contains("name two")));
        assert!(check("a", &["folder/new", "door/new"]).is_err());
        // A folder that is read, and one that is filled.
        assert!(check("folder", &["door/c"]).is_err());
        let mut f = Files::default();
        f.reads("image", &at("folder/c"));
        f.fills("--trace", &at("door"));
        assert!(f.check().is_err());
        let mut f = Files::default();
        f.writes("--a", Path::new("/dev/null"));
        f.writes("--b", Path::new("/dev/null"));
        assert!(f.check().is_ok());
    }
}
