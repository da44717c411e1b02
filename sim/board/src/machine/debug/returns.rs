//! Return values of functions, call by call: the result register at the instruction behind the call.

use crate::machine::Machine;
use crate::machine::debug::Halts;
use crate::near::did_you_mean;
use std::collections::{BTreeMap, BTreeSet};

/// Registers of a result of 32 bits, by the calling conventions of GCC's ports: %o0 (System V ABI, SPARC supplement), D2
/// (TriCore EABI), R0 (Epiphany SDK Reference).
const RESULTS: [&str; 3] = ["o0", "d2", "r0"];
/// The register with the other half of a 64-bit result, of these three.
const SECONDS: [&str; 3] = ["o1", "d3", "r1"];
/// Stack pointers, of these three.
const STACKS: [&str; 3] = ["sp", "a10", "r13"];

/// What a call returned: the register of the result, and the one beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Returned {
    /// %o0, D2 or R0.
    pub first: u32,
    /// %o1, D3 or R1: the half of a result of 64 bits that is not in the first.
    pub second: u32,
}

/// A call that has not returned.
#[derive(Clone, Copy)]
struct Open {
    function: usize,
    call: usize,
    returns_to: u64,
    stack: u64,
}

/// Keeps what calls of some functions returned. Breakpoints stand at the functions and at the returns of calls that are
/// open; stops change nothing of a run.
pub struct Returns {
    names: Vec<String>,
    /// The functions by core and address.
    entries: BTreeMap<(u8, u64), usize>,
    open: BTreeMap<u8, Vec<Open>>,
    /// By core and function, in the order of the calls; nothing of one that has not returned.
    calls: BTreeMap<(u8, usize), Vec<Option<Returned>>>,
}

impl Returns {
    /// Keeps what the functions of these names return.
    ///
    /// # Errors
    /// Says which name no function of the images has.
    pub(crate) fn new(machine: &Machine, names: &[String]) -> Result<Returns, String> {
        let mut entries = BTreeMap::new();
        for core in 0..machine.core_count() as u8 {
            let Some(image) = machine.image_of(core) else {
                continue;
            };
            for s in image.symbols().iter().filter(|s| s.code) {
                let named = names.iter().position(|n| *n == s.name);
                entries.extend(named.map(|n| ((core, s.at), n)));
            }
        }
        for (i, name) in names.iter().enumerate() {
            if !entries.values().any(|&n| n == i) {
                let images = machine.firmware.images.iter();
                let functions = images.flat_map(|i| i.symbols()).filter(|s| s.code);
                let near = did_you_mean(name, functions.map(|s| s.name.as_str()));
                return Err(format!(
                    "return of {name}: the images have no such function{near}"
                ));
            }
        }
        Ok(Returns {
            names: names.to_vec(),
            entries,
            open: BTreeMap::new(),
            calls: BTreeMap::new(),
        })
    }

    /// What the calls of `function` by `core` returned, in the order in which they were made; nothing of one that has
    /// not returned.
    #[must_use]
    pub fn of(&self, core: u8, function: &str) -> &[Option<Returned>] {
        let place = self.names.iter().position(|n| n == function);
        let calls = place.and_then(|n| self.calls.get(&(core, n)));
        calls.map_or(&[], Vec::as_slice)
    }

    fn returned(&mut self, machine: &Machine, core: u8, at: Open) {
        let result = Returned {
            first: one_of(machine, core, RESULTS).unwrap_or(0) as u32,
            second: one_of(machine, core, SECONDS).unwrap_or(0) as u32,
        };
        let calls = self.calls.get_mut(&(core, at.function));
        if let Some(call) = calls.and_then(|c| c.get_mut(at.call)) {
            *call = Some(result);
        }
    }
}

impl Halts for Returns {
    fn breakpoints(&self) -> BTreeSet<u64> {
        let returns = self.open.values().flatten().map(|o| o.returns_to);
        let entries = self.entries.keys().map(|(_, at)| *at);
        entries.chain(returns).collect()
    }

    fn stopped(&mut self, machine: &mut Machine, core: u8) {
        let pc = machine.pc(core);
        let Some(stack) = one_of(machine, core, STACKS) else {
            return;
        };
        while let Some(open) = self.open.get_mut(&core)
            && let Some(at) = open.pop_if(|o| o.returns_to == pc && o.stack == stack)
        {
            self.returned(machine, core, at);
        }
        let Some(&function) = self.entries.get(&(core, pc)) else {
            return;
        };
        let Some(returns_to) = machine.return_address(core) else {
            return;
        };
        let open = self.open.entry(core).or_default();
        // A loop that goes back to the first instruction is no call.
        let again = |o: &Open| (o.function, o.returns_to, o.stack) == (function, returns_to, stack);
        if open.last().is_some_and(again) {
            return;
        }
        let calls = self.calls.entry((core, function)).or_default();
        open.push(Open {
            function,
            call: calls.len(),
            returns_to,
            stack,
        });
        calls.push(None);
    }
}

/// The register of `core` that has one of these names.
fn one_of(machine: &Machine, core: u8, names: [&str; 3]) -> Option<u64> {
    let registers = machine.registers(core);
    let i = registers.iter().position(|r| names.contains(&r.name))?;
    Some(machine.register(core, i))
}
