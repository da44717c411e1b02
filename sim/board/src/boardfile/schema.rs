//! Board files: the types behind `models/boards/*.ron`, and reading them so that *all* mistakes are
//! reported at once, each with its path.

use crate::error::InputError;
use crate::near::did_you_mean;
use ron::Value;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use trueboard_core::device::Device;
use trueboard_core::snapshot::{Digest, to_bytes};
use trueboard_periph::{Own, Peripheral, there_are, typed};

/// Makes devices that are types of the program around the simulator: one for each machine of a board.
#[derive(Clone)]
pub struct Factory(Arc<dyn Fn() -> Box<dyn Device> + Send + Sync>);

impl Factory {
    /// Of a function that makes a peripheral that nothing has touched.
    pub fn new<P: Peripheral + 'static>(make: impl Fn() -> P + Send + Sync + 'static) -> Factory {
        Factory(Arc::new(move || Box::new(Own::new(make()))))
    }

    pub(crate) fn make(&self) -> Box<dyn Device> {
        (self.0)()
    }
}

impl std::fmt::Debug for Factory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Factory")
    }
}

/// A board.
#[derive(Clone, Debug, Serialize)]
pub struct BoardFile {
    /// Its name.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
    /// Clock frequencies in Hz.
    pub clocks: BTreeMap<String, u64>,
    /// How many cycles of the first core's clock a core may run ahead of the others in private
    /// work; 1 is lock-step.
    pub quantum_cycles: u64,
    /// How many cycles plain transfers over shared buses may be out of order; 0 is exact.
    pub relax_cycles: u64,
    /// Byte order of the processors.
    pub big_endian: bool,
    /// Data caches see what other masters write.
    pub snooped: bool,
    /// The stage that packets of cores pass.
    pub network: Option<String>,
    /// Names of the buses' meters, in order.
    pub buses: Vec<String>,
    /// Names of the shared caches' meters, in order.
    pub caches: Vec<String>,
    /// Core groups.
    pub cores: Vec<CoreGroup>,
    /// Parts that transfers pass, in the order in which they are passed.
    pub stages: Vec<StageEntry>,
    /// Memories.
    pub memories: Vec<MemoryEntry>,
    /// Devices.
    pub devices: Vec<DeviceEntry>,
    /// Areas that answer like nothing at all: reads give 0, writes are lost.
    pub holes: Vec<Hole>,
    /// The state in which a debug monitor leaves the board before it starts an ELF image.
    pub boot: Boot,
    /// Name of the power model in `models/power/`, if there is one.
    pub power: Option<String>,
    /// Interval at which power and temperature advance, in microseconds of simulated time.
    pub power_grid_us: u64,
    /// Devices that are types of the program around the simulator, by their names in `devices`.
    #[serde(skip)]
    pub own: BTreeMap<String, Factory>,
}

/// Equal cores.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CoreGroup {
    /// Name of the group; core n of it is `name` followed by n.
    pub id: String,
    /// Kind of core.
    pub kind: String,
    /// How many.
    pub count: u8,
    /// Their clock.
    pub clock: String,
    /// Their parameters.
    #[serde(default = "no_params")]
    pub params: Value,
    /// The group whose parameters are theirs, too; it has no `like` itself.
    #[serde(default, skip_serializing)]
    pub like: String,
}

/// A part that transfers pass.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct StageEntry {
    /// Its name.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// First address of its registers.
    #[serde(default)]
    pub at: Option<u64>,
    /// Bytes of its register area.
    #[serde(default)]
    pub size: u64,
    /// Its clock.
    pub clock: String,
    /// Its parameters.
    #[serde(default = "no_params")]
    pub params: Value,
    /// The stages an access to its registers passes.
    #[serde(default)]
    pub reg_route: Vec<String>,
    /// Where its output lines go: pin to `device.pin`.
    #[serde(default)]
    pub lines: BTreeMap<u16, String>,
}

/// A memory.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryEntry {
    /// Its name.
    pub name: String,
    /// First address.
    pub at: u64,
    /// Bytes.
    pub size: u64,
    /// Stores are bus errors.
    #[serde(default)]
    pub rom: bool,
    /// The stages a transfer passes.
    #[serde(default)]
    pub route: Vec<String>,
    /// Not of the board: it is there for images that are linked for it, with a warning.
    #[serde(default)]
    pub assumed: bool,
}

/// A device.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceEntry {
    /// Its name.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// First address of its registers.
    pub at: u64,
    /// Bytes of its register area.
    pub size: u64,
    /// Its clock.
    pub clock: String,
    /// Its parameters.
    #[serde(default = "no_params")]
    pub params: Value,
    /// The stages an access to its registers passes.
    #[serde(default)]
    pub route: Vec<String>,
    /// Where its output lines go: pin to `device.pin`.
    #[serde(default)]
    pub lines: BTreeMap<u16, String>,
    /// A device whose inputs 0 to 31 it hears as well: the interrupt controller of its bus.
    #[serde(default)]
    pub hears: Option<String>,
    /// The output line that gates its clock: `device.pin`.
    #[serde(default)]
    pub gate: Option<String>,
    /// Bytes leaving it are the board's console.
    #[serde(default)]
    pub console: bool,
}

/// See [`BoardFile::holes`].
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Hole {
    /// First address.
    pub at: u64,
    /// Bytes.
    pub size: u64,
    /// The stages an access passes.
    #[serde(default)]
    pub route: Vec<String>,
}

/// State before an ELF image starts.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Boot {
    /// Registers of every core: name to value.
    #[serde(default)]
    pub registers: BTreeMap<String, u64>,
    /// Stack of core n: `%fp` = end of memory `memory` - n * `stack_bytes`, `%sp` = `%fp` - `frame`.
    #[serde(default)]
    pub stacks: Option<Stacks>,
    /// Device registers: (`device`, offset, value).
    #[serde(default)]
    pub writes: Vec<(String, u32, u32)>,
    /// The memory from which the board boots: an image that starts at its first address finds everything
    /// as reset leaves it.
    #[serde(default)]
    pub prom: Option<String>,
}

/// See [`Boot::stacks`].
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Stacks {
    /// The memory.
    pub memory: String,
    /// Bytes between two stacks.
    pub stack_bytes: u64,
    /// Bytes between frame and stack pointer.
    pub frame_bytes: u64,
    /// Name of the frame pointer register.
    pub frame_register: String,
    /// Name of the stack pointer register.
    pub stack_register: String,
}

impl BoardFile {
    /// The group of each core, in the order of the cores.
    pub(crate) fn groups_of_cores(&self) -> impl Iterator<Item = &CoreGroup> {
        let groups = self.cores.iter();
        groups.flat_map(|g| std::iter::repeat_n(g, g.count.into()))
    }

    /// The parameters of each core, in the order of the cores.
    pub(crate) fn core_params(&self) -> impl Iterator<Item = &Value> {
        self.groups_of_cores().map(|g| &g.params)
    }

    /// Tells boards apart that differ in anything.
    pub fn fingerprint(&self) -> String {
        let mut d = Digest::default();
        d.add("board", &to_bytes(self));
        d.finish()
    }
}

fn no_params() -> Value {
    Value::Map(ron::Map::new())
}

/// Gathers what is wrong.
struct Reader {
    problems: Vec<String>,
    fields: BTreeMap<String, Value>,
    /// Names of fields that a board can have.
    known: Vec<&'static str>,
}

impl Reader {
    fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Option<T> {
        self.known.push(name);
        let value = self.fields.remove(name)?;
        match typed(value) {
            Ok(v) => Some(v),
            Err(e) => {
                self.problems.push(format!("{name}: {e}"));
                None
            }
        }
    }

    fn need<T: DeserializeOwned + Default>(&mut self, name: &'static str) -> T {
        if !self.fields.contains_key(name) {
            self.known.push(name);
            self.problems.push(format!("{name}: is missing"));
            return T::default();
        }
        self.take(name).unwrap_or_default()
    }

    /// A list read entry by entry, so that one bad entry does not hide the next.
    fn list<T: DeserializeOwned>(&mut self, name: &'static str, id: &str) -> Vec<T> {
        self.known.push(name);
        let Some(value) = self.fields.remove(name) else {
            return Vec::new();
        };
        let Value::Seq(entries) = value else {
            self.problems.push(format!("{name}: must be a list in [ ]"));
            return Vec::new();
        };
        let mut out = Vec::new();
        for (i, entry) in entries.into_iter().enumerate() {
            let label = match field(&entry, id) {
                Some(Value::String(s)) => format!("{name}.{s}"),
                _ => format!("{name}[{i}]"),
            };
            match typed(entry) {
                Ok(v) => out.push(v),
                Err(e) => self.problems.push(format!("{label}: {e}")),
            }
        }
        out
    }
}

/// Gives groups that are like another one its parameters. Answers what is wrong with that.
fn share_params(groups: &mut [CoreGroup]) -> Vec<String> {
    let mut problems = Vec::new();
    let known: BTreeMap<String, Value> = groups
        .iter()
        .filter(|g| g.like.is_empty())
        .map(|g| (g.id.clone(), g.params.clone()))
        .collect();
    for g in groups.iter_mut().filter(|g| !g.like.is_empty()) {
        let place = format!("cores.{}", g.id);
        match known.get(&g.like) {
            _ if g.params != no_params() => problems.push(format!(
                "{place}.params: its parameters are those of `{}`; leave out `params` or `like`",
                g.like
            )),
            Some(params) => g.params = params.clone(),
            None => problems.push(format!(
                "{place}.like: no group with parameters of its own is called `{}`; {}",
                g.like,
                there_are(&known.keys().collect::<Vec<_>>())
            )),
        }
    }
    problems
}

pub(crate) fn field<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    match value {
        Value::Map(m) => m.iter().find_map(|(k, v)| match k {
            Value::String(s) if s == name => Some(v),
            _ => None,
        }),
        _ => None,
    }
}

/// Parses RON text; `place` names it in messages.
///
/// # Errors
/// [`InputError::Syntax`] with line and column.
pub fn parse(place: &str, text: &str) -> Result<Value, InputError> {
    ron::from_str(text).map_err(|e: ron::error::SpannedError| InputError::Syntax {
        place: place.to_owned(),
        line: e.span.start.line,
        column: e.span.start.col,
        cause: e.code.to_string(),
    })
}

/// Reads a board of a parsed value; answers also what is wrong with the names of its fields.
///
/// # Errors
/// [`InputError::Board`] with everything that is wrong in types and names of fields.
pub(crate) fn read(place: &str, value: Value) -> Result<(BoardFile, Vec<String>), InputError> {
    let Value::Map(map) = value else {
        return Err(InputError::Board {
            place: place.to_owned(),
            problems: vec!["the file must hold one structure: Board( … )".to_owned()],
        });
    };
    let mut r = Reader {
        problems: Vec::new(),
        fields: BTreeMap::new(),
        known: Vec::new(),
    };
    for (k, v) in map {
        if let Value::String(k) = k {
            r.fields.insert(k, v);
        }
    }
    let mut file = BoardFile {
        name: r.need("name"),
        title: r.take("title").unwrap_or_default(),
        clocks: r.need("clocks"),
        quantum_cycles: r.take("quantum_cycles").unwrap_or(50),
        relax_cycles: r.take("relax_cycles").unwrap_or(0),
        big_endian: r.need("big_endian"),
        snooped: r.take("snooped").unwrap_or(true),
        network: r.take("network").unwrap_or_default(),
        buses: r.take("buses").unwrap_or_default(),
        caches: r.take("caches").unwrap_or_default(),
        cores: r.list("cores", "id"),
        stages: r.list("stages", "id"),
        memories: r.list("memories", "name"),
        devices: r.list("devices", "id"),
        holes: r.list("holes", "at"),
        boot: r.take("boot").unwrap_or_default(),
        power: r.take("power").unwrap_or_default(),
        power_grid_us: r.take("power_grid_us").unwrap_or(1000),
        own: BTreeMap::new(),
    };
    r.problems.extend(share_params(&mut file.cores));
    let unknown = |name: &String| {
        let near = did_you_mean(name, r.known.iter().copied());
        let known = r.known.join(", ");
        format!("{name}: there is no such field{near}; a board has: {known}")
    };
    let unknown: Vec<String> = r.fields.keys().map(unknown).collect();
    if r.problems.is_empty() {
        return Ok((file, unknown));
    }
    r.problems.extend(unknown);
    Err(InputError::Board {
        place: place.to_owned(),
        problems: r.problems,
    })
}
