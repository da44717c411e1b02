//! Faults: changes of the machine that no firmware makes, such as a bit flipped by a particle.
//!
//! A fault is part of the machine's state from its moment on, and costs nothing before.

use crate::machine::Machine;
use crate::machine::fabric::Word;
use serde::{Deserialize, Serialize};
use trueboard_core::time::Tick;

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Upset {
    /// Bits of a register of a core flip.
    Register {
        /// The core.
        core: u8,
        /// The number of the register, in the order of [`Machine::registers`].
        register: usize,
        /// The bits.
        bits: u64,
    },
    /// Bits of up to eight bytes of memory flip, as software sees it; read-only memories included.
    Memory {
        /// The physical address of the first byte.
        address: u64,
        /// The bits: bit `8 i + b` is bit `b` of byte `i`.
        bits: u64,
    },
    /// Bits of cells of memory flip. Where a code protects them, it decides what becomes of it.
    Cell {
        /// The physical address of the first byte.
        address: u64,
        /// The bits, as in [`Upset::Memory`].
        bits: u64,
    },
    /// Bits of what a shared cache has flip; nothing happens where it has not got it.
    Cached {
        /// The physical address of the first byte.
        address: u64,
        /// The bits, as in [`Upset::Memory`].
        bits: u64,
    },
    /// The parity of a line in a core's own cache is wrong; nothing happens where it has not got it.
    Parity {
        /// The core.
        core: u8,
        /// The cache is that of instructions.
        fetched: bool,
        /// A physical address in the line.
        address: u64,
    },
    /// Bits of a device's register flip, as if software had written them.
    Device {
        /// The physical address of its word.
        address: u64,
        /// The bits.
        bits: u32,
    },
    /// A device's register shows another value: a broken sensor.
    Shows {
        /// The physical address of its word.
        address: u64,
        /// What is read there.
        value: u32,
        /// How often; none: always.
        times: Option<u32>,
    },
    /// Accesses to a device's register are answered with a bus error.
    BusError {
        /// The physical address of its word.
        address: u64,
        /// How many.
        times: u32,
    },
    /// A line into the interrupt controller stays up, or does not come up.
    Interrupt {
        /// Its number there.
        line: u16,
        /// It stays up.
        stuck: bool,
        /// How often it does not come up.
        times: u32,
    },
}

/// What a fault did at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Struck {
    /// A part of the machine changes now.
    Changed,
    /// A latent fault.
    Waits,
    /// Nothing: what was to flip is not there now.
    Nothing,
    /// Nothing: the device does not let its register be looked at, or refuses what would be written.
    Refused,
}

impl Machine {
    /// Lets a fault happen now.
    ///
    /// # Errors
    /// When the machine has no such part; nothing is changed.
    pub fn upset(&mut self, what: &Upset) -> Result<Struck, String> {
        match *what {
            Upset::Register {
                core,
                register,
                bits,
            } => {
                let known = self.registers(core).get(register);
                let known = known.ok_or_else(|| format!("core {core} has no register {register}"));
                let spare = 64_u32.saturating_sub(u32::from(known?.bits));
                let mask = u64::MAX.checked_shr(spare).unwrap_or(0);
                let value = self.register(core, register) ^ (bits & mask);
                self.set_register(core, register, value);
            }
            Upset::Memory { address, bits } => self.flip(address, bits)?,
            Upset::Cell { address, bits } => return self.flip_cells(address, bits, false),
            Upset::Cached { address, bits } => {
                if !self.fabric.in_shared_cache(address) {
                    self.flip(address, 0)?;
                    return Ok(Struck::Nothing);
                }
                return self.flip_cells(address, bits, true);
            }
            Upset::Parity {
                core,
                fetched,
                address,
            } => {
                let known = self.cores.get_mut(usize::from(core));
                let known = known.ok_or_else(|| format!("there is no core {core}"))?;
                if !known.inject_tag_error(fetched, address) {
                    return Ok(Struck::Nothing);
                }
                self.fabric.parity_is_wrong(core, fetched, address);
                return Ok(Struck::Waits);
            }
            Upset::Device { address, bits } => {
                let (id, off) = self.device_word(address)?;
                let shown = self.fabric.device_ref(id).peek(off, self.moment());
                let Some(value) = shown else {
                    return Ok(Struck::Refused);
                };
                let (now, meters) = (self.moment(), &self.meters);
                let written = self.fabric.call(id, now, None, meters, |d, cx| {
                    d.write(off, value ^ bits, cx)
                });
                let read = self.fabric.device_ref(id).peek(off, self.moment());
                self.devices_struck();
                if written.is_err() && read == Some(value) {
                    return Ok(Struck::Refused);
                }
                if read == Some(value) {
                    return Ok(Struck::Nothing);
                }
            }
            Upset::Shows {
                address,
                value,
                times,
            } => {
                self.device_word(address)?;
                self.fabric.shows(address, value, times);
                return Ok(Struck::Waits);
            }
            Upset::BusError { address, times } => {
                self.device_word(address)?;
                self.fabric.refuses(address & !3, times);
                return Ok(Struck::Waits);
            }
            Upset::Interrupt { line, stuck, times } => {
                let (now, meters) = (self.moment(), &self.meters);
                self.fabric.breaks_line(line, stuck, times, now, meters)?;
                self.devices_struck();
                return Ok(if stuck {
                    Struck::Changed
                } else {
                    Struck::Waits
                });
            }
        }
        Ok(Struck::Changed)
    }

    /// A device has changed between two slices: cores get their signals, and the next slice is chosen again, for the
    /// next event may be earlier than it was.
    fn devices_struck(&mut self) {
        self.held = None;
        self.deliver_signals();
        if let Some(ended) = self.after_devices() {
            self.ended = Some(ended);
        }
    }

    /// Why a fault can never happen on this machine; nothing if it can.
    ///
    /// # Errors
    /// A place that the machine does not have.
    pub fn can_upset(&self, what: &Upset) -> Result<(), String> {
        match *what {
            Upset::Register { core, register, .. } => {
                let known = self.registers(core).get(register);
                let known = known.ok_or_else(|| format!("core {core} has no register {register}"));
                known.map(|_| ())
            }
            Upset::Memory { address, .. }
            | Upset::Cell { address, .. }
            | Upset::Cached { address, .. }
            | Upset::Parity { address, .. } => {
                let byte = self.mem.peek(address, 1);
                let byte = byte.ok_or_else(|| format!("there is no memory at {address:#x}"));
                byte.map(|_| ())
            }
            Upset::Device { address, .. }
            | Upset::Shows { address, .. }
            | Upset::BusError { address, .. } => self.device_word(address).map(|_| ()),
            Upset::Interrupt { line, .. } => self.fabric.has_line(line),
        }
    }

    /// Flips bits of cells, which a code may protect.
    fn flip_cells(&mut self, address: u64, bits: u64, cache: bool) -> Result<Struck, String> {
        self.flip(address, 0)?;
        let mut struck = Struck::Changed;
        for (at, byte) in bytes(address, bits) {
            let Some((is, unfound)) = self.fabric.flips_protected(at, byte, cache) else {
                self.flip(at, byte.into())?;
                continue;
            };
            for (at, byte) in unfound {
                self.flip(at, byte.into())?;
            }
            struck = match is {
                Word::Wrong => Struck::Changed,
                Word::Corrected | Word::Fatal => Struck::Waits,
            };
        }
        self.tell_struck();
        Ok(struck)
    }

    /// Cores learn whether words with flipped bits wait in memories.
    pub(crate) fn tell_struck(&mut self) {
        let struck = self.fabric.has_flips();
        for core in &mut self.cores {
            core.set_bit_flips(struck);
        }
    }

    /// Flips bits of bytes of memory.
    fn flip(&mut self, address: u64, bits: u64) -> Result<(), String> {
        let none = |at: u64| format!("there is no memory at {at:#x}");
        let there = |m: &Machine, at: u64| m.mem.peek(at, 1).and_then(|b| b.first().copied());
        there(self, address).ok_or_else(|| none(address))?;
        for (at, byte) in bytes(address, bits) {
            let old = there(self, at).ok_or_else(|| none(at))?;
            if !self.mem.poke(at, &[old ^ byte]) {
                return Err(none(at));
            }
        }
        Ok(())
    }

    fn device_word(&self, address: u64) -> Result<(trueboard_core::device::DevId, u32), String> {
        let none = || format!("there is no device at {address:#x}");
        let id = self.fabric.find(address).ok_or_else(none)?;
        let at = self.fabric.attached[usize::from(id.0)].at;
        Ok((id, ((address - at) & !3) as u32))
    }

    /// The registers of a device: name, physical address of the word, bits that software writes.
    #[must_use]
    pub fn device_registers(&self, device: &str) -> Vec<(String, u64, u32)> {
        let attached = self.fabric.attached.iter().enumerate();
        let of_name = attached.filter(|(_, a)| a.name == device);
        let mut found = Vec::new();
        for (i, a) in of_name {
            let id = trueboard_core::device::DevId(i as u16);
            for r in self.fabric.device_ref(id).map() {
                for n in 0..r.count {
                    let name = match r.count {
                        1 => r.name.to_owned(),
                        _ => format!("{}{n}", r.name),
                    };
                    found.push((
                        name,
                        a.at + u64::from(r.offset) + u64::from(n * r.stride),
                        r.rw,
                    ));
                }
            }
        }
        found
    }

    /// The names of devices and stages that have registers.
    pub fn device_names(&self) -> impl Iterator<Item = &str> {
        self.fabric.attached.iter().map(|a| a.name.as_str())
    }

    /// How many errors the chip has corrected.
    #[must_use]
    pub fn corrected(&self) -> u32 {
        self.fabric.faults.as_ref().map_or(0, |f| f.corrected)
    }

    /// Which faults were met: when, by which core, at which address, and what the chip did.
    #[must_use]
    pub fn met(&self) -> Vec<(Tick, u8, u64, String)> {
        self.fabric
            .faults
            .as_ref()
            .map_or_else(Vec::new, |f| f.met.clone())
    }
}

/// The bytes that have bits to flip, with these bits.
fn bytes(address: u64, bits: u64) -> impl Iterator<Item = (u64, u8)> {
    let each = bits.to_le_bytes().into_iter().zip(0_u64..);
    each.filter(|b| b.0 != 0)
        .map(move |(byte, i)| (address.saturating_add(i), byte))
}
