//! The folder of `--nfs`: behind a run it is given what firmware has changed, and nothing else.

use crate::cli::Failure;
use crate::say;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use trueboard::internals::board::{Session, asked};
use trueboard::internals::core::device::{FOLDER_MOST, FolderChanges};
use trueboard_files::{Kind, Root};

/// Path with `/` between names, and content. The path of a folder ends in `/`.
type Files = Vec<(String, Vec<u8>)>;

fn unusable(dir: &Path, path: &str, e: &io::Error) -> Failure {
    asked::unusable(dir, path, e).into()
}

/// A folder that firmware sees, as it was when it was read.
pub struct Exported {
    dir: PathBuf,
    root: Root,
    /// What each file held, by path.
    before: BTreeMap<String, u64>,
}

/// What tells contents of one file apart.
fn sum(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// What is at a path.
#[derive(PartialEq, Eq)]
enum There {
    Nothing,
    File(u64),
    Folder,
    /// A link, a FIFO and the like, or what cannot be read.
    Other,
}

impl Exported {
    /// The folder of which [`asked::load`] has read these files.
    ///
    /// # Errors
    /// It is gone.
    pub fn new(dir: &Path, files: &Files) -> Result<Exported, Failure> {
        let root = Root::open(dir).map_err(|e| unusable(dir, "", &e))?;
        let plain = files.iter().filter(|f| !f.0.ends_with('/'));
        Ok(Exported {
            dir: dir.to_owned(),
            root,
            before: plain
                .map(|(path, bytes)| (path.clone(), sum(bytes)))
                .collect(),
        })
    }

    /// Brings the folder up to date behind a run; answers what could not be done. What others have changed meanwhile stays
    /// as it is; what firmware wrote there is kept beside it.
    pub fn update(&self, session: &mut Session) -> Vec<Failure> {
        match session.network_changes() {
            Some(changes) if !changes.is_empty() => self.save(&changes),
            _ => Vec::new(),
        }
    }

    fn save(&self, changes: &FolderChanges<'_>) -> Vec<Failure> {
        // All of it is on the disk before any of it takes its place.
        let wanted: Vec<(&str, &[u8])> = changes
            .written
            .iter()
            .map(|(path, bytes)| (path.as_str(), *bytes))
            .filter(|(path, bytes)| self.there(path) != There::File(sum(bytes)))
            .collect();
        let stage = match self.stage(&wanted) {
            Ok(stage) => stage,
            Err(e) => return vec![e],
        };
        let mut lost = Vec::new();
        for path in &changes.removed_files {
            lost.extend(self.remove_file(path).err());
        }
        for path in &changes.removed_folders {
            lost.extend(self.remove_folder(path).err());
        }
        for path in &changes.made_folders {
            let made = self.root.make_folders(path);
            lost.extend(made.err().map(|e| unusable(&self.dir, path, &e)));
        }
        for (n, (path, _)) in wanted.iter().enumerate() {
            let staged = format!("{stage}/{n}");
            if let Err(why) = self.put(&staged, path) {
                lost.push(Failure::input(format!(
                    "--nfs: {}: {why}; what firmware wrote is in {}",
                    self.dir.join(path).display(),
                    self.dir.join(&staged).display()
                )));
            }
        }
        // What could not be put in its place stays there.
        if !stage.is_empty() {
            let _ = self.root.remove_folder(&stage);
        }
        lost
    }

    /// Writes the files into a folder of their own, by number; answers its name, or an empty one if there are none.
    fn stage(&self, wanted: &[(&str, &[u8])]) -> Result<String, Failure> {
        if wanted.is_empty() {
            return Ok(String::new());
        }
        let names = (0_u32..).map(|n| format!(".trueboard-nfs-{}-{n}", std::process::id()));
        for stage in names {
            match self.root.make_folder(&stage) {
                Err(e) if e.kind() == ErrorKind::AlreadyExists => continue,
                made => made.map_err(|e| unusable(&self.dir, &stage, &e))?,
            }
            let write = |(n, (_, bytes)): (usize, &(&str, &[u8]))| {
                let mut file = self.root.create(&format!("{stage}/{n}"))?;
                file.write_all(bytes)?;
                file.sync_data()
            };
            let written: io::Result<()> = wanted.iter().enumerate().try_for_each(write);
            let Err(e) = written else {
                return Ok(stage);
            };
            for n in 0..wanted.len() {
                // Those behind the one that failed are not there.
                let _ = self.root.remove_file(&format!("{stage}/{n}"));
            }
            let _ = self.root.remove_folder(&stage);
            return Err(Failure::input(format!(
                "--nfs: {}: what firmware wrote cannot be kept: {e}; the folder is as it was",
                self.dir.display()
            )));
        }
        Ok(String::new())
    }

    fn there(&self, path: &str) -> There {
        match self.root.kind(path) {
            Ok(None) => There::Nothing,
            Ok(Some(Kind::Folder)) => There::Folder,
            Ok(Some(Kind::File)) => {
                let bytes = self.root.read(path, FOLDER_MOST);
                bytes.map_or(There::Other, |b| There::File(sum(&b)))
            }
            Ok(Some(Kind::Other)) | Err(_) => There::Other,
        }
    }

    /// Nobody else has changed what is at a path, or it is gone.
    fn untouched(&self, path: &str) -> bool {
        match self.there(path) {
            There::Nothing => true,
            There::File(now) => self.before.get(path) == Some(&now),
            There::Folder | There::Other => false,
        }
    }

    fn put(&self, staged: &str, path: &str) -> Result<(), String> {
        if !self.untouched(path) {
            return Err("was changed by another program, and stays as it is".to_owned());
        }
        if let Some((folder, _)) = path.rsplit_once('/') {
            let made = self.root.make_folders(folder);
            made.map_err(|e| format!("its folder cannot be made: {e}"))?;
        }
        let put = self.root.put(staged, path);
        put.map_err(|e| format!("cannot be written: {e}"))
    }

    fn remove_file(&self, path: &str) -> Result<(), Failure> {
        if !self.untouched(path) {
            return Err(Failure::input(format!(
                "--nfs: {}: firmware removed it, and another program changed it; it stays",
                self.dir.join(path).display()
            )));
        }
        gone(self.root.remove_file(path)).map_err(|e| unusable(&self.dir, path, &e))
    }

    fn remove_folder(&self, path: &str) -> Result<(), Failure> {
        let removed = self.root.remove_folder(path);
        if let Err(e) = &removed
            && e.kind() == ErrorKind::DirectoryNotEmpty
        {
            let place = self.dir.join(path);
            say::warning(&format!(
                "--nfs: {}: firmware removed it, and another program has put something into it; it stays",
                place.display()
            ));
            return Ok(());
        }
        gone(removed).map_err(|e| unusable(&self.dir, path, &e))
    }
}

/// What is gone already need not be removed.
fn gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
