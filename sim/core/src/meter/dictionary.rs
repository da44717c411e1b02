//! The dictionary of meters of a kind of core: name, unit and counted event of each. This crate knows the three meters
//! that every core has; a kind of core declares its own with [`core_meters!`](crate::core_meters).
//! Every other crate finds a meter by its name ([`Dictionary::need`]), once, and then keeps its [`CoreMeter`].

use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use thiserror::Error;

/// What a meter's number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Happenings.
    Count,
    /// Cycles of the part's own clock.
    Cycles,
    /// Bytes.
    Bytes,
}

/// One line of a dictionary.
#[derive(Clone, Copy, Debug)]
pub struct MeterDef {
    /// Its name, as in the report.
    pub name: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// What it counts, in a sentence.
    pub doc: &'static str,
}

/// A meter of a core: its place in the [`Dictionary`] of the core's kind. In the dictionary of another kind this place
/// is another meter, except the common ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CoreMeter(u8);

impl CoreMeter {
    /// `cycles` of every kind of core.
    pub const CYCLES: CoreMeter = CoreMeter(0);
    /// `idle_cycles` of every kind of core.
    pub const IDLE_CYCLES: CoreMeter = CoreMeter(1);
    /// `instructions` of every kind of core.
    pub const INSTRUCTIONS: CoreMeter = CoreMeter(2);
    /// The common meters, in the order of their places, with their names.
    pub const COMMON: [(CoreMeter, &'static str); 3] = [
        (CoreMeter::CYCLES, "cycles"),
        (CoreMeter::IDLE_CYCLES, "idle_cycles"),
        (CoreMeter::INSTRUCTIONS, "instructions"),
    ];

    /// The meter at `place` of a dictionary.
    #[must_use]
    pub const fn at(place: u8) -> CoreMeter {
        CoreMeter(place)
    }

    /// Its place.
    #[inline(always)]
    #[must_use]
    pub const fn place(self) -> usize {
        self.0 as usize
    }
}

/// What cycles of a part of a CPI stack are charged to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Charged {
    /// The function as a whole: no instruction is their cause.
    Whole,
    /// The instruction.
    Own,
    /// The fetch of the instruction.
    Code,
    /// The data that the instruction accesses.
    Data,
    /// A store that was posted before.
    Stores,
}

/// Where an instruction is while cycles of a part of a CPI stack pass, in the order of its way through the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Stage {
    /// In front of the pipeline: it is not fetched yet.
    Fetch,
    /// At issue: it waits for operands or for a busy unit.
    Operands,
    /// It issues.
    Issue,
    /// Behind issue: its access to memory is not over.
    Memory,
    /// Behind its work, which delays the next instruction: a jump, a trap, a flush.
    End,
}

/// The rule of the model by which cycles of a part of a CPI stack pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    /// The part.
    pub part: CoreMeter,
    /// What its cycles are charged to.
    pub charged: Charged,
    /// Where the instruction is in these cycles.
    pub stage: Stage,
    /// What an instruction does in these cycles: words that follow its name.
    pub does: &'static str,
    /// The unit of the core that takes part; empty if none does.
    pub unit: &'static str,
    /// Where the rule stands: UM is the manual of the board's processor. Empty where it is not written down.
    pub source: &'static str,
}

/// The meters of a kind of core.
#[derive(Debug)]
pub struct Dictionary {
    /// What the kind is called, in messages.
    pub kind: &'static str,
    /// All of them, by place; the common ones come first.
    pub defs: &'static [MeterDef],
    /// Those that the core itself counts, in the order in which a board lists them. All other meters count events
    /// outside the core: in the routers of its node.
    pub counted: &'static [CoreMeter],
    /// Those that sum to `cycles`: the CPI stack.
    pub stack: &'static [CoreMeter],
    /// The rules by which cycles of parts of the stack pass: of each part, or none at all.
    pub rules: &'static [Rule],
    /// Those that sum to the core's progress: one of them counts each instruction that it went past.
    pub executed: &'static [CoreMeter],
    /// Those that count whenever the core changes more than its registers: a core with constant sums may be in a
    /// loop without end.
    pub changes: &'static [CoreMeter],
}

/// A name that is not in the dictionary of a kind of core.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a {kind} has no meter \"{name}\"; see `trueboard events`")]
pub struct UnknownMeter {
    /// The kind of core.
    pub kind: &'static str,
    /// The name.
    pub name: String,
}

impl Dictionary {
    /// All meters, by place.
    pub fn all(&self) -> impl Iterator<Item = CoreMeter> + use<> {
        (0..self.defs.len() as u8).map(CoreMeter)
    }

    /// The name of a meter; empty for one of another dictionary that has more.
    #[must_use]
    pub fn name(&self, m: CoreMeter) -> &'static str {
        self.defs.get(m.place()).map_or("", |d| d.name)
    }

    /// The meter called `name`.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<CoreMeter> {
        self.all().find(|&m| self.name(m) == name)
    }

    /// The meter called `name`, for one who cannot do without.
    ///
    /// # Errors
    /// When there is none.
    pub fn need(&self, name: &str) -> Result<CoreMeter, UnknownMeter> {
        self.by_name(name).ok_or_else(|| UnknownMeter {
            kind: self.kind,
            name: name.to_owned(),
        })
    }

    /// The rule of `part` of the stack.
    #[must_use]
    pub fn rule(&self, part: CoreMeter) -> Option<&'static Rule> {
        self.rules.iter().find(|r| r.part == part)
    }

    /// Cycles of an instruction by part of the stack, in the order in which they pass. A part without a rule passes at
    /// issue; meters that are no part, and parts without cycles, are left out.
    #[must_use]
    pub fn in_order(&self, advanced: &[(CoreMeter, u64)]) -> Vec<(CoreMeter, Stage, u64)> {
        let of = |part: CoreMeter| advanced.iter().find(|(m, n)| *m == part && *n > 0);
        let passed = self.stack.iter().filter_map(|&part| {
            let stage = self.rule(part).map_or(Stage::Issue, |r| r.stage);
            Some((part, stage, of(part)?.1))
        });
        let mut passed: Vec<_> = passed.collect();
        passed.sort_by_key(|(_, stage, _)| *stage);
        passed
    }

    /// What is wrong with it, in words: for the tests of those who declare one.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut hold = |good: bool, what: &str| {
            if !good {
                problems.push(format!("meters of a {}: {what}", self.kind));
            }
        };
        for (m, name) in CoreMeter::COMMON {
            hold(
                self.name(m) == name,
                &format!("`{name}` is not in its place"),
            );
        }
        let names: HashSet<&str> = self.defs.iter().map(|d| d.name).collect();
        hold(names.len() == self.defs.len(), "a name twice");
        let lists = [
            ("counted", self.counted),
            ("stack", self.stack),
            ("executed", self.executed),
            ("changes", self.changes),
        ];
        for (list, meters) in lists {
            let once: HashSet<CoreMeter> = meters.iter().copied().collect();
            hold(
                once.len() == meters.len(),
                &format!("`{list}` has one twice"),
            );
            let counted = |m| self.counted.contains(m);
            hold(
                meters.iter().all(counted),
                &format!("`{list}` has one that the core does not count"),
            );
        }
        let ruled: Vec<CoreMeter> = self.rules.iter().map(|r| r.part).collect();
        let all = self.stack.iter().all(|m| ruled.contains(m));
        hold(
            ruled.is_empty() || all && ruled.len() == self.stack.len(),
            "`rules` has not each part of `stack` once",
        );
        let def = |m: &CoreMeter| self.defs.get(m.place());
        let cycles = |m: &CoreMeter| def(m).is_some_and(|d| d.unit == Unit::Cycles);
        let total = [CoreMeter::CYCLES, CoreMeter::IDLE_CYCLES];
        hold(
            self.stack.iter().all(|m| cycles(m) && !total.contains(m)),
            "`stack` has one that is no part of the cycles",
        );
        problems
    }
}

/// Defines an enum of meters from rows: variant, name, unit, meaning.
#[doc(hidden)]
#[macro_export]
macro_rules! meters {
    ($(#[$m:meta])* $vis:vis enum $E:ident { $( $V:ident = $name:literal, $unit:ident, $doc:literal; )* }) => {
        $(#[$m])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord,
            ::serde::Serialize, ::serde::Deserialize,
        )]
        #[repr(u8)]
        $vis enum $E { $( #[doc = $doc] $V, )* }
        impl $E {
            /// All of them, in order.
            pub const ALL: &'static [$E] = &[ $( $E::$V, )* ];
            /// How many there are.
            pub const COUNT: usize = $E::ALL.len();
            /// Their lines in the dictionary, in the same order.
            pub const DEFS: &'static [$crate::meter::MeterDef] = &[ $( $crate::meter::MeterDef {
                name: $name,
                unit: $crate::meter::Unit::$unit,
                doc: $doc,
            }, )* ];
            /// Its line in the dictionary.
            pub fn def(self) -> &'static $crate::meter::MeterDef { &Self::DEFS[self as usize] }
        }
    };
}

/// Declares the meters of a kind of core: an enum with a row for each, and the static
/// [`Dictionary`](crate::meter::Dictionary) of the kind. The common meters are its first ones without being written
/// down. `counted` is left out where the core counts all of them.
///
/// ```
/// trueboard_core::core_meters! {
///     /// What a toy core counts.
///     pub enum Meter {
///         IssueCycles = "issue_cycles", Cycles, "Cycles in which an instruction was issued.";
///         Stores = "stores", Count, "Stores completed.";
///     }
///     /// The meters of a toy core.
///     pub static METERS of "toy core";
///     stack { IssueCycles }
///     executed { Instructions }
///     changes { Stores }
/// }
/// use trueboard_core::meter::{CoreBank, CoreMeter};
/// assert_eq!(METERS.problems(), [""; 0]);
/// assert_eq!(METERS.by_name("stores"), Some(Meter::Stores.into()));
/// let mut bank = CoreBank::new(&METERS);
/// bank.add(true, Meter::Cycles, 2);
/// assert_eq!(bank.get(CoreMeter::CYCLES), 2);
/// ```
#[macro_export]
macro_rules! core_meters {
    (
        $(#[$m:meta])* $vis:vis enum $E:ident { $( $V:ident = $name:literal, $unit:ident, $doc:literal; )* }
        $(#[$d:meta])* $svis:vis static $D:ident of $kind:literal;
        $( counted { $( $counted:ident )* } )?
        stack { $( $stack:ident )* }
        $( rules { $( $rule:ident: $charged:ident $stage:ident $does:literal, $unit_of:literal, $source:literal; )* } )?
        executed { $( $executed:ident )* }
        changes { $( $changes:ident )* }
    ) => {
        $crate::meters! {
            $(#[$m])*
            $vis enum $E {
                Cycles = "cycles", Cycles, "Cycles in which the core was not in power-down: the sum of the issue cycles and all stall meters.";
                IdleCycles = "idle_cycles", Cycles, "Cycles in power-down, from the instruction that entered it to the wake-up.";
                Instructions = "instructions", Count, "Instructions completed; annulled ones and those that trapped are not counted.";
                $( $V = $name, $unit, $doc; )*
            }
        }

        impl From<$E> for $crate::meter::CoreMeter {
            #[inline(always)]
            fn from(m: $E) -> $crate::meter::CoreMeter {
                $crate::meter::CoreMeter::at(m as u8)
            }
        }

        $(#[$d])*
        $svis static $D: $crate::meter::Dictionary = $crate::meter::Dictionary {
            kind: $kind,
            defs: $E::DEFS,
            counted: $crate::core_meters!(@counted $E [Cycles IdleCycles Instructions $( $V )*] $( { $( $counted )* } )?),
            stack: $crate::core_meters!(@list $E $( $stack )*),
            rules: &[ $( $( $crate::meter::Rule {
                part: $crate::meter::CoreMeter::at($E::$rule as u8),
                charged: $crate::meter::Charged::$charged,
                stage: $crate::meter::Stage::$stage,
                does: $does,
                unit: $unit_of,
                source: $source,
            }, )* )? ],
            executed: $crate::core_meters!(@list $E $( $executed )*),
            changes: $crate::core_meters!(@list $E $( $changes )*),
        };
    };
    (@list $E:ident $( $V:ident )*) => {
        &[ $( $crate::meter::CoreMeter::at($E::$V as u8), )* ]
    };
    (@counted $E:ident [ $( $all:ident )* ] { $( $counted:ident )* }) => {
        $crate::core_meters!(@list $E $( $counted )*)
    };
    (@counted $E:ident [ $( $all:ident )* ]) => {
        $crate::core_meters!(@list $E $( $all )*)
    };
}
