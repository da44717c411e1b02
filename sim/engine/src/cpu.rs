//! [`Cpu`]: a core of any instruction set, as the board runs it.

use crate::common::stopped;
use crate::guest::Guest;
use crate::pages::{DecodedCode, Invalidated};
use crate::slice;
use crate::zero_cost::ZeroCost;
use std::ops::{Deref, DerefMut};
use trueboard_core::bus::BusFault;
use trueboard_core::cpu::{
    Core, Handling, LoaderWords, Past, PeerAccess, RegName, RunCx, Scene, Standstill, Stop,
    Translate, Wait,
};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;
use trueboard_core::inspect::Inspect;
use trueboard_core::mem::Memory;
use trueboard_core::meter::{Accounts, Dictionary, Meters};
use trueboard_core::net::Delivery;
use trueboard_core::observe::RegSet;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;
use trueboard_core::uarch::cache::Cache;

/// A core: a guest, and what all guests share.
#[derive(Clone)]
pub struct Cpu<G>(G);

impl<G: Guest> Cpu<G> {
    /// The core of this guest.
    #[must_use]
    pub fn new(guest: G) -> Cpu<G> {
        Cpu(guest)
    }

    fn cycle_of(&self, at: Tick) -> u64 {
        self.0.common().cycle_of(at)
    }
}

impl<G> Deref for Cpu<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.0
    }
}

impl<G> DerefMut for Cpu<G> {
    fn deref_mut(&mut self) -> &mut G {
        &mut self.0
    }
}

impl<G: Guest> Core for Cpu<G> {
    #[inline]
    fn now(&self) -> Tick {
        self.0.common().tick(self.0.cycle())
    }

    #[inline]
    fn due(&self) -> Tick {
        self.0.common().tick(self.0.due())
    }

    #[inline]
    fn state(&self) -> CoreState {
        self.0.activity().state
    }

    fn run(&mut self, cx: &mut RunCx<'_>) -> Stop {
        slice::run(&mut self.0, cx)
    }

    #[inline]
    fn waits(&self) -> Option<Wait> {
        self.0.waits()
    }

    fn wait_until(&mut self, at: Tick) {
        self.0.wait_until(self.cycle_of(at));
    }

    fn look_again(&mut self) {
        self.0.look_again();
    }

    fn peer(&mut self, access: PeerAccess, at: Tick, meters: &mut Meters) -> Result<u32, BusFault> {
        self.0.peer(access, at, meters)
    }

    fn window(&self) -> Option<(u64, u64)> {
        self.0.window()
    }

    fn receive(
        &mut self,
        delivery: &Delivery,
        at: Tick,
        cx: &mut RunCx<'_>,
    ) -> Result<u64, BusFault> {
        self.0.receive(delivery, at, cx)
    }

    fn meters(&self) -> &'static Dictionary {
        G::METERS
    }

    fn accounts(&self) -> Option<&Accounts> {
        self.0.accounts()
    }

    fn set_translate(&mut self, when: Translate) {
        self.0.common_mut().translate = when;
    }

    fn set_bit_flips(&mut self, struck: bool) {
        self.0.set_bit_flips(struck);
    }

    fn signal(&mut self, signal: CoreSignal, at: Tick, meters: &mut Meters) {
        match signal {
            CoreSignal::ForceError => {
                let error = stopped(self.0.pc(), "stopped from outside");
                self.0.activity_mut().stop(error);
            }
            signal => self.0.signal(signal, at, meters),
        }
    }

    fn skip_to(&mut self, at: Tick, meters: &mut Meters) {
        self.0.skip_to(self.cycle_of(at), meters);
    }

    fn settle(&mut self, meters: &mut Meters) {
        self.0.flush_meters(meters);
    }

    fn set_free(&mut self, ranges: &[(u64, u64)]) {
        self.0.common_mut().zero_cost = ZeroCost::new(ranges);
        self.0.code_mut().clear();
        self.0.code_changed(Invalidated::All);
    }

    fn save(&self) -> Vec<u8> {
        to_bytes(&*self.0.saved())
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let mut old = std::mem::replace(&mut self.0, from_bytes(bytes)?);
        self.0.common_mut().keep_setup(old.common_mut());
        self.0.restored(old);
        Ok(())
    }

    fn registers_changed(&mut self, at: Tick, meters: &mut Meters) {
        self.0.registers_changed(at, meters);
    }
}

/// Methods of [`Inspect`] that the guest answers.
macro_rules! of_the_guest {
    ($(fn $name:ident(&self $(, $arg:ident: $type:ty)*) $(-> $answer:ty)?;)*
     $(mut fn $name_mut:ident(&mut self $(, $arg_mut:ident: $type_mut:ty)*) $(-> $answer_mut:ty)?;)*) => {
        $(fn $name(&self $(, $arg: $type)*) $(-> $answer)? {
            self.0.$name($($arg),*)
        })*
        $(fn $name_mut(&mut self $(, $arg_mut: $type_mut)*) $(-> $answer_mut)? {
            self.0.$name_mut($($arg_mut),*)
        })*
    };
}

// A method with a body in the trait would answer for the guest if it were missing here.
#[deny(clippy::missing_trait_methods)]
impl<G: Guest> Inspect for Cpu<G> {
    fn checks_stops(&self) -> bool {
        true
    }

    fn set_breakpoints(&mut self, addresses: &[u64]) {
        let changed = self.0.common_mut().breakpoints.set(addresses);
        for at in changed {
            self.0.code_mut().forget_place(at);
        }
        self.0.code_changed(Invalidated::Some);
    }

    of_the_guest! {
        fn caches(&self) -> Vec<(&'static str, &Cache)>;
        fn pc(&self) -> u64;
        fn next_instruction(&self) -> Option<u64>;
        fn stands_between(&self) -> bool;
        fn physical(&self, va: u64, mem: &Memory) -> Option<u64>;
        fn frames_in_registers(&self) -> Vec<(u64, Vec<u8>)>;
        fn left_by_loader(&self) -> Vec<LoaderWords>;
        fn start_vector(&self) -> Option<u64>;
        fn standstill(&self, mem: &Memory) -> Option<Standstill>;
        fn is_quiet(&self) -> bool;
        fn visible_state(&self) -> Vec<u8>;
        fn holding(&self) -> RegSet;
        fn line_bytes(&self) -> (u64, u64);
        fn register_name(&self, place: usize) -> String;
        fn idles(&self) -> Option<&'static str>;
        fn stamped(&self) -> &[u64];
        fn handling(&self) -> Vec<Handling>;
        fn scene(&self, mem: &Memory) -> Scene;
        fn history(&self) -> Vec<Past>;
        fn registers(&self) -> &'static [RegName];
        fn get(&self, i: usize) -> u64;
        fn disasm(&self, pc: u64, bytes: &[u8]) -> (String, usize);
        fn is_conditional(&self, bytes: &[u8]) -> bool;
        mut fn inject_tag_error(&mut self, fetched: bool, pa: u64) -> bool;
        mut fn stand_between(&mut self, between: bool);
        mut fn watch_reads(&mut self, watched: bool);
        mut fn set(&mut self, i: usize, value: u64);
    }
}
