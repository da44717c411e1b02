//! The script of a board's host: finds and checks the files that it names, before the run.

pub(crate) mod clocks;
pub(crate) mod drained;
pub(crate) mod hosted;
pub(crate) mod tracer_clock;
pub(crate) mod tracers;

use crate::boardfile::schema::{BoardFile, CoreGroup};
use crate::boardfile::source::{self, Source};
use crate::error::InputError;
use crate::machine::Machine;
use crate::machine::host::hosted::{AllMetadata, Hosted};
use crate::machine::kinds::CoreKind;
use crate::machine::models::BoardModel;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trueboard_host::{Chip, Configuration, EHost, Params, Program, Script, Segment, compile};
use trueboard_image::Srec;
use trueboard_image::{Expected, Image};
use trueboard_periph::typed;

/// What a board's host does, and where the files are that it names.
#[derive(Clone, Debug, PartialEq)]
pub enum HostScript {
    /// The file that says it; files that it names are relative to its folder.
    File(PathBuf),
    /// A script at hand.
    Given {
        /// The script.
        script: Script,
        /// Files that it names are relative to this folder.
        folder: PathBuf,
    },
}

impl HostScript {
    /// What messages call it.
    fn place(&self) -> PathBuf {
        match self {
            HostScript::File(path) => path.clone(),
            HostScript::Given { script, .. } if script.title.is_empty() => {
                "the host's script".into()
            }
            HostScript::Given { script, .. } => script.title.clone().into(),
        }
    }

    /// The script with the folder of its files.
    ///
    /// # Errors
    /// When the file cannot be read, or says things that cannot be.
    fn read(&self, source: &dyn Source) -> Result<(Script, PathBuf), InputError> {
        match self {
            HostScript::Given { script, folder } => Ok((script.clone(), folder.clone())),
            HostScript::File(path) => {
                let text = source::text(source, path)?;
                let script = Script::parse(&text).map_err(|problems| InputError::Script {
                    path: path.clone(),
                    problems,
                })?;
                let folder = path.parent().unwrap_or(Path::new("")).to_owned();
                Ok((script, folder))
            }
        }
    }
}

impl From<PathBuf> for HostScript {
    fn from(path: PathBuf) -> HostScript {
        HostScript::File(path)
    }
}

/// Files beside a script.
struct Beside {
    source: Arc<dyn Source>,
    folder: PathBuf,
    expected: Expected,
    images: BTreeMap<String, Loaded>,
    read: BTreeSet<PathBuf>,
}

#[derive(Clone)]
struct Loaded {
    image: Arc<trueboard_host::Image>,
    /// With the symbols and lines that messages and traces name.
    elf: Option<Arc<Image>>,
}

impl trueboard_host::Files for Beside {
    fn image(&mut self, name: &str) -> Result<Arc<trueboard_host::Image>, String> {
        if let Some(known) = self.images.get(name) {
            return Ok(known.image.clone());
        }
        let bytes = self.file(name)?;
        let path = self.folder.join(name);
        let shown = path.display();
        let loaded = if bytes.first() == Some(&b'S') {
            srec(&bytes).map_err(|e| format!("{shown}: {e}"))?
        } else {
            elf(&path, &bytes, self.expected).map_err(|e| format!("{shown}: {e}"))?
        };
        self.images.insert(name.to_owned(), loaded.clone());
        Ok(loaded.image)
    }

    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let path = self.folder.join(name);
        let bytes = self.source.read(&path);
        let bytes = bytes.map_err(|e| format!("{}: cannot be read: {e}", path.display()))?;
        self.read.insert(path);
        Ok(bytes)
    }
}

fn srec(bytes: &[u8]) -> Result<Loaded, String> {
    let segments = Srec::parse(bytes)?.segments.into_iter();
    let image = trueboard_host::Image {
        segments: segments.map(|(at, bytes)| Segment { at, bytes }).collect(),
        ..trueboard_host::Image::default()
    };
    Ok(Loaded {
        image: Arc::new(image),
        elf: None,
    })
}

fn elf(path: &Path, bytes: &[u8], expected: Expected) -> Result<Loaded, String> {
    let elf = Image::parse(path, bytes, expected)?;
    let word = |what: &str, v: u64| {
        u32::try_from(v).map_err(|_| format!("{what} {v:#x} is beyond 32 bits of address"))
    };
    let place = |section: &str, at: u64, bytes: u64| {
        let free = (!elf.loads(at, bytes)).then_some(at);
        u32::try_from(elf.section(section).or(free)?).ok()
    };
    let mut image = trueboard_host::Image {
        configuration: Configuration {
            group: place("workgroup_cfg", 0x28, 40),
            external: place("ext_mem_cfg", 0x50, 8),
            loader: place("loader_cfg", 0x58, 16),
        },
        ..trueboard_host::Image::default()
    };
    for s in elf.segments.iter().filter(|s| !s.bytes.is_empty()) {
        image.segments.push(Segment {
            at: word("the segment at", s.va)?,
            bytes: s.bytes.clone(),
        });
    }
    for s in elf.symbols() {
        if let (Ok(at), Ok(size)) = (u32::try_from(s.at), u32::try_from(s.size)) {
            let name = s.link_name.as_ref().unwrap_or(&s.name);
            image.symbols.entry(name.clone()).or_insert((at, size));
        }
    }
    Ok(Loaded {
        image: Arc::new(image),
        elf: Some(Arc::new(elf)),
    })
}

/// What [`attach`] gives the machine.
struct Ready {
    program: Program,
    metadata: AllMetadata,
    images: BTreeMap<String, Loaded>,
    read: BTreeSet<PathBuf>,
}

fn prepare(
    source: Arc<dyn Source>,
    script: &Script,
    folder: PathBuf,
    chip: &Chip,
    expected: Expected,
) -> Result<Ready, Vec<String>> {
    let mut files = Beside {
        source,
        folder,
        expected,
        images: BTreeMap::new(),
        read: BTreeSet::new(),
    };
    let program = compile(script, chip, &mut files)?;
    let metadata = drained::metadata(program.files().iter())?;
    Ok(Ready {
        program,
        metadata,
        images: files.images,
        read: files.read,
    })
}

/// Lets the host of `machine` run a script.
///
/// # Errors
/// All that is wrong with the script, or that the board has no host.
pub(crate) fn attach(
    machine: &mut Machine,
    board: &BoardModel,
    expected: Expected,
    host: &HostScript,
) -> Result<(), InputError> {
    let Some(core) = machine.info.iter().position(|i| i.kind.is_host()) else {
        return Err(InputError::Request(format!(
            "--host {}: {} has no host",
            host.place().display(),
            machine.name
        )));
    };
    let (script, folder) = host.read(&*board.source)?;
    let is_host = |g: &&CoreGroup| g.kind().is_some_and(CoreKind::is_host);
    let group = board.file.cores.iter().find(is_host);
    let params: Params = group
        .map(|g| typed(g.params.clone()))
        .transpose()
        .map_err(InputError::Request)?
        .unwrap_or_default();
    let ready = prepare(
        board.source.clone(),
        &script,
        folder,
        &params.chip,
        expected,
    );
    let ready = ready.and_then(
        |ready| match nowhere(machine, &script, &ready, &params.chip) {
            None => Ok(ready),
            Some(problem) => Err(vec![problem]),
        },
    );
    let ready = ready.map_err(|problems| InputError::Script {
        path: host.place(),
        problems,
    })?;
    let clock = trueboard_host::HostClock::new(&params, machine.base_hz);
    let calls = ready.program.calls();
    for (name, cores) in ready.program.loads() {
        if let Some(elf) = ready.images.get(name).and_then(|l| l.elf.clone()) {
            machine.know(elf, cores);
        }
    }
    let host = Hosted {
        core: core as u8,
        clock,
        calls: calls.map(|(at, name)| (at, name.to_owned())).collect(),
        own_traces: ready.program.own_traces().to_vec(),
        drained: ready.program.drained().to_vec(),
        metadata: ready.metadata,
        files: ready.read,
        params,
        program: ready.program,
    };
    install(machine, host);
    Ok(())
}

/// The first mailbox of the layout that lies where the board has no memory.
fn nowhere(machine: &Machine, script: &Script, ready: &Ready, chip: &Chip) -> Option<String> {
    let mut all = ready.program.layout().mailboxes_of(chip).into_iter();
    let missing = |&(at, bytes): &(u32, u32)| {
        let memory = machine.memory().peek(at.into(), bytes as usize);
        memory.is_none()
    };
    let (at, bytes) = all.find(missing)?;
    Some(format!(
        "layout: {}: mailboxes: the board has no memory for the {bytes} bytes of the mailbox at {at:#x}; give \
         `mailboxes.at` an address of its memory",
        script.layout.as_deref().unwrap_or_default()
    ))
}

/// Puts `host` into the place that the board has for one.
pub(crate) fn install(machine: &mut Machine, host: Hosted) {
    let core = usize::from(host.core);
    let (Some(place), Some(info)) = (machine.cores.get_mut(core), machine.info.get(core)) else {
        return;
    };
    let (params, program) = (host.params.clone(), host.program.clone());
    let mut ehost = EHost::new(params, host.core, info.clock, machine.base_hz, program);
    ehost.set_check(drained::check(host.metadata.clone()));
    *place = Box::new(ehost);
    machine.host = Some(host);
}

/// With a host, only the host serves TRAPs: cores that otherwise serve their own leave it.
pub(crate) fn leave_traps(file: &mut BoardFile) {
    for group in &mut file.cores {
        let served_by = group.kind().and_then(|kind| kind.serves_traps);
        if let (Some(name), ron::Value::Map(params)) = (served_by, &mut group.params) {
            params.insert(ron::Value::String(name.to_owned()), ron::Value::Bool(false));
        }
    }
}
