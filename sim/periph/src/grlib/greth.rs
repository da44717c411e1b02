//! GRETH, the Ethernet controller (GR740 UM 1.7 chapter 14; GRLIB IP Core
//! manual, GRETH_GBIT; bits as in RTEMS' and Linux' drivers).
//!
//! Descriptors and frames are read and written in memory when their turn comes; a frame takes its bits at the
//! chosen rate with preamble, frame check sequence and gap (IEEE 802.3 clause 4.4.2). On the other end is one
//! host ([`Peer`]), or nothing: then the PHY has no link and frames are lost.
//!
//! Estimated: an MDIO operation takes [`MDIO_NS`]; the host answers after [`HOST_NS`]; descriptors of a frame are
//! written back at its end; a frame that finds no enabled descriptor waits until the receiver is enabled again.
//! Not modelled: EDCL, half duplex and collisions, checksum offload, the hash filter (all multicast frames pass),
//! transfers on the bus, lines of caches that they make invalid, the IOMMU.

mod phy;
#[cfg(test)]
mod tests;

use crate::BuildEnv;
use crate::nfs_host::Peer;
use crate::params::{check_write, parse};
use phy::Phy;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, FolderChanges, Network, ResetPhase};
use trueboard_core::regs::{RegBank, RegDesc};
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        CTRL @ 0x00 = GA | MC, rw 0x5dff; "EA 31, GA 27, MA 26, MC 25, ED 14, DD 12, ME 11, PI 10, BM 9, GB 8, SP 7, RS 6, PM 5, FD 4, RI 3, TI 2, RE 1, TE 0";
        STAT @ 0x04 = 0, rw 0, w1c 0x1ff; "NRD 27:24, PS 8, IA 7, TS 6, TA 5, RA 4, TI 3, RI 2, TE 1, RE 0";
        MACMSB @ 0x08 = 0, rw 0xffff; "MAC address, bits 47:32";
        MACLSB @ 0x0c = 0, rw 0xffff_ffff; "MAC address, bits 31:0";
        MDIO @ 0x10 = 0, rw 0xffff_ffc3; "DATA 31:16, PHYADDR 15:11, REGADDR 10:6, BU 3, LF 2, RD 1, WR 0";
        TDTABLE @ 0x14 = 0, rw 0xffff_fff8; "BASEADDR 31:10, DESCPNT 9:3";
        RDTABLE @ 0x18 = 0, rw 0xffff_fff8; "BASEADDR 31:10, DESCPNT 9:3";
        EDCLIP @ 0x1c = 0, rw 0xffff_ffff; "IP address of the EDCL";
        HASHMSB @ 0x20 = 0, rw 0xffff_ffff; "hash table, bits 63:32";
        HASHLSB @ 0x24 = 0, rw 0xffff_ffff; "hash table, bits 31:0";
    }
}

/// CTRL.
const TE: u32 = 1;
const RE: u32 = 1 << 1;
const TI: u32 = 1 << 2;
const RI: u32 = 1 << 3;
const PM: u32 = 1 << 5;
const RS: u32 = 1 << 6;
const SP: u32 = 1 << 7;
const GB: u32 = 1 << 8;
const MC: u32 = 1 << 25;
const GA: u32 = 1 << 27;
/// STAT: a frame came, a frame left, and accesses of the receiver and transmitter that failed.
const STAT_RI: u32 = 1 << 2;
const STAT_TI: u32 = 1 << 3;
const STAT_RA: u32 = 1 << 4;
const STAT_TA: u32 = 1 << 5;
/// MDIO.
const MDIO_WR: u32 = 1;
const MDIO_RD: u32 = 1 << 1;
const MDIO_LF: u32 = 1 << 2;
const MDIO_BU: u32 = 1 << 3;
/// Descriptors: length, enable, wrap, interrupt, more fragments.
const LENGTH: u32 = 0x7ff;
const EN: u32 = 1 << 11;
const WR: u32 = 1 << 12;
const IE: u32 = 1 << 13;
const MO: u32 = 1 << 17;
/// Checksums that the transmitter is to fill in.
const OFFLOAD: u32 = 0b111 << 18;

/// Nanoseconds of an MDIO operation: 64 bits at 2.5 MHz (IEEE 802.3 clause 22.2.2.11 and 22.3.4).
const MDIO_NS: u64 = 25_600;
/// Nanoseconds from the end of a frame to the begin of the host's answer (chosen).
const HOST_NS: u64 = 50_000;
/// Preamble with start delimiter, frame check sequence, gap; the shortest frame without its check sequence.
const AROUND: u64 = 8 + 4 + 12;
const SHORTEST: usize = 60;
/// The longest frame that is put together of fragments, and how many there can be: those of a table.
const LONGEST: usize = 9000;
const FRAGMENTS: usize = 128;
/// Bytes of frames that wait for the receiver; further ones are lost, as in a switch with full memory (chosen).
const WAITING: usize = 1 << 20;

/// Events.
const MDIO_DONE: u32 = 0;
const SENT: u32 = 1;
const ARRIVED: u32 = 2;
/// What was fetched: a descriptor and data to send, a descriptor to receive into.
const TX_DESCRIPTOR: u32 = 0;
const TX_DATA: u32 = 1;
const RX_DESCRIPTOR: u32 = 2;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    /// The address at which the PHY answers.
    #[serde(default)]
    phy_address: u8,
}

/// What is saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    bank: RegBank,
    phy: Phy,
    /// The transmitter is at work.
    sending: bool,
    /// Descriptors of the frame being sent: address and control word.
    used: Vec<(u32, u32)>,
    /// Its bytes so far.
    frame: Vec<u8>,
    /// Frames for the receiver, the first of which has arrived.
    queue: VecDeque<Vec<u8>>,
    /// When the last of the queue arrives.
    busy_until: Tick,
    /// How many of the queue have arrived.
    arrived: usize,
    /// A descriptor is being fetched for the first.
    receiving: bool,
    peer: Option<Peer>,
    /// Meters: accesses to registers, frames on the line.
    accesses: u64,
    sent: u64,
    received: u64,
}

impl State {
    fn new(peer: Option<Peer>) -> State {
        State {
            bank: RegBank::new(MAP),
            phy: Phy::default(),
            sending: false,
            used: Vec::new(),
            frame: Vec::new(),
            queue: VecDeque::new(),
            busy_until: Tick(0),
            arrived: 0,
            receiving: false,
            peer,
            accesses: 0,
            sent: 0,
            received: 0,
        }
    }
}

/// See the module.
pub(crate) struct Greth {
    state: State,
    params: Params,
    clock_hz: u64,
}

pub(crate) fn build(params: ron::Value, env: &BuildEnv) -> Result<Greth, String> {
    let params: Params = parse("greth", params)?;
    crate::params::within("phy_address", params.phy_address.into(), 0..=31)?;
    Ok(Greth {
        state: State::new(None),
        params,
        clock_hz: env.clock_hz.max(1),
    })
}

impl Greth {
    fn get(&self, reg: Reg) -> u32 {
        self.state.bank.get(reg as usize, 0)
    }

    fn set(&mut self, reg: Reg, value: u32) {
        self.state.bank.set(reg as usize, 0, value);
    }

    fn cycles_of_ns(&self, ns: u64) -> u64 {
        (u128::from(ns) * u128::from(self.clock_hz)).div_ceil(1_000_000_000) as u64
    }

    /// Cycles that a frame of so many bytes takes on the line.
    fn line_cycles(&self, bytes: usize) -> u64 {
        let ctrl = self.get(Reg::CTRL);
        let rate: u64 = match (ctrl & GB != 0, ctrl & SP != 0) {
            (true, _) => 1_000_000_000,
            (false, true) => 100_000_000,
            (false, false) => 10_000_000,
        };
        let bits = (bytes.max(SHORTEST) as u64 + AROUND) * 8;
        (u128::from(bits) * u128::from(self.clock_hz)).div_ceil(u128::from(rate)) as u64
    }

    fn clear(&mut self, bits: u32) {
        self.set(Reg::CTRL, self.get(Reg::CTRL) & !bits);
    }

    /// Shows bits of the status, and interrupts if the control register has the enable.
    fn status(&mut self, bits: u32, enable: u32, cx: &mut Cx<'_>) {
        self.set(Reg::STAT, self.get(Reg::STAT) | bits);
        if self.get(Reg::CTRL) & enable != 0 {
            cx.pulse(0);
        }
    }

    /// The table entry behind this one.
    fn advance(&mut self, table: Reg, wrap: bool) {
        let old = self.get(table);
        let next = if wrap { 0 } else { old.wrapping_add(8) & 0x3f8 };
        self.set(table, old & !0x3ff | next);
    }

    // The transmitter.

    fn start_sending(&mut self, cx: &mut Cx<'_>) {
        if !self.state.sending && self.get(Reg::CTRL) & TE != 0 {
            self.state.sending = true;
            cx.fetch(self.get(Reg::TDTABLE).into(), 8, TX_DESCRIPTOR);
        }
    }

    fn stop_sending(&mut self) {
        self.state.sending = false;
        self.state.used.clear();
        self.state.frame.clear();
        self.clear(TE);
    }

    fn tx_descriptor(&mut self, bytes: &[u8], cx: &mut Cx<'_>) {
        let (control, data) = words(bytes);
        if control & EN == 0 {
            self.stop_sending();
            return;
        }
        if control & OFFLOAD != 0 {
            cx.warn(
                MAP[Reg::TDTABLE as usize].offset,
                "checksums that the transmitter fills in are not modelled: the frame goes as it is",
            );
        }
        let at = self.get(Reg::TDTABLE);
        self.state.used.push((at, control));
        self.advance(Reg::TDTABLE, control & WR != 0);
        cx.fetch(data.into(), control & LENGTH, TX_DATA);
    }

    fn tx_data(&mut self, bytes: &[u8], cx: &mut Cx<'_>) {
        self.state.frame.extend(bytes);
        let more = self.state.used.last().is_some_and(|(_, c)| c & MO != 0);
        let room = self.state.used.len() < FRAGMENTS && self.state.frame.len() <= LONGEST;
        if more && room {
            cx.fetch(self.get(Reg::TDTABLE).into(), 8, TX_DESCRIPTOR);
            return;
        }
        let cycles = self.line_cycles(self.state.frame.len());
        cx.schedule(cx.now.after(cx.clock.ticks(cycles)), SENT);
    }

    fn sent(&mut self, cx: &mut Cx<'_>) {
        if !self.state.sending {
            return;
        }
        let mut interrupts = false;
        for (at, control) in std::mem::take(&mut self.state.used) {
            cx.put(
                at.into(),
                &(control & (LENGTH | WR | IE | MO)).to_be_bytes(),
            );
            interrupts |= control & IE != 0;
        }
        let frame = std::mem::take(&mut self.state.frame);
        self.state.sent += 1;
        if self.state.phy.loops_back() {
            self.comes_back(frame, cx);
        } else {
            self.is_answered(&frame, cx);
        }
        if interrupts {
            self.status(STAT_TI, TI, cx);
        }
        self.state.sending = false;
        self.start_sending(cx);
    }

    /// The host answers a frame.
    fn is_answered(&mut self, frame: &[u8], cx: &mut Cx<'_>) {
        let answers = self.state.peer.as_mut().map(|p| p.frame(frame));
        let mut from = cx.now.after(cx.clock.ticks(self.cycles_of_ns(HOST_NS)));
        for answer in answers.unwrap_or_default() {
            from = from.max(self.state.busy_until);
            let at = from.after(cx.clock.ticks(self.line_cycles(answer.len())));
            if !self.arrives(answer, at, cx) {
                break;
            }
        }
    }

    /// The PHY gives a frame back.
    fn comes_back(&mut self, frame: Vec<u8>, cx: &mut Cx<'_>) {
        let at = cx.now.after(1).max(self.state.busy_until);
        self.arrives(frame, at, cx);
    }

    /// A frame arrives at `at`, unless too many bytes wait for the receiver. Its sender has filled it up to the shortest.
    fn arrives(&mut self, mut frame: Vec<u8>, at: Tick, cx: &mut Cx<'_>) -> bool {
        frame.resize(frame.len().max(SHORTEST), 0);
        let before: usize = self.state.queue.iter().map(Vec::len).sum();
        let waiting = before + frame.len();
        if waiting > WAITING {
            cx.warn(
                MAP[Reg::RDTABLE as usize].offset,
                "frames to the receiver are lost: 1 MiB of them waits already, and it takes none",
            );
            return false;
        }
        self.state.busy_until = at;
        self.state.queue.push_back(frame);
        cx.schedule(at, ARRIVED);
        true
    }

    // The receiver.

    fn start_receiving(&mut self, cx: &mut Cx<'_>) {
        while !self.state.receiving && self.state.arrived > 0 && self.get(Reg::CTRL) & RE != 0 {
            let mine = self.state.queue.front().is_some_and(|f| self.passes(f));
            if mine {
                self.state.receiving = true;
                cx.fetch(self.get(Reg::RDTABLE).into(), 8, RX_DESCRIPTOR);
            } else {
                self.state.queue.pop_front();
                self.state.arrived -= 1;
            }
        }
    }

    /// Whether the address filter lets a frame through.
    fn passes(&self, frame: &[u8]) -> bool {
        let mac = u64::from(self.get(Reg::MACMSB)) << 32 | u64::from(self.get(Reg::MACLSB));
        let to = frame.get(..6).unwrap_or_default();
        let group = to.first().is_some_and(|b| b & 1 != 0);
        self.get(Reg::CTRL) & PM != 0 || group || to == &mac.to_be_bytes()[2..]
    }

    fn rx_descriptor(&mut self, bytes: &[u8], cx: &mut Cx<'_>) {
        let (control, data) = words(bytes);
        self.state.receiving = false;
        if control & EN == 0 {
            self.clear(RE);
            return;
        }
        let Some(frame) = self.state.queue.pop_front() else {
            return;
        };
        self.state.arrived -= 1;
        self.state.received += 1;
        cx.put(data.into(), &frame);
        let at = self.get(Reg::RDTABLE);
        // The length counts the frame check sequence out, as the line has padded it.
        let length = frame.len() as u32 & LENGTH;
        cx.put(at.into(), &(control & (WR | IE) | length).to_be_bytes());
        self.advance(Reg::RDTABLE, control & WR != 0);
        if control & IE != 0 {
            self.status(STAT_RI, RI, cx);
        }
        self.start_receiving(cx);
    }

    // MDIO.

    fn start_mdio(&mut self, value: u32, cx: &mut Cx<'_>) {
        if value & (MDIO_WR | MDIO_RD) == 0 {
            return;
        }
        self.set(Reg::MDIO, value & !MDIO_LF | MDIO_BU);
        let cycles = self.cycles_of_ns(MDIO_NS);
        cx.schedule(cx.now.after(cx.clock.ticks(cycles)), MDIO_DONE);
    }

    fn mdio_done(&mut self) {
        let value = self.get(Reg::MDIO);
        let (phy, register) = ((value >> 11 & 31) as u8, (value >> 6 & 31) as usize);
        let rest = value & !(MDIO_WR | MDIO_RD | MDIO_BU);
        let done = if phy != self.params.phy_address {
            rest | MDIO_LF
        } else if value & MDIO_WR != 0 {
            self.state.phy.write(register, (value >> 16) as u16);
            rest
        } else {
            let link = self.state.peer.is_some();
            rest & 0xffff | u32::from(self.state.phy.read(register, link)) << 16
        };
        self.set(Reg::MDIO, done);
    }
}

/// The two words of a descriptor.
fn words(bytes: &[u8]) -> (u32, u32) {
    let word = |at: usize| {
        let four = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
        u32::from_be_bytes(four.unwrap_or_default())
    };
    (word(0), word(4))
}

impl Device for Greth {
    fn kind(&self) -> &'static str {
        "greth"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, _: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            // Neither the network nor the meters know of a reset of the board.
            let old = &mut self.state;
            let (accesses, sent, received) = (old.accesses, old.sent, old.received);
            self.state = State {
                accesses,
                sent,
                received,
                ..State::new(old.peer.take())
            };
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        self.state.accesses += 1;
        Ok(self.peek(off, cx.now).unwrap_or_else(|| {
            cx.warn(off, "no register here: reads as 0");
            0
        }))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        self.state.accesses += 1;
        let Some((reg, _)) = Reg::at(off) else {
            cx.warn(off, "no register here: write lost");
            return Ok(());
        };
        let desc = &MAP[reg as usize];
        check_write(desc, off, value, self.get(reg), cx);
        match reg {
            Reg::CTRL if value & RS != 0 => {
                self.set(Reg::CTRL, GA | MC);
                self.set(Reg::STAT, 0);
                self.state.sending = false;
                self.state.used.clear();
                self.state.frame.clear();
            }
            Reg::CTRL => {
                self.state.bank.write(desc, reg as usize, 0, value);
                self.start_sending(cx);
                self.start_receiving(cx);
            }
            // An operation under way is not disturbed.
            Reg::MDIO if self.get(Reg::MDIO) & MDIO_BU != 0 => {}
            Reg::MDIO => {
                self.state.bank.write(desc, reg as usize, 0, value);
                self.start_mdio(value, cx);
            }
            _ => {
                self.state.bank.write(desc, reg as usize, 0, value);
            }
        }
        Ok(())
    }

    fn event(&mut self, tag: u32, cx: &mut Cx<'_>) {
        match tag {
            MDIO_DONE => self.mdio_done(),
            SENT => self.sent(cx),
            _ => {
                if self.state.arrived < self.state.queue.len() {
                    self.state.arrived += 1;
                }
                self.start_receiving(cx);
            }
        }
    }

    fn fetched(&mut self, tag: u32, bytes: Option<&[u8]>, cx: &mut Cx<'_>) {
        match (tag, bytes) {
            (TX_DESCRIPTOR, Some(bytes)) if self.state.sending => self.tx_descriptor(bytes, cx),
            (TX_DATA, Some(bytes)) if self.state.sending => self.tx_data(bytes, cx),
            (RX_DESCRIPTOR, Some(bytes)) => self.rx_descriptor(bytes, cx),
            (RX_DESCRIPTOR, None) => {
                self.state.receiving = false;
                self.clear(RE);
                self.status(STAT_RA, RI, cx);
            }
            (_, None) if self.state.sending => {
                self.stop_sending();
                self.status(STAT_TA, TI, cx);
            }
            _ => {}
        }
    }

    fn network(&mut self) -> Option<&mut dyn Network> {
        Some(self)
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        Reg::at(off).map(|(reg, _)| self.get(reg))
    }

    /// Frames are metered where there is a network.
    fn meters(&self) -> Vec<(&'static str, u64)> {
        let mut meters = vec![("accesses", self.state.accesses)];
        if self.state.peer.is_some() {
            meters.push(("frames_sent", self.state.sent));
            meters.push(("frames_received", self.state.received));
        }
        meters
    }

    fn save(&self) -> Vec<u8> {
        to_bytes(&self.state)
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.state = from_bytes(bytes)?;
        Ok(())
    }
}

impl Network for Greth {
    fn plug(&mut self, files: Vec<(String, Vec<u8>)>) -> Result<(), String> {
        self.state.peer = Some(Peer::new(files)?);
        Ok(())
    }

    fn changes(&self) -> Option<FolderChanges<'_>> {
        self.state.peer.as_ref().map(Peer::changes)
    }
}
