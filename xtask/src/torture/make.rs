//! From sources to images: the runtime, once a compiler, and each program.

use crate::torture::suite::Program;
use crate::torture::target::{Board, Compiler, Target};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds after which a compiler that hangs is stopped.
const PATIENCE: &str = "300";

/// Runs a command that has to succeed.
///
/// # Errors
/// What it printed, when it fails.
pub fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let out = command.output().map_err(|e| format!("{name}: {e}"))?;
    if out.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&out.stderr);
    Err(format!("{name} failed: {}", text.trim()))
}

/// Moves what is complete to where others look for it.
///
/// # Errors
/// When that cannot be done, and nobody else did it in the meantime.
pub fn moved(from: &Path, to: &Path) -> Result<(), String> {
    match std::fs::rename(from, to) {
        Err(e) if !to.exists() => Err(format!("{}: {e}", to.display())),
        _ => Ok(()),
    }
}

/// Whether the host has `command`.
pub fn there(command: &str) -> bool {
    Command::new(command).arg("--version").output().is_ok()
}

/// A compiler and what its programs are linked with.
pub struct Kit<'a> {
    target: &'a Target,
    compiler: &'a Compiler,
    /// The workspace.
    root: &'a Path,
    /// Folder for what is made.
    place: &'a Path,
    /// The compiler's own headers.
    headers: String,
    start: Vec<PathBuf>,
    libraries: Vec<PathBuf>,
}

impl<'a> Kit<'a> {
    /// Asks the compiler for its headers. The runtime is to be made by [`Kit::runtime`].
    ///
    /// # Errors
    /// When the compiler is not installed.
    pub fn new(
        target: &'a Target,
        compiler: &'a Compiler,
        root: &'a Path,
        place: &'a Path,
    ) -> Result<Kit<'a>, String> {
        let [command, ..] = compiler.command else {
            return Err(format!("{} has no command", compiler.name));
        };
        let out = Command::new(command)
            .arg("-print-file-name=include")
            .output()
            .map_err(|e| format!("{command}: {e}"))?;
        let headers = String::from_utf8_lossy(&out.stdout).trim().to_owned();
        Ok(Kit {
            target,
            compiler,
            root,
            place,
            headers,
            start: Vec::new(),
            libraries: Vec::new(),
        })
    }

    /// Whether the host has the compiler.
    pub fn installed(compiler: &Compiler) -> bool {
        there(compiler.command[0])
    }

    fn folder(&self) -> PathBuf {
        self.root.join("tests/torture/runtime")
    }

    /// The compiler with the options that everything is compiled with.
    fn compile(&self) -> Command {
        // Compilers, too, can fail to end.
        let mut c = Command::new("timeout");
        c.arg(PATIENCE)
            .args(self.compiler.command)
            .args(["-nostdinc", "-isystem", &self.headers])
            .arg("-I")
            .arg(self.folder().join("include"));
        c
    }

    /// Makes the runtime with this compiler: start-up objects, library, and the support library,
    /// which is kept in `build`.
    ///
    /// # Errors
    /// When a tool fails.
    pub fn runtime(&mut self, build: &Path) -> Result<(), String> {
        let own = self.folder();
        let mut sources = sources(&own)?;
        sources.extend(self::sources(&own.join(self.target.name))?);
        sources.extend(self.target.shared.iter().map(|s| self.root.join(s)));
        let library = self.place.join("library.a");
        for source in sources {
            let name = source.file_name().unwrap_or_default().to_string_lossy();
            let object = self.place.join(format!("{name}.o"));
            let mut c = self.compile();
            c.args([
                "-O2",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-ffreestanding",
                "-fno-math-errno",
                // Else loops of memcpy and the like become calls to themselves.
                "-fno-tree-loop-distribute-patterns",
            ]);
            c.arg("-I").arg(&own);
            for folder in self.target.include {
                c.arg("-I").arg(self.root.join(folder));
            }
            run(c.arg("-c").arg(&source).arg("-o").arg(&object))?;
            // What nobody calls by name has to be named when a program is linked.
            if source.extension().is_some_and(|e| e == "S") {
                self.start.push(object);
            } else {
                run(Command::new(self.target.archive)
                    .arg("rcs")
                    .arg(&library)
                    .arg(&object))?;
            }
        }
        self.libraries = vec![library];
        if self.target.own_support {
            let out = self
                .compile()
                .arg("-print-libgcc-file-name")
                .output()
                .map_err(|e| format!("{}: {e}", self.compiler.command[0]))?;
            let path = String::from_utf8_lossy(&out.stdout).trim().to_owned();
            self.libraries.push(path.into());
        }
        if let Some((script, file)) = self.target.support {
            let (script, support) = (self.root.join(script), build.join(file));
            if newer(&script, &support) {
                run(Command::new("sh").arg(&script).arg(self.place))?;
                moved(&self.place.join(file), &support)?;
            }
            self.libraries.push(support);
        }
        Ok(())
    }

    /// A kit of another compiler with the runtime of this one.
    ///
    /// # Errors
    /// When the compiler is not installed.
    pub fn with_compiler(&self, compiler: &'a Compiler) -> Result<Kit<'a>, String> {
        let mut kit = Kit::new(self.target, compiler, self.root, self.place)?;
        kit.start.clone_from(&self.start);
        kit.libraries.clone_from(&self.libraries);
        Ok(kit)
    }

    /// Compiles a program to an object.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn object(&self, program: &Program, level: &str, object: &Path) -> Result<(), String> {
        run(self
            .compile()
            .arg(level)
            .args(&program.options)
            .arg("-c")
            .arg(&program.path)
            .arg("-o")
            .arg(object))
    }

    /// Links the object of `program` for a board. Which placement is tried first follows from the
    /// program's name, so that all of them come to be used; where it does not fit, the next ones are.
    ///
    /// # Errors
    /// What the linker says.
    pub fn link(
        &self,
        program: &Program,
        object: &Path,
        board: &Board,
        image: &Path,
    ) -> Result<(), String> {
        let placements = self.target.placements;
        let turn: usize = program.name.bytes().map(usize::from).sum();
        let first = turn % placements.len().max(1);
        let mut why = String::new();
        for placement in placements[first..].iter().chain(&placements[..first]) {
            match self.link_with(object, board, placement, image) {
                Ok(()) => return Ok(()),
                Err(e) => why = e,
            }
        }
        Err(why)
    }

    fn link_with(
        &self,
        object: &Path,
        board: &Board,
        placement: &[&str],
        image: &Path,
    ) -> Result<(), String> {
        let mut c = Command::new(self.target.link[0]);
        c.args(&self.target.link[1..]).arg("-T");
        c.arg(self.folder().join(self.target.name).join("link.ld"));
        let symbols = board.symbols.iter().chain(placement);
        c.args(symbols.map(|s| format!("--defsym={s}")));
        c.arg("-o").arg(image).args(&self.start).arg(object);
        c.arg("--start-group").args(&self.libraries);
        run(c.arg("--end-group"))
    }
}

/// The C and assembler sources of a folder, by name.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|e| e == "c" || e == "S") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Whether `a` was changed after `b`, or `b` is not there.
fn newer(a: &Path, b: &Path) -> bool {
    let changed = |p: &Path| p.metadata().and_then(|m| m.modified()).ok();
    changed(b).is_none_or(|b| changed(a).is_none_or(|a| a > b))
}
