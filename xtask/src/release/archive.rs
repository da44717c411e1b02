//! Archives with the same bytes wherever they are made, and the sums and the table of all files.

use super::ran;
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// The file of the sums, as `sha256sum -c` takes it.
pub const SUMS: &str = "SHA256SUMS";

/// Packs the folder `name` below `stage` into `out`/`name`.tar.gz. Names are sorted; times are `epoch`; owners and
/// what the umask forbids are left out.
///
/// # Errors
/// When tar fails, or the archive cannot be written.
pub fn pack(stage: &Path, name: &str, epoch: &str, out: &Path) -> Result<(), String> {
    let tar = stage.join(format!("{name}.tar"));
    let options = [
        "--sort=name",
        "--format=ustar",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        "--mode=u+rw,go+r,go-w,a+X",
    ];
    ran(Command::new("tar")
        .args(options)
        .arg(format!("--mtime=@{epoch}"))
        .arg("-C")
        .arg(stage)
        .arg("-cf")
        .arg(&tar)
        .arg(name))?;
    let path = out.join(format!("{name}.tar.gz"));
    let packed = || {
        let file = fs::File::create(&path)?;
        // Neither a time nor a name of the host: zlib's header would have both.
        let mut gzip = GzBuilder::new().write(file, Compression::best());
        gzip.write_all(&fs::read(&tar)?)?;
        gzip.finish()?;
        fs::remove_file(&tar)
    };
    packed().map_err(|e| format!("{}: {e}", path.display()))
}

/// The names of the files in a folder, sorted.
///
/// # Errors
/// When it cannot be listed.
pub fn names(folder: &Path) -> Result<Vec<String>, String> {
    let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        names.push(
            entry
                .map_err(wrong)?
                .file_name()
                .to_string_lossy()
                .into_owned(),
        );
    }
    names.sort_unstable();
    Ok(names)
}

/// Writes the sums of all files of a folder.
///
/// # Errors
/// When a file cannot be read or written.
pub fn sums(folder: &Path) -> Result<(), String> {
    let mut text = String::new();
    for name in names(folder)?.iter().filter(|n| *n != SUMS) {
        let bytes = fs::read(folder.join(name)).map_err(|e| format!("{name}: {e}"))?;
        for byte in Sha256::digest(&bytes) {
            let _ = write!(text, "{byte:02x}");
        }
        let _ = writeln!(text, "  {name}");
    }
    fs::write(folder.join(SUMS), text).map_err(|e| format!("{SUMS}: {e}"))
}

/// The files of a folder with their sizes, as a table.
///
/// # Errors
/// When a file cannot be looked at.
pub fn table(folder: &Path) -> Result<String, String> {
    let mut text = format!("{:>12}  file\n", "bytes");
    for name in names(folder)? {
        let size = fs::metadata(folder.join(&name))
            .map_err(|e| format!("{name}: {e}"))?
            .len();
        let _ = writeln!(text, "{size:>12}  {name}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{SUMS, pack, sums, table};
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    /// An archive of two files, written in an order, with permissions of a umask.
    fn archive(names: [&str; 2], mode: u32) -> Vec<u8> {
        let folder = tempfile::tempdir().expect("a folder");
        let inside = folder.path().join("x-1");
        fs::create_dir(&inside).expect("a folder");
        for name in names {
            fs::write(inside.join(name), name).expect("a file");
            let permissions = fs::Permissions::from_mode(mode);
            fs::set_permissions(inside.join(name), permissions).expect("permissions");
        }
        let out = folder.path().join("out");
        fs::create_dir(&out).expect("a folder");
        pack(folder.path(), "x-1", "1700000000", &out).expect("an archive");
        fs::read(out.join("x-1.tar.gz")).expect("the archive")
    }

    #[test]
    fn archives_do_not_depend_on_the_host() {
        let first = archive(["a", "b"], 0o600);
        std::thread::sleep(std::time::Duration::from_millis(1100));
        assert_eq!(first, archive(["b", "a"], 0o664));
        assert_ne!(first, archive(["b", "a"], 0o755), "a program stays one");
        assert_eq!(
            first.get(4..8),
            Some(&[0; 4][..]),
            "the time in gzip's header"
        );
    }

    #[test]
    fn sums_are_those_of_sha256sum() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("b"), "abc").expect("a file");
        fs::write(folder.path().join("a"), "").expect("a file");
        sums(folder.path()).expect("sums");
        // The sum of "abc" is the example of FIPS 180-2, B.1.
        assert_eq!(
            fs::read_to_string(folder.path().join(SUMS)).expect("the sums"),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n\
             ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b\n"
        );
        let table = table(folder.path()).expect("a table");
        assert!(table.contains("           3  b\n"), "{table}");
    }
}
