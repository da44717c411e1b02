//! One core of a simulation.

use std::fmt;
use trueboard_board::{Machine, NotThere, Symbol};
use trueboard_core::fact::CoreState;

/// A core of the board, for reading.
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

    /// Its state.
    #[must_use]
    pub fn state(&self) -> CoreState {
        let state = self.machine.core_state(self.number);
        state.map_or(CoreState::Held, |c| c.1)
    }

    /// What it is doing in a word, as reports have it: `held`, `running`, `idle`, `error`; `exited` of the core that ended
    /// the run, `hung` of one that waits for something that cannot come.
    #[must_use]
    pub fn state_word(&self) -> &'static str {
        self.machine.state_word(self.number)
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

    /// The value of a register.
    ///
    /// # Errors
    /// [`NotThere`]: the core has no register of this name.
    pub fn register(&self, name: &str) -> Result<u64, NotThere> {
        let i = register(self.machine, self.number, name)?;
        Ok(self.machine.register(self.number, i))
    }

    /// What a meter of the dictionary (`trueboard events`) has counted.
    ///
    /// # Errors
    /// [`NotThere`]: the dictionary of the core has no meter of this name.
    pub fn meter(&self, name: &str) -> Result<u64, NotThere> {
        let bank = self.machine.meters().cores.get(usize::from(self.number));
        let dictionary = self.machine.dictionary(self.number);
        let meter = dictionary.and_then(|d| d.by_name(name));
        let counted = bank.zip(meter).map(|(bank, meter)| bank.get(meter));
        counted.ok_or_else(|| {
            let known = dictionary
                .into_iter()
                .flat_map(|d| d.all().map(|m| d.name(m)));
            NotThere::named(format_args!("core {}", self.name()), "meter", name, known)
        })
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
    ///
    /// # Errors
    /// [`NotThere`]: that image has no symbol of this name, or no image was loaded.
    pub fn symbol(&self, name: &str) -> Result<&'a Symbol, NotThere> {
        let image = self.machine.image_of(self.number);
        image.and_then(|i| i.symbol(name)).ok_or_else(|| {
            let known = image.into_iter().flat_map(|i| i.symbols());
            let known = known.map(|s| s.name.as_str());
            let place = image.map_or_else(|| "the board".into(), |i| i.path.to_string_lossy());
            NotThere::named(place, "symbol", name, known)
        })
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

/// The place of a core's register called `name` among its registers.
fn register(machine: &Machine, core: u8, name: &str) -> Result<usize, NotThere> {
    let registers = machine.registers(core);
    let found = registers.iter().position(|r| r.name == name);
    found.ok_or_else(|| {
        let owner = machine.core_state(core).map_or("", |c| c.0);
        let known = registers.iter().map(|r| r.name);
        NotThere::named(format_args!("core {owner}"), "register", name, known)
    })
}

/// A core, to change: what a debugger does to it.
pub struct CoreMut<'a> {
    pub(crate) machine: &'a mut Machine,
    pub(crate) number: u8,
}

impl fmt::Debug for Core<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Core")
            .field("name", &self.name())
            .field("state", &self.state())
            .field("pc", &format_args!("{:#x}", self.pc()))
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for CoreMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CoreMut")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl CoreMut<'_> {
    /// Sets a register.
    ///
    /// # Errors
    /// [`NotThere`]: the core has no register of this name.
    pub fn set_register(&mut self, name: &str, value: u64) -> Result<(), NotThere> {
        let i = register(self.machine, self.number, name)?;
        self.machine.set_register(self.number, i, value);
        Ok(())
    }

    /// Writes memory as the core sees it, read-only memory too.
    ///
    /// # Errors
    /// [`NotThere`]: the core has no memory there.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), NotThere> {
        if self.machine.patch(self.number, address, bytes) {
            return Ok(());
        }
        let owner = self.machine.core_state(self.number).map_or("", |c| c.0);
        let len = bytes.len();
        Err(NotThere(format!(
            "core {owner} has no memory for {len} bytes at {address:#x}"
        )))
    }
}
