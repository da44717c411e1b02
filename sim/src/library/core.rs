//! One core of a simulation.

use trueboard_board::{Machine, Symbol};
use trueboard_core::fact::CoreState;

/// A core, to look at.
#[derive(Clone, Copy)]
pub struct Core<'a> {
    pub(crate) machine: &'a Machine,
    pub(crate) number: u8,
}

impl<'a> Core<'a> {
    /// Its name in the board file.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.machine.core_state(self.number).map_or("", |c| c.0)
    }

    /// What it is doing.
    #[must_use]
    pub fn state(&self) -> CoreState {
        let state = self.machine.core_state(self.number);
        state.map_or(CoreState::Held, |c| c.1)
    }

    /// The address of the instruction that it will execute next.
    #[must_use]
    pub fn pc(&self) -> u64 {
        self.machine.pc(self.number)
    }

    /// Cycles of its clock since reset.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.machine.core_cycles(self.number)
    }

    /// Its registers with their values, by the names of the instruction set.
    pub fn registers(&self) -> impl Iterator<Item = (&'static str, u64)> + use<'a> {
        let (machine, number) = (self.machine, self.number);
        let names = machine.registers(number).iter().enumerate();
        names.map(move |(i, r)| (r.name, machine.register(number, i)))
    }

    /// The value of a register; none if it has no such register.
    #[must_use]
    pub fn register(&self, name: &str) -> Option<u64> {
        self.registers().find(|r| r.0 == name).map(|r| r.1)
    }

    /// What a meter of the dictionary (`trueboard events`) has counted; 0 for a name that is not in it.
    #[must_use]
    pub fn meter(&self, name: &str) -> u64 {
        let bank = self.machine.meters().cores.get(usize::from(self.number));
        let dictionary = self.machine.dictionary(self.number);
        let meter = dictionary.and_then(|d| d.by_name(name));
        bank.zip(meter).map_or(0, |(bank, meter)| bank.get(meter))
    }

    /// What each meter that a core of its kind has has counted, by name.
    pub fn meters(&self) -> impl Iterator<Item = (&'static str, u64)> + use<'a> {
        let (machine, number) = (self.machine, self.number);
        let bank = machine.meters().cores.get(usize::from(number));
        let known = bank.zip(machine.dictionary(number)).into_iter();
        known.flat_map(|(bank, dictionary)| {
            let counted = dictionary.counted.iter();
            counted.map(|&meter| (dictionary.name(meter), bank.get(meter)))
        })
    }

    /// A symbol of its image, or of the first image if it has none of its own.
    #[must_use]
    pub fn symbol(&self, name: &str) -> Option<&'a Symbol> {
        self.machine.image_of(self.number)?.symbol(name)
    }

    /// An address of its program with function and source line, as far as the image has them:
    /// `0x40001234 <main+0x34> app.c:12`.
    #[must_use]
    pub fn place(&self, address: u64) -> String {
        self.machine.place(self.number, address)
    }

    /// `len` bytes as the core finds them at `address`, without any effect: memory, and registers of devices
    /// that can be looked at. Fewer where there is nothing.
    #[must_use]
    pub fn read(&self, address: u64, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        let found = self.machine.look(self.number, address, &mut bytes);
        bytes.truncate(found);
        bytes
    }
}

/// A core, to change: what a debugger does to it.
pub struct CoreMut<'a> {
    pub(crate) machine: &'a mut Machine,
    pub(crate) number: u8,
}

impl CoreMut<'_> {
    /// Sets a register; false if it has no such register.
    pub fn set_register(&mut self, name: &str, value: u64) -> bool {
        let mut names = self.machine.registers(self.number).iter();
        let found = names.position(|r| r.name == name);
        if let Some(i) = found {
            self.machine.set_register(self.number, i, value);
        }
        found.is_some()
    }

    /// Writes memory as the core sees it, read-only memory too; false where there is none.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.machine.patch(self.number, address, bytes)
    }
}
