//! The program memory unit of an AURIX TC27x (UM, chapter Program Memory Unit): program flash banks
//! with their read buffers, data flash, boot ROM; wait states from FCON.
//!
//! One stage behind the ports of all its banks; the address selects the bank. Each bank keeps for each master the line
//! of its last read, and then reads the next line ahead.
//!
//! Stores to the data flash are commands ([`crate::tc27x::flash`]); the flash interrupts by its output
//! pin 0. Pins 1 to 3 are its alarms: a single and a double error of the program flash, and one that is not corrected.
//! The addresses of errors are laid over CBAB and UBAB in a machine with faults.
//!
//! Not modelled: protection and margin control; RDBCFG, which on the chip gives the three read
//! buffers of a bank to three masters (here every master has one); a reading ahead that delays another
//! master's read.

use crate::params::{check_write, within};
use crate::tc27x::PIN_SAFETY_ENDINIT;
use crate::tc27x::flash::{Change, Commands, PROER, PVER, SQER, Step, Times};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Below, BusFault, Op, Served, Stage, Timing, Txn};
use trueboard_core::device::{Cx, Device, Input, MemoryError, ResetPhase};
use trueboard_core::meter::{BUS_MASTERS, Meters};
use trueboard_core::regs::{RegBank, RegDesc};
use trueboard_core::time::{Clock, Tick};
use trueboard_core::{regs, serde_state};

/// Bytes that the flash reads at once: what a read buffer holds.
const LINE: u64 = 32;

regs! {
    /// Registers of the flash, from 0xF8001000 on (UM, table Registers Overview).
    pub enum Reg: MAP {
        Comm @ 0x0000 [3; 4] = 0, rw 0xffff_ffff; "COMM0 to COMM2: communication with the FSI; stored";
        Id @ 0x1008 = 0, rw 0; "module identification: not modelled";
        Fsr @ 0x1010 = 0, rw 0; "D0BUSY 1, P0BUSY 3, P1BUSY 4, PROG 7, ERASE 8, PFPAGE 9, DFPAGE 10, SQER 12, PROER 13, PFSBER 14, PFDBER 15, PFMBER 16, DFSBER 18, DFDBER 19, DFTBER 20, DFMBER 21, PVER 25; a 1 written clears PROG, ERASE or an error";
        Fcon @ 0x1014 = 0, rw 0xffff_ffff; "WSPFLASH 3:0 and WSECPF 5:4 in FSI2 cycles, WSDFLASH 11:6 and WSECDF 14:12 in FSI cycles, each plus 1; interrupts PVER 24, SQER 25, PROER 26, end of busy 31; the rest is stored";
        Fpro @ 0x101C = 0, rw 0xffff_ffff; "protection: stored";
        Rdbcfg @ 0x1060 [6; 4] = 0, rw 0x3f; "RDBCFGn_CFGm: master tag 5:0 of read buffer m of bank n; stored";
        Marp @ 0x10A8 = 0, rw 0xffff_ffff; "margin control of the program flash: stored";
        Mard @ 0x10AC = 0, rw 0xffff_ffff; "margin control of the data flash: stored";
    }
}

/// What a bank is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Kind {
    /// Program flash.
    Pflash,
    /// Data flash.
    Dflash,
    /// Boot ROM.
    Rom,
}

impl TryFrom<String> for Kind {
    type Error = String;
    fn try_from(word: String) -> Result<Kind, String> {
        Ok(match word.as_str() {
            "pflash" => Kind::Pflash,
            "dflash" => Kind::Dflash,
            "rom" => Kind::Rom,
            _ => return Err(format!("`{word}` is none of pflash, dflash, rom")),
        })
    }
}

impl From<Kind> for String {
    fn from(kind: Kind) -> String {
        match kind {
            Kind::Pflash => "pflash",
            Kind::Dflash => "dflash",
            Kind::Rom => "rom",
        }
        .to_owned()
    }
}

/// A bank and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bank {
    /// First physical address.
    pub at: u64,
    /// Bytes.
    pub size: u64,
    /// What it is.
    pub kind: Kind,
}

/// The numbers of a PMU. Cycles are those of its clock, the SRI's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Bytes that one beat moves at most; further beats take a cycle each.
    pub width_bytes: u64,
    /// FCON after reset.
    pub fcon: u32,
    /// Cycles in a cycle of the FSI2 clock, in which wait states of the program flash count.
    pub fsi2_cycles: u64,
    /// Cycles in a cycle of the FSI clock, in which those of the data flash count.
    pub fsi_cycles: u64,
    /// Cycles until the first beat when a read buffer has the line.
    pub hit_cycles: u64,
    /// Cycles of a data flash read beyond its wait states.
    pub dflash_sync_cycles: u64,
    /// Cycles until the first beat of the boot ROM.
    pub rom_cycles: u64,
    /// Fetches are served from read buffers, and read ahead.
    pub fetch_buffers: bool,
    /// Data reads are.
    pub data_buffers: bool,
    /// Times of programming and erasing.
    pub times: Times,
    /// The banks.
    pub banks: Vec<Bank>,
}

/// FCON: interrupt masks of errors, by their flag in FSR, and EOBM, end of busy.
const ERROR_MASKS: [(u32, u32); 3] = [(PVER, 1 << 24), (SQER, 1 << 25), (PROER, 1 << 26)];
const EOBM: u32 = 1 << 31;
/// Output pin: the service request.
const PIN_REQUEST: u16 = 0;
/// Output pin: the alarm of a single error of the program flash; the other alarms follow.
const PIN_ALARMS: u16 = 1;
/// CBABCFG, CBABSTAT and CBABTOP of both banks, UBABCFG, UBABSTAT and UBABTOP: nothing is in these buffers.
const BUFFERS: [std::ops::Range<u32>; 2] = [0x10b4..0x10cc, 0x10e4..0x10fc];
/// The data flash; its addresses take commands.
const COMMANDS: u64 = 0xaf00_0000;
/// Cycles that a store to it holds the port (estimate: as the first beat of a RAM).
const COMMAND_CYCLES: u64 = 1;

/// What a bank has read for a master.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Buffer {
    /// Address of the last requested line.
    line: u64,
    /// When it is there.
    ready: Tick,
    /// When the one behind it is there.
    next_ready: Tick,
}

impl Buffer {
    /// Nothing: no line begins there.
    const EMPTY: Buffer = Buffer {
        line: u64::MAX,
        ready: Tick(0),
        next_ready: Tick(0),
    };
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pmu {
    params: Params,
    clock: Clock,
    regs: RegBank,
    /// By bank and master.
    buffers: Vec<[Buffer; BUS_MASTERS]>,
    commands: Commands,
    /// The safety watchdog's ENDINIT is set.
    locked: bool,
    reads: u64,
    buffer_hits: u64,
    ahead_hits: u64,
    operations: u64,
}

/// How a read is served.
#[derive(Clone, Copy)]
struct Answer {
    /// When its first beat is there.
    first: Tick,
    /// The buffer as it is afterwards, and its place.
    buffer: Option<(usize, usize, Buffer)>,
    /// Out of a buffer; out of what was read ahead.
    hit: bool,
    ahead: bool,
}

impl Pmu {
    /// A flash before any read.
    ///
    /// # Errors
    /// Says which number cannot be.
    pub fn new(params: Params, clock: Clock) -> Result<Pmu, String> {
        within("width_bytes", params.width_bytes, 1..=LINE)?;
        for (name, cycles) in [
            ("fsi2_cycles", params.fsi2_cycles),
            ("fsi_cycles", params.fsi_cycles),
        ] {
            within(name, cycles, 1..=16)?;
        }
        for (name, cycles) in [
            ("hit_cycles", params.hit_cycles),
            ("dflash_sync_cycles", params.dflash_sync_cycles),
            ("rom_cycles", params.rom_cycles),
        ] {
            within(name, cycles, 0..=1000)?;
        }
        let mut new = Pmu {
            regs: RegBank::new(MAP),
            buffers: Vec::new(),
            params,
            clock,
            commands: Commands::default(),
            locked: false,
            reads: 0,
            buffer_hits: 0,
            ahead_hits: 0,
            operations: 0,
        };
        new.preset();
        Ok(new)
    }

    fn preset(&mut self) {
        self.regs = RegBank::new(MAP);
        self.regs.set(Reg::Fcon as usize, 0, self.params.fcon);
        self.buffers = vec![[Buffer::EMPTY; BUS_MASTERS]; self.params.banks.len()];
        self.commands = Commands::default();
    }

    /// Interrupts if FCON enables it.
    fn request(&self, mask: u32, cx: &mut Cx<'_>) {
        if self.regs.get(Reg::Fcon as usize, 0) & mask != 0 {
            cx.pulse(PIN_REQUEST);
        }
    }

    /// Interrupts for these error flags.
    fn request_for(&self, flags: u32, cx: &mut Cx<'_>) {
        let masks = ERROR_MASKS.iter().filter(|m| flags & m.0 != 0);
        self.request(masks.map(|m| m.1).sum(), cx);
    }

    /// Cycles of reading the array of a bank.
    fn array_cycles(&self, kind: Kind) -> u64 {
        let fcon = u64::from(self.regs.get(Reg::Fcon as usize, 0));
        let p = &self.params;
        match kind {
            Kind::Pflash => ((fcon & 0xf) + 1 + (fcon >> 4 & 3) + 1) * p.fsi2_cycles,
            Kind::Dflash => {
                ((fcon >> 6 & 0x3f) + 1 + (fcon >> 12 & 7) + 1) * p.fsi_cycles
                    + p.dflash_sync_cycles
            }
            Kind::Rom => p.rom_cycles,
        }
    }

    fn answer(&self, t: &Txn, at: Tick) -> Answer {
        let start = self.clock.edge_at_or_after(at);
        let p = &self.params;
        let bank = p
            .banks
            .iter()
            .position(|b| t.pa.wrapping_sub(b.at) < b.size);
        let kind = bank.map_or(Kind::Rom, |i| p.banks[i].kind);
        let array = self.clock.ticks(self.array_cycles(kind));
        let buffered = match t.op {
            Op::Fetch => p.fetch_buffers,
            _ => p.data_buffers,
        };
        let master = usize::from(t.master) % BUS_MASTERS;
        let Some(i) = bank.filter(|_| kind == Kind::Pflash && buffered) else {
            return Answer {
                first: start + array,
                buffer: None,
                hit: false,
                ahead: false,
            };
        };
        let line = t.pa & !(LINE - 1);
        let b = self.buffers.get(i).map_or(Buffer::EMPTY, |all| all[master]);
        let hit = line == b.line;
        let ahead = b.line != Buffer::EMPTY.line && line == b.line.wrapping_add(LINE);
        let soonest = start + self.clock.ticks(p.hit_cycles);
        let after = if hit {
            b
        } else if ahead {
            Buffer {
                line,
                ready: b.next_ready,
                next_ready: start.max(b.next_ready) + array,
            }
        } else {
            Buffer {
                line,
                ready: start + array,
                next_ready: start + 2 * array,
            }
        };
        let first = if hit || ahead {
            soonest.max(after.ready)
        } else {
            after.ready
        };
        Answer {
            first,
            buffer: Some((i, master, after)),
            hit,
            ahead,
        }
    }

    fn last_beat(&self, t: &Txn, first: Tick) -> Tick {
        let more = (u64::from(t.bytes.max(1)) - 1) / self.params.width_bytes;
        first + self.clock.ticks(more)
    }
}

impl Stage for Pmu {
    fn access(
        &mut self,
        t: &Txn,
        at: Tick,
        _below: &mut Below<'_>,
        _meters: &mut Meters,
    ) -> Timing {
        if t.op.writes() {
            let done = self.clock.edge_at_or_after(at) + self.clock.ticks(COMMAND_CYCLES);
            return Timing {
                granted: at,
                first: done,
                done,
                freed: done,
                split: false,
                served_by: Served::Device,
            };
        }
        let answer = self.answer(t, at);
        if let Some((bank, master, buffer)) = answer.buffer
            && let Some(all) = self.buffers.get_mut(bank)
        {
            all[master] = buffer;
        }
        self.reads += 1;
        self.buffer_hits += u64::from(answer.hit);
        self.ahead_hits += u64::from(answer.ahead);
        let done = self.last_beat(t, answer.first);
        Timing {
            granted: at,
            first: answer.first,
            done,
            freed: done,
            split: false,
            served_by: Served::Memory,
        }
    }

    fn holds(&self, t: &Txn, at: Tick, _end: bool) -> Option<u64> {
        if t.op.writes() {
            return Some(self.clock.ticks(COMMAND_CYCLES));
        }
        Some(self.last_beat(t, self.answer(t, at).first).since(at))
    }

    fn device(&mut self) -> &mut dyn Device {
        self
    }

    fn device_ref(&self) -> &dyn Device {
        self
    }
}

impl Device for Pmu {
    fn kind(&self) -> &'static str {
        "pmu"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, _cx: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.preset();
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        let value = self.peek(off, cx.now);
        if value.is_none() {
            cx.warn(off, "this register of the flash is not modelled");
        }
        Ok(value.unwrap_or(0))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        match Reg::at(off) {
            Some((Reg::Fsr, _)) => self.commands.clear(value),
            Some((reg, i)) => {
                let desc = &MAP[reg as usize];
                check_write(desc, off, value, self.regs.get(reg as usize, i), cx);
                self.regs.write(desc, reg as usize, i, value);
            }
            None if BUFFERS.iter().any(|b| b.contains(&off)) => {}
            None => cx.warn(off, "this register of the flash is not modelled"),
        }
        Ok(())
    }

    fn memory_error(&mut self, error: &MemoryError, cx: &mut Cx<'_>) {
        let data_flash = self.takes_commands(error.address);
        let i = self.commands.meets(data_flash, error.flips, error.fatal);
        if !data_flash {
            cx.pulse(PIN_ALARMS + i as u16);
        }
    }

    fn takes_commands(&self, pa: u64) -> bool {
        let banks = &self.params.banks;
        let bank = banks.iter().find(|b| pa.wrapping_sub(b.at) < b.size);
        bank.is_some_and(|b| b.kind == Kind::Dflash)
    }

    fn command(&mut self, pa: u64, value: u64, bytes: u8, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let off = pa.wrapping_sub(COMMANDS) as u32;
        let p = &self.params;
        match self
            .commands
            .store(off, value, bytes, &p.times, self.locked)
        {
            Step::Taken => {}
            Step::Started(cycles) => {
                let time = self.clock.ticks(cycles.saturating_mul(p.fsi_cycles));
                self.operations += 1;
                cx.schedule(cx.now.after(time), 0);
            }
            Step::Error(flag, why) => {
                let name = if flag == SQER { "SQER" } else { "PROER" };
                cx.warn(
                    MAP[Reg::Fsr as usize].offset,
                    format!("{name}: store of {value:#x} to {pa:#010x}: {why}"),
                );
                self.request_for(flag, cx);
            }
        }
        Ok(())
    }

    fn event(&mut self, _tag: u32, cx: &mut Cx<'_>) {
        let Some((change, errors)) = self.commands.done() else {
            return;
        };
        match change {
            Change::Program(at, bytes) => {
                for (pa, word) in (at..).step_by(8).zip(bytes.chunks_exact(8)) {
                    let bits = u64::from_le_bytes(word.try_into().unwrap_or_default());
                    cx.cells(pa, bits);
                }
            }
            Change::Erase(pa, bytes) => cx.erase(pa, bytes),
        }
        if errors != 0 {
            let what = "PVER: a page was programmed that was not erased before";
            cx.warn(MAP[Reg::Fsr as usize].offset, what);
            self.request_for(errors, cx);
        }
        // What was read of the bank is forgotten.
        self.buffers.fill([Buffer::EMPTY; BUS_MASTERS]);
        self.request(EOBM, cx);
    }

    fn inputs(&self) -> &'static [Input] {
        const {
            &[Input::new(
                PIN_SAFETY_ENDINIT,
                PIN_SAFETY_ENDINIT,
                "safety ENDINIT of the SCU",
            )]
        }
    }

    fn line(&mut self, pin: u16, level: bool, _cx: &mut Cx<'_>) {
        if pin == PIN_SAFETY_ENDINIT {
            self.locked = level;
        }
    }

    fn peek(&self, off: u32, _now: Tick) -> Option<u32> {
        if BUFFERS.iter().any(|b| b.contains(&off)) {
            return Some(0);
        }
        Some(match Reg::at(off)? {
            (Reg::Fsr, _) => self.commands.status(),
            (reg, i) => self.regs.get(reg as usize, i),
        })
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("reads", self.reads),
            ("buffer_hits", self.buffer_hits),
            ("read_ahead_hits", self.ahead_hits),
            ("operations", self.operations),
        ]
    }

    serde_state!();
}
