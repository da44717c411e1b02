//! From a board file to a machine: checks everything, then builds everything.

use crate::boardfile::schema::{self, BoardFile, CoreGroup, DeviceEntry, StageEntry};
use crate::error::InputError;
use crate::machine::Machine;
use crate::machine::fabric::{Attached, Fabric, Holders, MemoryRoute};
use crate::machine::kinds::{CoreInfo, CoreKind, KINDS, Site};
use ron::Value;
use std::collections::BTreeMap;
use trueboard_core::cpu::Core;
use trueboard_core::device::{DevId, PIN_CLOCK};
use trueboard_core::mem::{LARGEST, Memory, Region};
use trueboard_core::meter::{BusBank, CacheBank, CoreBank, Meters};
use trueboard_core::time::{Clock, base_hz};
use trueboard_periph::{BuildEnv, there_are};

/// Cores that a board may have: those of an Epiphany-IV, and a host.
const MOST_CORES: usize = 65;
/// Cores that can snoop: what is known of a line's holders has a bit for each.
const MOST_SNOOPING: usize = 16;

/// Gathers problems while building.
struct Builder<'a> {
    file: &'a BoardFile,
    hz: u64,
    problems: Vec<String>,
}

impl Builder<'_> {
    fn problem(&mut self, place: &str, what: impl std::fmt::Display) {
        self.problems.push(format!("{place}: {what}"));
    }

    /// The end of an area, which must lie in what 32 bits address.
    fn end(&mut self, place: &str, at: u64, size: u64) -> u64 {
        let end = at.saturating_add(size);
        if end > 1 << 32 {
            self.problem(
                place,
                format!("{at:#x} and {size:#x} bytes are beyond 32 bits of address"),
            );
        }
        end
    }

    fn clock(&mut self, place: &str, name: &str) -> (Clock, u64) {
        match self.file.clocks.get(name) {
            Some(&hz) if hz > 0 => (Clock::new(self.hz / hz), hz),
            _ => {
                let known: Vec<&str> = self.file.clocks.keys().map(String::as_str).collect();
                self.problem(place, format!("no clock `{name}`; {}", there_are(&known)));
                (Clock::new(1), self.hz)
            }
        }
    }

    fn route(&mut self, place: &str, names: &[String]) -> Vec<u8> {
        let mut route: Vec<u8> = Vec::new();
        for n in names {
            match self.file.stages.iter().position(|s| &s.id == n) {
                None => self.problem(place, format!("no stage is called `{n}`")),
                Some(i) if route.last().is_some_and(|&l| usize::from(l) >= i) => {
                    self.problem(place, format!("`{n}` must come later in `stages`"));
                }
                Some(i) => route.push(i as u8),
            }
        }
        route
    }

    fn all_ids(&self) -> Vec<&str> {
        let stages = self.file.stages.iter().map(|s| s.id.as_str());
        stages
            .chain(self.file.devices.iter().map(|d| d.id.as_str()))
            .collect()
    }

    /// `device.pin`.
    fn pin(&self, text: &str) -> Option<(DevId, u16)> {
        let (name, pin) = text.rsplit_once('.')?;
        let id = self.all_ids().iter().position(|&i| i == name)?;
        let pin = pin.parse().ok()?;
        Some((DevId(id as u16), pin))
    }

    fn wires(
        &mut self,
        place: &str,
        lines: &BTreeMap<u16, String>,
    ) -> BTreeMap<u16, Vec<(DevId, u16)>> {
        let mut out: BTreeMap<u16, Vec<_>> = BTreeMap::new();
        for (&pin, targets) in lines {
            for target in targets.split(',').map(str::trim) {
                match self.pin(target) {
                    Some(t) => out.entry(pin).or_default().push(t),
                    None => self.problem(
                        place,
                        format!("line {pin}: `{target}` is not DEVICE.PIN of this board"),
                    ),
                }
            }
        }
        out
    }
}

/// Makes a board of a parsed value.
///
/// # Errors
/// [`InputError::Board`] with everything that is wrong in types and names of fields; if only names are, with what is
/// wrong with the parts as well.
pub fn board(place: &str, value: Value) -> Result<BoardFile, InputError> {
    let (file, unknown) = schema::read(place, value)?;
    if unknown.is_empty() {
        return Ok(file);
    }
    let mut problems = assembled(&file);
    problems.extend(unknown);
    Err(InputError::Board {
        place: place.to_owned(),
        problems,
    })
}

/// Everything that is wrong with a board of a parsed value, its parts included.
pub(crate) fn problems(place: &str, value: Value) -> Vec<String> {
    match board(place, value) {
        Ok(file) => assembled(&file),
        Err(InputError::Board { problems, .. }) => problems,
        Err(other) => vec![other.to_string()],
    }
}

/// Builds the machine that `file` describes; `place` names the file in messages.
///
/// # Errors
/// [`InputError::Board`] with everything that is wrong.
pub fn machine(place: &str, file: &BoardFile, facts: bool) -> Result<Machine, InputError> {
    assemble(file, facts).map_err(|problems| InputError::Board {
        place: place.to_owned(),
        problems,
    })
}

/// Another machine of a board file of which there is one.
///
/// # Errors
/// Everything that is wrong with the file.
pub(crate) fn twin(file: &BoardFile) -> Result<Machine, Vec<String>> {
    assemble(file, false)
}

/// Everything that is wrong with what the parts of `file` say.
fn assembled(file: &BoardFile) -> Vec<String> {
    assemble(file, false).err().unwrap_or_default()
}

fn assemble(file: &BoardFile, facts: bool) -> Result<Machine, Vec<String>> {
    let hz: Vec<u64> = file.clocks.values().copied().collect();
    let mut b = Builder {
        file,
        hz: base_hz(&hz).unwrap_or(1),
        problems: Vec::new(),
    };
    if base_hz(&hz).is_none() || hz.is_empty() {
        b.problem(
            "clocks",
            "no common multiple of these frequencies fits; use whole Hz above 0",
        );
    }
    check_names(&mut b);
    let cores = build_cores(&mut b);
    let dictionaries: Vec<_> = cores.iter().map(|(info, _)| info.kind.meters).collect();
    let env = BuildEnv {
        cores: cores.len(),
        dictionaries: dictionaries.clone(),
        buses: file.buses.clone(),
        caches: file.caches.clone(),
        clocks: file.clocks.clone(),
        big_endian: file.big_endian,
        ..BuildEnv::default()
    };
    let mut fabric = Fabric::new(cores.len(), file.big_endian, facts);
    fabric.hz = b.hz;
    for s in &file.stages {
        add_stage(&mut b, &mut fabric, s, &env);
    }
    for d in &file.devices {
        add_device(&mut b, &mut fabric, d, &env);
    }
    gates(&mut b, &mut fabric);
    bus_interrupts(&mut b, &mut fabric);
    fabric.note_looks();
    check_wires(&mut b, &fabric);
    for h in &file.holes {
        let route = b.route("holes", &h.route);
        fabric
            .holes
            .push((h.at, h.at.saturating_add(h.size), route));
    }
    let mem = memories(&mut b, &mut fabric);
    fabric.pave(cores.iter().map(|(info, _)| info.clock));
    check_map(&mut b, &mut fabric);
    let meters = Meters {
        cores: dictionaries.into_iter().map(CoreBank::new).collect(),
        buses: vec![BusBank::new(); file.buses.len()],
        caches: vec![CacheBank::default(); file.caches.len()],
    };
    if file.snooped && cores.len() > MOST_SNOOPING {
        b.problem(
            "snooped",
            format!("more than {MOST_SNOOPING} cores cannot snoop; set it to false"),
        );
    }
    if let Some(name) = &file.network {
        fabric.network = b
            .route("network", std::slice::from_ref(name))
            .first()
            .copied();
    }
    for (n, (_, core)) in (0..).zip(&cores) {
        if let Some((first, end)) = core.window() {
            fabric.windows.push((first, end, n));
        }
    }
    fabric.windows.sort_unstable();
    if cores.is_empty() {
        b.problem("cores", "there must be at least one");
    }
    if file.quantum_cycles == 0 {
        b.problem("quantum_cycles", "must be at least 1 (lock-step)");
    }
    if !b.problems.is_empty() {
        return Err(b.problems);
    }
    Ok(Machine::new(file, b.hz, cores, mem, fabric, meters))
}

fn check_names(b: &mut Builder<'_>) {
    let mut ids: Vec<String> = b.all_ids().into_iter().map(str::to_owned).collect();
    ids.sort_unstable();
    for pair in ids.windows(2).filter(|p| p[0] == p[1]) {
        b.problem(&pair[0], "two parts have this id");
    }
}

/// What core number `n` of a group is called: a group of one may have the name of its core.
fn core_name(group: &CoreGroup, n: u8) -> String {
    if group.count == 1 && group.id.ends_with(|c: char| c.is_ascii_digit()) {
        group.id.clone()
    } else {
        format!("{}{n}", group.id)
    }
}

fn build_cores(b: &mut Builder<'_>) -> Vec<(CoreInfo, Box<dyn Core>)> {
    let mut out: Vec<(CoreInfo, Box<dyn Core>)> = Vec::new();
    for g in &b.file.cores {
        let place = format!("cores.{}", g.id);
        let (clock, hz) = b.clock(&place, &g.clock);
        if g.count == 0 || out.len() + usize::from(g.count) > MOST_CORES {
            b.problem(&place, format!("a board has 1 to {MOST_CORES} cores"));
            continue;
        }
        let Some(kind) = CoreKind::of(&g.kind) else {
            let known: Vec<&str> = KINDS.iter().map(|k| k.name).collect();
            let text = format!(
                "unknown kind of core `{}`; known are: {}",
                g.kind,
                known.join(", ")
            );
            b.problem(&format!("{place}.params"), text);
            continue;
        };
        for n in 0..g.count {
            let id = out.len() as u8;
            match (kind.build)(g.params.clone(), Site { id, clock, hz }) {
                Ok(core) => out.push((
                    CoreInfo {
                        name: core_name(g, n),
                        kind,
                        clock,
                        hz,
                    },
                    core,
                )),
                Err(problems) => {
                    for p in problems {
                        b.problem(&format!("{place}.params"), p);
                    }
                    break;
                }
            }
        }
    }
    out
}

/// What the board adds to a device that is wired to nothing yet.
pub(crate) fn attached(name: &str, at: u64, clock: Clock) -> Attached {
    Attached {
        name: name.to_owned(),
        at,
        clock,
        route: Vec::new(),
        wires: BTreeMap::new(),
        clocked: true,
        console: false,
        unmodelled: false,
        looks: false,
        stirs: false,
        measures: false,
        keeps_time: false,
    }
}

fn add_stage(b: &mut Builder<'_>, fabric: &mut Fabric, s: &StageEntry, env: &BuildEnv) {
    let place = format!("stages.{}", s.id);
    let (clock, clock_hz) = b.clock(&place, &s.clock);
    let env = BuildEnv {
        clock_hz,
        clock,
        ..env.clone()
    };
    match trueboard_periph::build_stage(&s.kind, s.params.clone(), &env) {
        Ok(stage) => {
            let mut e = attached(&s.id, s.at.unwrap_or(0), clock);
            e.route = b.route(&place, &s.reg_route);
            e.wires = b.wires(&place, &s.lines);
            if let (Some(at), true) = (s.at, s.size > 0) {
                let end = b.end(&place, at, s.size);
                fabric
                    .map
                    .push((at, end, DevId(fabric.attached.len() as u16)));
            }
            fabric.attached.push(e);
            fabric.stages.push(stage);
        }
        Err(e) => b.problem(&place, e),
    }
}

fn add_device(b: &mut Builder<'_>, fabric: &mut Fabric, d: &DeviceEntry, env: &BuildEnv) {
    let place = format!("devices.{}", d.id);
    let (clock, clock_hz) = b.clock(&place, &d.clock);
    let env = BuildEnv {
        clock_hz,
        clock,
        size: d.size,
        ..env.clone()
    };
    let built = match b.file.own.get(&d.id) {
        Some(own) => Ok(own.make()),
        None => trueboard_periph::build(&d.kind, d.params.clone(), &env),
    };
    match built {
        Ok(mut device) => {
            let id = DevId(fabric.attached.len() as u16);
            let mut e = attached(&d.id, d.at, clock);
            e.route = b.route(&place, &d.route);
            e.wires = b.wires(&place, &d.lines);
            e.console = d.console;
            e.unmodelled = d.kind == "unmodelled";
            if fabric.error_latch.is_none() && device.error_latch().is_some() {
                fabric.error_latch = Some(id);
            }
            if device.interrupt_controller().is_some() {
                fabric.irq_controller = Some(id);
            }
            if d.size > 0 {
                fabric.map.push((d.at, b.end(&place, d.at, d.size), id));
            }
            fabric.attached.push(e);
            fabric.devices.push(device);
        }
        Err(e) => b.problem(&place, e),
    }
}

/// Wires what drives an interrupt of the bus to the devices that hear the bus's interrupts.
fn bus_interrupts(b: &mut Builder<'_>, fabric: &mut Fabric) {
    let first = b.file.stages.len();
    let mut hearing = Vec::new();
    for (i, d) in b.file.devices.iter().enumerate() {
        let Some(name) = &d.hears else { continue };
        match b.all_ids().iter().position(|id| id == name) {
            Some(heard) => hearing.push((DevId(heard as u16), DevId((first + i) as u16))),
            None => b.problem(
                &format!("devices.{}", d.id),
                format!("hears `{name}`, which is no part of this board"),
            ),
        }
    }
    for attached in &mut fabric.attached {
        for targets in attached.wires.values_mut() {
            let more = |&(to, pin): &(DevId, u16)| {
                let hearers = hearing.iter().filter(move |h| h.0 == to && pin < 32);
                hearers.map(move |h| (h.1, pin))
            };
            let more: Vec<_> = targets.iter().flat_map(more).collect();
            targets.extend(more);
        }
    }
}

/// A wire ends at an input that its device has.
fn check_wires(b: &mut Builder<'_>, fabric: &Fabric) {
    for (from, attached) in fabric.attached.iter().enumerate() {
        for (&out, &(to, pin)) in attached
            .wires
            .iter()
            .flat_map(|(o, t)| t.iter().map(move |t| (o, t)))
        {
            let Some(target) = fabric.attached.get(usize::from(to.0)) else {
                continue;
            };
            let missing = (pin != PIN_CLOCK).then(|| fabric.no_input(to, pin));
            let Some(has) = missing.flatten() else {
                continue;
            };
            let kind = if from < b.file.stages.len() {
                "stages"
            } else {
                "devices"
            };
            b.problem(
                &format!("{kind}.{}", attached.name),
                format!(
                    "line {out}: `{}.{pin}`: there is no such input; it has {has}",
                    target.name
                ),
            );
        }
    }
}

fn gates(b: &mut Builder<'_>, fabric: &mut Fabric) {
    let first = b.file.stages.len();
    for (i, d) in b.file.devices.iter().enumerate() {
        let Some(gate) = &d.gate else { continue };
        let place = format!("devices.{}", d.id);
        match b.pin(gate) {
            Some((from, pin)) => {
                if let Some(s) = fabric.attached.get_mut(usize::from(from.0)) {
                    let to = DevId((first + i) as u16);
                    s.wires.entry(pin).or_default().push((to, PIN_CLOCK));
                }
            }
            None => b.problem(
                &place,
                format!("gate `{gate}` is not DEVICE.PIN of this board"),
            ),
        }
    }
}

fn memories(b: &mut Builder<'_>, fabric: &mut Fabric) -> Memory {
    let mut entries: Vec<_> = b.file.memories.iter().filter(|m| !m.assumed).collect();
    entries.sort_by_key(|m| m.at);
    let mut mem = Memory::default();
    for m in entries {
        let place = format!("memories.{}", m.name);
        if m.size == 0 || m.size % 4096 != 0 || m.size > LARGEST || m.at % 4096 != 0 {
            b.problem(
                &place,
                "address and size must be multiples of 4096, size 4 KiB to 2 GiB",
            );
            continue;
        }
        b.end(&place, m.at, m.size);
        let route = b.route(&place, &m.route);
        mem.add(Region::new(&m.name, m.at, m.size, !m.rom));
        let snooped = b.file.snooped && !m.rom;
        fabric.memories.push(MemoryRoute {
            route,
            base: m.at,
            end: m.at.saturating_add(m.size),
            holders: Holders::new(if snooped { m.size } else { 0 }),
        });
    }
    mem
}

/// Lets parts that are not modelled keep what no other device takes of their areas.
fn give_way(fabric: &mut Fabric) {
    let unmodelled = |id: DevId| fabric.attached[usize::from(id.0)].unmodelled;
    let (parts, others): (Vec<_>, Vec<_>) =
        fabric.map.iter().copied().partition(|e| unmodelled(e.2));
    let mut map = others.clone();
    for part in parts {
        let mut left = vec![part];
        for &(at, end, _) in &others {
            left = left
                .into_iter()
                .flat_map(|(a, e, id)| [(a, e.min(at), id), (a.max(end), e, id)])
                .filter(|(a, e, _)| a < e)
                .collect();
        }
        map.extend(left);
    }
    fabric.map = map;
}

fn check_map(b: &mut Builder<'_>, fabric: &mut Fabric) {
    give_way(fabric);
    fabric.map.sort_unstable();
    let mut areas: Vec<(u64, u64, String)> = fabric
        .map
        .iter()
        .map(|&(a, e, id)| (a, e, fabric.attached[usize::from(id.0)].name.clone()))
        .chain(
            b.file
                .memories
                .iter()
                .filter(|m| !m.assumed)
                .map(|m| (m.at, m.at.saturating_add(m.size), m.name.clone())),
        )
        .collect();
    areas.sort();
    for w in areas.windows(2) {
        if w[1].0 < w[0].1 {
            b.problems.push(format!(
                "{} ({:#x} to {:#x}) overlaps {} (from {:#x})",
                w[0].2, w[0].0, w[0].1, w[1].2, w[1].0,
            ));
        }
    }
}
