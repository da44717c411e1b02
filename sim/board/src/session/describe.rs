//! A board in words: the output of `trueboard boards NAME`.

use crate::error::InputError;
pub use crate::machine::kinds::CounterEvent;
use crate::machine::models::BoardModel;
use serde::Serialize;
use std::collections::BTreeMap;
use trueboard_core::device::DevId;
use trueboard_core::meter::Dictionary;
use trueboard_core::time::Tick;
use trueboard_periph_l4stat::{EVENTS, Event};

/// A board.
#[derive(Clone, Debug, Serialize)]
pub struct Description {
    /// Its name.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
    /// Clock frequencies in Hz.
    pub clocks_hz: BTreeMap<String, u64>,
    /// Base ticks per second.
    pub base_hz: u64,
    /// Cores by name: kind and clock.
    pub cores: Vec<CoreLine>,
    /// Memories and devices, by address.
    pub map: Vec<Area>,
}

/// A core.
#[derive(Clone, Debug, Serialize)]
pub struct CoreLine {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// Its frequency.
    pub clock_hz: u64,
    /// The meters that it has.
    pub meters: Vec<&'static str>,
    /// What its own counters can count, if it has any.
    pub counters: Vec<CounterEvent>,
    /// Its registers, as debuggers and `boot.registers` name them.
    pub registers: Vec<&'static str>,
}

/// A memory or device.
#[derive(Clone, Debug, Serialize)]
pub struct Area {
    /// First address.
    pub at: u64,
    /// Bytes.
    pub size_bytes: u64,
    /// Its name.
    pub name: String,
    /// Its kind; `ram` and `rom` are memories.
    pub kind: String,
    /// It is declared, and does nothing but warn.
    pub unmodelled: bool,
    /// Its registers.
    pub registers: Vec<Register>,
}

/// A register, or an array of them.
#[derive(Clone, Debug, Serialize)]
pub struct Register {
    /// Byte offset of the first.
    pub offset: u32,
    /// Name.
    pub name: &'static str,
    /// How many.
    pub count: u32,
    /// Byte distance between two.
    pub stride: u32,
    /// Value after reset.
    pub reset: u32,
    /// What firmware finds in it, or in the first of an array: after the writes of `boot`.
    pub after_boot: Option<u32>,
    /// Bits that software writes.
    pub rw: u32,
    /// Bits that a written 1 clears.
    pub w1c: u32,
    /// What it is.
    pub doc: &'static str,
}

/// Describes a board.
///
/// # Errors
/// When the board file cannot be built.
pub fn describe(board: &BoardModel) -> Result<Description, InputError> {
    let mut m = crate::machine::build::machine(&board.place, &board.file, false)?;
    m.boot().map_err(InputError::Request)?;
    let mut map: Vec<Area> = m
        .mem
        .regions()
        .iter()
        .map(|r| Area {
            at: r.base,
            size_bytes: r.size(),
            name: r.name.clone(),
            kind: if r.writable { "ram" } else { "rom" }.to_owned(),
            unmodelled: false,
            registers: Vec::new(),
        })
        .collect();
    for &(at, end, id) in &m.fabric.map {
        map.push(area(&m.fabric, at, end, id));
    }
    map.sort_by_key(|a| a.at);
    let params = board.file.core_params();
    Ok(Description {
        name: m.name.clone(),
        title: board.file.title.clone(),
        clocks_hz: board.file.clocks.clone(),
        base_hz: m.base_hz,
        cores: m
            .info
            .iter()
            .zip(&m.cores)
            .zip(params)
            .map(|((i, c), params)| CoreLine {
                meters: names(c.meters()),
                counters: (i.kind.counters)(params),
                name: i.name.clone(),
                kind: i.kind.name.to_owned(),
                clock_hz: i.hz,
                registers: c.registers().iter().map(|r| r.name).collect(),
            })
            .collect(),
        map,
    })
}

/// The names of the meters that a core counts itself.
fn names(dictionary: &'static Dictionary) -> Vec<&'static str> {
    let counted = dictionary.counted.iter();
    counted.map(|&m| dictionary.name(m)).collect()
}

fn area(fabric: &crate::machine::fabric::Fabric, at: u64, end: u64, id: DevId) -> Area {
    let device = fabric.device_ref(id);
    let attached = &fabric.attached[usize::from(id.0)];
    Area {
        at,
        size_bytes: end - at,
        name: attached.name.clone(),
        kind: device.kind().to_owned(),
        unmodelled: attached.unmodelled,
        registers: device
            .map()
            .iter()
            .map(|r| Register {
                offset: r.offset,
                name: r.name,
                count: r.count,
                stride: r.stride,
                reset: r.reset,
                after_boot: device.peek(r.offset, Tick(0)),
                rw: r.rw,
                w1c: r.w1c,
                doc: r.doc,
            })
            .collect(),
    }
}

/// A board's disassembler: text of the instruction at an address, and its length.
///
/// # Errors
/// When the board file cannot be built.
pub fn disassembler(
    board: &BoardModel,
) -> Result<impl Fn(u64, &[u8]) -> (String, usize), InputError> {
    let m = crate::machine::build::machine(&board.place, &board.file, false)?;
    let core = m.cores.into_iter().next();
    Ok(move |pc, bytes: &[u8]| match &core {
        Some(c) => c.disasm(pc, bytes),
        None => (String::new(), bytes.len().max(1)),
    })
}

/// The counter events of the board's statistics units, if it has any.
#[must_use]
pub fn unit_events(board: &BoardModel) -> &'static [Event] {
    match board.file.devices.iter().any(|d| d.kind == "l4stat") {
        true => EVENTS,
        false => &[],
    }
}
