//! What a release is made of, built from the files of a commit in a folder of its own.

use super::facts::Facts;
use super::{archive, notices, ran, whole};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where things are while they are made.
struct Place {
    /// The files of the commit.
    tree: PathBuf,
    /// Where cargo builds.
    build: PathBuf,
    /// Folders that become archives.
    stage: PathBuf,
    /// Flags for rustc: names in place of paths of the host.
    flags: String,
    /// Paths of the host, which nothing that is made may have.
    host: Vec<String>,
}

/// Makes all files of the release in `out`, below `place`, where an earlier build of other packages stays.
///
/// # Errors
/// When a tool fails, or what it made is not whole.
pub fn all(facts: &Facts, place: &Path, out: &Path) -> Result<(), String> {
    say("sources");
    let place = sources(facts, place)?;
    say("page");
    let page = page(facts, &place)?;
    say("program");
    let program = program(facts, &place, &page)?;
    say("wheel");
    wheel(facts, &place, out)?;
    say("archives");
    let triple = facts.target;
    files(facts, &place, &program, &facts.name(triple))?;
    examples(&place, &facts.name("examples"))?;
    for what in [triple, "page", "examples"] {
        let name = facts.name(what);
        archive::pack(&place.stage, &name, &facts.epoch, out)?;
    }
    archive::sums(out)
}

/// Names the step that begins.
pub fn say(step: &str) {
    eprintln!("release: {step}");
}

/// The files of the commit, new: cargo compiles all of our packages.
fn sources(facts: &Facts, place: &Path) -> Result<Place, String> {
    let [tree, build, stage] = ["tree", "build", "stage"].map(|n| place.join(n));
    for folder in [&tree, &stage] {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let tar = stage.join("tree.tar");
    let mut git = Command::new("git");
    git.current_dir(&facts.root)
        .args(["archive", "--format=tar", "-o"]);
    ran(git.arg(&tar).arg(&facts.commit))?;
    // Without their times, which may be before those of an earlier build.
    ran(Command::new("tar")
        .arg("-C")
        .arg(&tree)
        .arg("-xmf")
        .arg(&tar))?;
    fs::remove_file(&tar).map_err(|e| format!("{}: {e}", tar.display()))?;

    // A checkout around the build folder ignores that: maturin would leave out all that is in it.
    ran(Command::new("git").args(["init", "--quiet"]).arg(&tree))?;

    let home = |variable: &str, default: &str| {
        let user = std::env::var_os("HOME").unwrap_or_default();
        std::env::var_os(variable).map_or_else(|| Path::new(&user).join(default), PathBuf::from)
    };
    let cargo = home("CARGO_HOME", ".cargo");
    let registries = cargo.join("registry/src");
    let mut named = vec![(tree.clone(), "/trueboard"), (build.clone(), "/build")];
    // A registry's folder is named by where it is, which says who has built.
    for registry in archive::names(&registries).unwrap_or_default() {
        named.push((registries.join(registry), "/registry"));
    }
    let text = |p: &Path| p.display().to_string();
    if let Some((path, _)) = named
        .iter()
        .find(|(p, _)| text(p).contains(char::is_whitespace))
    {
        let path = path.display();
        return Err(format!(
            "{path}: flags of rustc cannot have its space; set CARGO_TARGET_DIR"
        ));
    }
    let flag =
        |(path, name): &(PathBuf, &str)| format!("--remap-path-prefix={}={name}", path.display());
    let flags: Vec<_> = named.iter().map(flag).collect();
    let rustup = home("RUSTUP_HOME", ".rustup");
    let host = [&tree, &build, &cargo, &rustup].map(|p| text(p)).to_vec();
    Ok(Place {
        tree,
        build,
        stage,
        flags: flags.join(" "),
        host,
    })
}

impl Place {
    /// A tool in the tree that builds with the flags of a release, and with nothing of what the caller has set.
    fn tool(&self, facts: &Facts, program: &str) -> Command {
        let mut tool = Command::new(program);
        tool.current_dir(&self.tree)
            .env("CARGO_TARGET_DIR", &self.build)
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_DIST_STRIP", "symbols")
            .env("RUSTFLAGS", &self.flags)
            .env("SOURCE_DATE_EPOCH", &facts.epoch)
            .env("LC_ALL", "C.UTF-8")
            .env("TZ", "UTC")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env_remove("RUSTC_WORKSPACE_WRAPPER")
            .env_remove("TRUEBOARD_WEB_PROFILE");
        tool
    }

    fn has_none(&self, file: &Path) -> Result<(), String> {
        whole::has_none(file, &self.host)
    }
}

/// The lab's page: in the tree, where the program takes it from, and on the stage.
fn page(facts: &Facts, place: &Place) -> Result<PathBuf, String> {
    let dist = place.tree.join("sim/web/dist");
    ran(&mut place.tool(facts, "sim/web/build"))?;
    let name = facts.name("page");
    let to = place.stage.join(&name);
    copy(&dist, &to)?;
    for file in below(&to)? {
        place.has_none(&file)?;
    }
    licences(place, &to)?;
    let bundled = notices::bundled(&place.tree.join("sim/web"))?;
    let wasm = "wasm32-unknown-unknown";
    let notices = notices::of(&place.tree, "trueboard-web", wasm, &bundled)?;
    write(&to.join(notices::FILE), &notices)?;
    Ok(dist)
}

/// The program, with the page in it.
fn program(facts: &Facts, place: &Place, page: &Path) -> Result<PathBuf, String> {
    let mut cargo = place.tool(facts, "cargo");
    cargo.args([
        "build",
        "--quiet",
        "--locked",
        "--profile=dist",
        "--package=trueboard",
    ]);
    ran(cargo.args(["--bin=trueboard", "--target", facts.target]))?;
    let program = place.build.join(facts.target).join("dist/trueboard");
    place.has_none(&program)?;
    for part in ["index.html", "trueboard.wasm"] {
        whole::contains(&program, &page.join(part))?;
    }
    if facts.is_static() {
        whole::is_static(&program)?;
    }
    let version = ran(Command::new(&program).arg("--version"))?;
    if version.split_whitespace().nth(1) != Some(&facts.version) {
        return Err(format!(
            "the program says that it is {version}, not {}",
            facts.version
        ));
    }
    Ok(program)
}

/// The Python package.
fn wheel(facts: &Facts, place: &Place, out: &Path) -> Result<(), String> {
    let python = place.tree.join("python");
    // Maturin takes them along.
    licences(place, &python)?;
    let host = "x86_64-unknown-linux-gnu";
    write(
        &python.join(notices::FILE),
        &notices::of(&place.tree, "trueboard-python", host, &[])?,
    )?;
    let wheels = place.stage.join("wheels");
    let mut maturin = place.tool(facts, "maturin");
    maturin.current_dir(&python);
    maturin.args(["build", "--quiet", "--locked", "--profile=dist", "--out"]);
    ran(maturin.arg(&wheels))?;
    let names = archive::names(&wheels)?;
    let [name] = &names[..] else {
        return Err(format!("maturin has made {} wheels, not one", names.len()));
    };
    let inside = place.stage.join("wheel");
    let mut unpack = Command::new("python3");
    ran(unpack
        .args(["-m", "zipfile", "-e"])
        .arg(wheels.join(name))
        .arg(&inside))?;
    for file in ["trueboard/__init__.py", "trueboard/_native.abi3.so"] {
        if !inside.join(file).is_file() {
            return Err(format!("{name}: it has no {file}"));
        }
    }
    for file in below(&inside)? {
        place.has_none(&file)?;
    }
    fs::copy(wheels.join(name), out.join(name)).map_err(|e| format!("{name}: {e}"))?;
    Ok(())
}

/// What goes with the program, in folders as below /usr/local or ~/.local.
fn files(facts: &Facts, place: &Place, program: &Path, name: &str) -> Result<(), String> {
    let folder = place.stage.join(name);
    let bin = folder.join("bin");
    make(&bin)?;
    let copied = fs::copy(program, bin.join("trueboard"));
    copied.map_err(|e| format!("{}: {e}", program.display()))?;
    let share = folder.join("share");
    ran(Command::new(program).arg("man").arg(share.join("man/man1")))?;
    for (shell, file) in [
        ("bash", "bash-completion/completions/trueboard"),
        ("zsh", "zsh/site-functions/_trueboard"),
        ("fish", "fish/vendor_completions.d/trueboard.fish"),
    ] {
        let text = ran(Command::new(program).args(["completions", shell]))?;
        write(&share.join(file), &format!("{text}\n"))?;
    }
    let doc = share.join("doc/trueboard");
    licences(place, &doc)?;
    for file in ["README.md", "CHANGELOG.md"] {
        let copied = fs::copy(place.tree.join(file), doc.join(file));
        copied.map_err(|e| format!("{file}: {e}"))?;
    }
    let notices = notices::of(&place.tree, "trueboard", facts.target, &[])?;
    write(&doc.join(notices::FILE), &notices)
}

/// Images, their sources, and the user's book, in the folders of the repository: each command of the book runs there.
fn examples(place: &Place, name: &str) -> Result<(), String> {
    let folder = place.stage.join(name);
    for part in ["docs", "firmware", "labs", "models"] {
        copy(&place.tree.join(part), &folder.join(part))?;
    }
    for file in ["README.md", "CHANGELOG.md", "CITATION.cff"] {
        let copied = fs::copy(place.tree.join(file), folder.join(file));
        copied.map_err(|e| format!("{file}: {e}"))?;
    }
    licences(place, &folder)
}

/// Trueboard's licences.
fn licences(place: &Place, folder: &Path) -> Result<(), String> {
    make(folder)?;
    for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let copied = fs::copy(place.tree.join(file), folder.join(file));
        copied.map_err(|e| format!("{file}: {e}"))?;
    }
    Ok(())
}

fn make(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    make(file.parent().unwrap_or(file))?;
    fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))
}

/// Copies a folder, without hidden files.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    make(to)?;
    for name in archive::names(from)?
        .into_iter()
        .filter(|n| !n.starts_with('.'))
    {
        let (from, to) = (from.join(&name), to.join(&name));
        if from.is_dir() {
            copy(&from, &to)?;
        } else {
            fs::copy(&from, &to).map_err(|e| format!("{}: {e}", from.display()))?;
        }
    }
    Ok(())
}

/// All files below a folder.
fn below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for name in archive::names(folder)? {
        let path = folder.join(name);
        if path.is_dir() {
            files.extend(below(&path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::{Place, below, copy, examples};
    use std::fs;

    #[test]
    fn examples_have_what_the_readme_leads_to() {
        let stage = tempfile::tempdir().expect("a folder");
        let place = Place {
            tree: conformance::root(),
            build: stage.path().join("build"),
            stage: stage.path().to_owned(),
            flags: String::new(),
            host: Vec::new(),
        };
        examples(&place, "examples").expect("the examples");
        let folder = stage.path().join("examples");
        let readme = fs::read_to_string(folder.join("README.md")).expect("README.md");
        let links = readme.split("](").skip(1);
        let links = links.filter_map(|l| l.split([')', '#']).next());
        let links: Vec<_> = links.filter(|l| !l.contains("://")).collect();
        assert!(links.len() > 20, "{links:?}");
        let image = "firmware/prebuilt/gr740/lu.elf";
        assert!(readme.contains(image), "{readme}");
        for path in links.into_iter().chain([image]) {
            assert!(folder.join(path).exists(), "{path}");
        }
    }

    #[test]
    fn copies_have_all_but_hidden_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let [from, to] = ["from", "to"].map(|n| folder.path().join(n));
        fs::create_dir_all(from.join("assets")).expect("a folder");
        for name in [".gitkeep", "index.html", "assets/main.js"] {
            fs::write(from.join(name), name).expect("a file");
        }
        copy(&from, &to).expect("a copy");
        let found = below(&to).expect("files");
        assert_eq!(found, ["assets/main.js", "index.html"].map(|n| to.join(n)));
    }
}
