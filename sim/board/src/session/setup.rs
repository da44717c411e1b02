//! From images and options to a run that is ready to begin.

use super::options::Options;
use super::streams::Streams;
use super::{Session, fast, poke, trace};
use crate::boardfile::schema::{BoardFile, Boot, CoreGroup, MemoryEntry};
use crate::boardfile::source::{self, Source};
use crate::error::InputError;
use crate::machine::Machine;
use crate::machine::build;
use crate::machine::debug::gate::Gate;
use crate::machine::debug::returns::Returns;
use crate::machine::host;
use crate::machine::host::tracers::Followed;
use crate::machine::judge::Judge;
use crate::machine::models::BoardModel;
use crate::machine::symbols::ImageSymbols;
use crate::near::{NotThere, did_you_mean};
use crate::session::checked;
use crate::session::image::read_program;
use ron::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use trueboard_analyses::analysis::{self, Analyses};
use trueboard_analyses::lanes::Lanes;
use trueboard_core::duration::Budget;
use trueboard_core::mem::Region;
use trueboard_core::snapshot::{SnapshotError, from_bytes};
use trueboard_core::time::Tick;
use trueboard_image::{Expected, Image};
use trueboard_trace::TraceOptions;

/// A board with its images in memory.
struct Loaded {
    machine: Machine,
    /// The cores of each image.
    image_cores: Vec<Vec<usize>>,
    /// The cores that start at once.
    start: Vec<usize>,
}

impl Session {
    /// Loads images, boots the board, opens traces.
    ///
    /// # Errors
    /// [`InputError`]: an image, a board value or an output that cannot be used.
    pub fn new(board: &BoardModel, mut options: Options) -> Result<Session, InputError> {
        let Loaded {
            mut machine,
            image_cores,
            start,
        } = load(board, &options)?;
        check_requests(&machine, &options).map_err(InputError::Request)?;
        poke::apply(&mut machine, &options.pokes).map_err(InputError::Request)?;
        let mut files = options.files.clone();
        let script = machine.host.iter().flat_map(|h| &h.files);
        script.for_each(|path| files.reads("a file of the host's script,", path));
        files.check().map_err(InputError::Clash)?;
        listen(&mut machine, board, &options).map_err(InputError::Request)?;
        let observed = match &options.restore {
            None => {
                machine.boot().map_err(InputError::Request)?;
                machine.start(&start).map_err(InputError::Request)?;
                None
            }
            Some(path) => Some(restore(&mut machine, &*board.source, path)?),
        };
        machine.type_in(&options.stdin);
        if let Some(files) = &options.network {
            let plugged = machine.plug_network(files.clone());
            let name = &board.file.name;
            plugged.map_err(|e| InputError::Request(format!("board {name} {e}")))?;
        }
        fast::forward(&mut machine, &options).map_err(InputError::Request)?;
        if options.fast.is_some() && options.save.is_some() {
            // Without another end the snapshot is of the point.
            let here = Budget::Ticks(machine.now().0);
            options.until.get_or_insert(here);
        }
        let symbols = Arc::new(ImageSymbols::new(&machine));
        let context = trace::context(&machine, symbols.clone(), options.trace_limit);
        let mut writers = Vec::new();
        for (format, path) in &options.traces {
            let w = trueboard_trace::open(*format, path, &context)
                .map_err(|e| InputError::Request(e.to_string()))?;
            writers.push((*format, w));
        }
        let lanes = options.lanes.then(|| {
            machine.follow_series();
            let limit = TraceOptions::default().stack_limit;
            Lanes::new(machine.now(), machine.cores.len(), limit)
        });
        let traced = machine.host.is_some() || !machine.tracers.is_empty();
        let again = traced || options.save.is_some();
        let streams = Streams::new(options.streams.clone(), again).map_err(InputError::Request)?;
        let mut tracers = Followed::new(&mut machine, symbols.clone());
        let mut pending = Vec::new();
        let past = match observed {
            Some(observed) => resume(&observed, tracers.as_mut())
                .map_err(|e| InputError::Request(format!("--restore: {e}")))?,
            None => BTreeMap::new(),
        };
        if options.restore.is_some() || options.fast.is_some() {
            // Readers of a trace learn from it what the cores are doing when it begins.
            pending = machine.state_facts();
        }
        attach(&mut machine, &options.analyses, &past).map_err(InputError::Request)?;
        let gate = options.hand_out.as_ref();
        let gate = gate.map(|asked| Gate::new(&machine, asked));
        let gate = gate.transpose().map_err(InputError::Request)?;
        let returns = (!options.returns.is_empty())
            .then(|| Returns::new(&machine, &options.returns))
            .transpose()
            .map_err(InputError::Request)?;
        if let Some(checks) = &options.checks {
            checked::follow(&mut machine, checks);
        }
        if options.fast.is_some() {
            machine.report_arrival();
        }
        Ok(Session {
            writers,
            lanes,
            tracers,
            gate,
            returns,
            pending,
            streams,
            ..Session::bare(machine, options, image_cores)
        })
    }
}

/// What kind of ELF file these cores of a board run; of a board without such cores, its first one. That each of
/// them is there is checked later.
fn runs(board: &BoardModel, cores: &[usize]) -> Result<Expected, InputError> {
    let kinds: Vec<&CoreGroup> = board.file.groups_of_cores().collect();
    let mut chosen = cores.iter().filter_map(|&c| kinds.get(c).copied());
    let first = chosen.next().or(kinds.first().copied());
    if let (Some(a), Some(b)) = (
        first,
        chosen.find(|g| first.is_some_and(|f| f.kind != g.kind)),
    ) {
        let text = format!(
            "one image cannot be for cores of two kinds, {} and {}",
            a.kind, b.kind
        );
        return Err(InputError::Request(text));
    }
    first.and_then(|g| g.kind()?.images()).ok_or_else(|| {
        InputError::Request(
            "this board's cores run no ELF files; describe what they do: --workload FILE.ron"
                .to_owned(),
        )
    })
}

/// A clock below this frequency, in Hz, is meant to be faster: `250` for 250 MHz.
const SLOWEST: u64 = 1000;

/// A warning for each clock that is slower than any board's.
fn slow_clocks(clocks: &BTreeMap<String, u64>) -> Vec<String> {
    let slow = clocks.iter().filter(|(_, hz)| **hz < SLOWEST);
    let line = |(name, hz): (&String, &u64)| {
        format!("clocks.{name} is {hz} Hz; for megahertz write clocks.{name}={hz}MHz")
    };
    slow.map(line).collect()
}

/// Builds the board, and puts everything into its memories that a run begins with.
fn load(board: &BoardModel, options: &Options) -> Result<Loaded, InputError> {
    let mut file = board.file.clone();
    if options.host.is_some() {
        host::leave_traps(&mut file);
    }
    let listens = !options.traces.is_empty() || options.lanes;
    let mut images = Vec::new();
    for (path, cores) in &options.images {
        let expected = match runs(board, cores) {
            Ok(expected) => expected,
            Err(e) => {
                // What is wrong with the board is reported first.
                build::machine(&board.place, &file, listens)?;
                return Err(e);
            }
        };
        images.push(Arc::new(read_program(
            &*board.source,
            path,
            expected,
            options.at,
            &file,
        )?));
    }
    boot_from_prom(&mut file, &images);
    let assumed = assume(&mut file.memories, &images);
    let mut machine = build::machine(&board.place, &file, listens)?;
    for what in assumed.into_iter().chain(slow_clocks(&file.clocks)) {
        machine.fabric.noted.core_warnings.add(Tick(0), &what);
    }
    for ((path, cores), image) in options.images.iter().zip(images) {
        if let Some(c) = cores.iter().find(|&&c| c >= machine.cores.len()) {
            let cores = machine.cores.len();
            let text = NotThere::core(&machine.name, c, cores).to_string();
            return Err(InputError::Request(text));
        }
        put(&mut machine, path, image, cores)?;
    }
    if let Some(script) = &options.host {
        host::attach(&mut machine, board, runs(board, &[])?, script)?;
    }
    let cores = options.images.iter().map(|(_, c)| c.clone());
    let mut image_cores: Vec<Vec<usize>> = cores.collect();
    let mut start = options.start.clone();
    match &board.workload {
        Some(w) => {
            let cores = w.cores();
            put(&mut machine, &w.path, Arc::new(w.image()), &cores)?;
            machine.tracers.clone_from(&w.clocks);
            start.extend(w.starts());
            image_cores.push(cores);
        }
        None => {
            runs(board, &[])?;
        }
    }
    Ok(Loaded {
        machine,
        image_cores,
        start,
    })
}

/// Puts an image into memory, for these cores.
fn put(
    machine: &mut Machine,
    path: &Path,
    image: Arc<Image>,
    cores: &[usize],
) -> Result<(), InputError> {
    let why = |cause| InputError::Elf {
        path: path.to_owned(),
        cause,
    };
    machine.load(image, cores).map_err(why)
}

/// Switches on observers of the run, and conditions of its end.
fn listen(machine: &mut Machine, board: &BoardModel, options: &Options) -> Result<(), String> {
    if let Some(model) = &board.power {
        machine.set_power_model(model.clone(), board.file.power_grid_us);
    }
    machine.set_strict(options.strict);
    machine.fabric.judge = Some(Judge::of(machine, board).map_err(|e| e.to_string())?);
    machine.set_free(&options.free, &options.free_optional)?;
    machine.set_translate(options.translate);
    let mut devices = board.file.devices.iter();
    let guard = devices.find(|d| d.kind == "tc27x-scu");
    machine.without_watchdogs =
        guard.map(|d| format!("--set devices.{}.params.watchdogs=false", d.id));
    let listens = !options.traces.is_empty();
    let sample = options.sample.map(|s| s.ticks(machine));
    // Ten thousand samples in a simulated second.
    machine.set_sampling(sample.or(listens.then_some(machine.base_hz / 10_000)));
    if let Some(budget) = options.until {
        let end = Tick(budget.ticks(machine));
        machine.set_end(end, options.save.is_some());
    }
    Ok(())
}

/// An image for the boot PROM is the boot loader: nothing has gone before it.
fn boot_from_prom(file: &mut BoardFile, images: &[Arc<Image>]) {
    let prom = file
        .memories
        .iter()
        .find(|m| Some(&m.name) == file.boot.prom.as_ref());
    let (Some(prom), Some(image)) = (prom, images.first()) else {
        return;
    };
    if image.entry != prom.at {
        return;
    }
    file.boot = Boot {
        prom: file.boot.prom.take(),
        ..Boot::default()
    };
    // What a boot loader has left in the parts of the memory system.
    for stage in &mut file.stages {
        if let Value::Map(params) = &mut stage.params {
            params.remove(&Value::String("preset".to_owned()));
        }
    }
}

/// Makes those memories real that the board does not have and `images` are linked for, all together;
/// says for which image.
fn assume(memories: &mut [MemoryEntry], images: &[Arc<Image>]) -> Option<String> {
    let within = |m: &MemoryEntry, i: &Image| {
        let mut segments = i.segments.iter();
        m.assumed && segments.any(|s| (m.at..m.at.saturating_add(m.size)).contains(&s.pa))
    };
    let image = images
        .iter()
        .find(|i| memories.iter().any(|m| within(m, i)))?;
    let mut areas = Vec::new();
    for m in memories.iter_mut().filter(|m| m.assumed) {
        m.assumed = false;
        areas.push(format!("{:#x} to {:#x}", m.at, m.at.saturating_add(m.size)));
    }
    Some(format!(
        "{} is linked for memory that the board does not have, as the linker does without a script; this \
         run adds it ({})",
        image.path.display(),
        areas.join(", ")
    ))
}

/// Continues from a snapshot file; returns its data of regions.
fn restore(machine: &mut Machine, source: &dyn Source, path: &Path) -> Result<Vec<u8>, InputError> {
    let bytes = source::bytes(source, path)?;
    let why = |e| InputError::Request(format!("--restore {}: {e}", path.display()));
    machine.load_with(&bytes).map_err(why)
}

/// Observers go on from what a snapshot knew of them; returns what it knew of analyses, by name.
fn resume(
    observed: &[u8],
    tracers: Option<&mut Followed>,
) -> Result<BTreeMap<String, Vec<u8>>, SnapshotError> {
    let (analyses, of_tracers): (_, Option<Vec<u8>>) = from_bytes(observed)?;
    if let (Some(tracers), Some(bytes)) = (tracers, of_tracers) {
        tracers.load(&bytes)?;
    }
    Ok(analyses)
}

/// Attaches the observers of analyses, which go on from `past`.
fn attach(
    machine: &mut Machine,
    analyses: &Analyses,
    past: &BTreeMap<String, Vec<u8>>,
) -> Result<(), String> {
    for analysis in analyses.iter() {
        let past = analysis::name(analysis).and_then(|name| past.get(name));
        let past = past.map(Vec::as_slice);
        for observer in analysis.attach(machine, past)? {
            machine.observe(observer);
        }
    }
    Ok(())
}

/// What options name must be in the images.
fn check_requests(m: &Machine, options: &Options) -> Result<(), String> {
    if options.checks.is_some() && options.restore.is_some() {
        return Err("checks: not of a run that goes on from a snapshot, which does not hold what was written and \
                    ordered before it; check the run from reset"
            .to_owned());
    }
    if options.checks.is_some() && options.fast.is_some() {
        return Err("checks: not of a run that is fast-forwarded, for they follow a run from reset; leave out --fast-until"
            .to_owned());
    }
    for (symbol, bytes) in &options.dumps {
        let found = m.firmware.images.iter().find_map(|i| i.symbol(symbol));
        let Some(s) = found else {
            let all = m.firmware.images.iter().flat_map(|i| i.symbols());
            let near = did_you_mean(symbol, all.map(|s| s.name.as_str()));
            return Err(format!("--dump {symbol}: no image has such a symbol{near}"));
        };
        let len = bytes.unwrap_or(s.size.max(4));
        let at = m.symbol_place(s);
        let fits = |r: &Region| len <= r.size() && r.contains(at, len);
        if !m.mem.regions().iter().any(fits) {
            return Err(format!(
                "--dump {symbol}:{len}: {len} bytes at {:#x} are not in one memory; ask for fewer",
                s.at
            ));
        }
    }
    options.analyses.iter().try_for_each(|a| a.check(m))
}
