//! The checks, a row each: its name, and the kinds of its findings with their words. A new check is a file here, a row of
//! this table, and its calls in `checker/state.rs`. Options, suppressions, reports and help texts follow from the table.

pub(crate) mod deadlock;
pub(crate) mod masked;
pub(crate) mod order;
pub(crate) mod races;
pub(crate) mod stack;
pub(crate) mod stale;
pub(crate) mod uninit;
pub(crate) mod wild;

use order::ORDERS;

/// The words of a kind of finding.
struct Words {
    name: &'static str,
    rule: &'static str,
    source: Source,
    sentence: fn(&Told<'_>) -> String,
}

/// A finding as its sentence tells it.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// How much: base ticks, bytes.
    pub amount: u64,
    /// Base ticks of a cycle of the core.
    pub ticks: u64,
    /// The memory, register or device that it is about.
    pub object: &'a str,
    /// The place of the other party; empty without one.
    pub by: &'a str,
}

/// Where a rule is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In this document.
    Text(&'static str),
    /// In the manual of the kind of core, on this topic.
    Manual(Topic),
}

/// What the manual of a kind of core is looked up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// What memory holds after power-up.
    Memory,
    /// What general registers hold after power-up.
    Registers,
    /// How a stack is laid out.
    Stack,
    /// Whether the data cache sees what others write.
    DataCache,
    /// Whether the instruction cache sees what is written.
    CodeCache,
    /// What orders the accesses of cores.
    Order,
    /// Registers of devices.
    Devices,
}

macro_rules! checks {
    ($( $(#[$doc:meta])* $check:ident, $name:literal: { $(
        $(#[$kind:meta])* $what:ident $(($place:ty))?, $called:literal,
            $rule:literal, $source:expr, $sentence:expr;
    )+ } )+) => {
        /// A check.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Check { $( $(#[$doc])* $check, )+ }

        impl Check {
            /// All of them.
            pub const ALL: [Check; [$( $name ),+].len()] = [$( Check::$check ),+];

            /// Its name on the command line and in reports.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $( Check::$check => $name, )+ }
            }
        }

        /// What was found.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum What { $( $( $(#[$kind])* $what $(($place))?, )+ )+ }

        impl What {
            const fn words(self) -> &'static Words {
                match self { $( $( What::$what { .. } => {
                    const WORDS: Words = Words {
                        name: $called,
                        rule: $rule,
                        source: $source,
                        sentence: $sentence,
                    };
                    &WORDS
                } )+ )+ }
            }
        }
    };
}

checks! {
    /// Reads of memory and registers that were never written.
    Uninit, "uninit": {
        /// A load of bytes that were never written.
        Memory, "memory",
            "memory holds anything after power-up until it is written",
            Source::Manual(Topic::Memory),
            |t| format!("loads {} bytes of {} that nothing has written", t.amount, t.object);
        /// A register that was never written is used.
        Register(u16), "register",
            "a general register holds anything after power-up until it is written",
            Source::Manual(Topic::Registers),
            |t| format!("uses {}, which nothing has written", t.object);
    }
    /// Stacks that grow into other memory.
    Stack, "stack": {
        /// A stack has left its bounds.
        Overflow, "overflow",
            "a stack stays within the memory that is set aside for it",
            Source::Manual(Topic::Stack),
            |t| match t.object {
                "" => format!("the stack is {} bytes beyond its end, where no memory is", t.amount),
                object => format!("the stack is {} bytes beyond its end, in {object}", t.amount),
            };
    }
    /// Null and wild pointers that hit valid memory.
    Wild, "wild": {
        /// The first bytes of the address space.
        Null, "null",
            "the first 256 bytes are no data: a null pointer with the offset of a field points there",
            Source::Text("C11, 6.3.2.3 and 6.5.3.2"),
            |t| format!("accesses {} through a null pointer", t.object);
        /// A store into code or constants.
        ReadOnly, "read-only",
            "sections of code and constants are not stored to",
            Source::Text("System V ABI, section attributes (SHF_WRITE)"),
            |t| format!("stores to {}, which is code or constant", t.object);
        /// Memory that no image claims.
        Unclaimed, "unclaimed",
            "an access is to a section, a stack, or the heap behind the last section",
            Source::Text("System V ABI, sections; linker script of the image"),
            |t| format!("accesses {}, which no image claims", t.object);
    }
    /// Data and code older than memory.
    Stale, "stale": {
        /// A load that the board would have served from an old line.
        OldData, "old-data",
            "a line of a data cache that nothing snoops for is as old as when it was brought in",
            Source::Manual(Topic::DataCache),
            |t| format!("loads {} from a line older than what was written there by {}", t.object, t.by);
        /// An instruction that was overwritten behind the cache's back.
        OldCode, "old-code",
            "an instruction cache is not snooped: code that was written is flushed before it is executed",
            Source::Manual(Topic::CodeCache),
            |t| format!("executes {} as it was before it was overwritten by {}", t.object, t.by);
    }
    /// Accesses of several cores that nothing orders.
    Races, "races": {
        /// Two cores, of which one writes, and nothing orders them.
        Race, "race",
            "accesses of several cores to one word, one of which writes, are ordered",
            Source::Manual(Topic::Order),
            |t| format!("accesses {} with nothing that orders it and the access of {}", t.object, t.by);
    }
    /// Interrupts off for too long.
    IrqsOff, "irqs-off": {
        /// Interrupts were off.
        Masked, "masked",
            "interrupts are off no longer than the bound",
            Source::Text("--check-irqs-off"),
            |t| format!("interrupts are off for {} cycles, to {}", t.amount / t.ticks, t.by);
    }
    /// Cores that wait for each other.
    Deadlock, "deadlock": {
        /// A core waits for what none will do.
        Waits, "waits",
            "no core waits for what no core is left to do",
            Source::Text("all cores wait: Coffman's conditions"),
            |t| match t.by {
                "" => format!("waits for {}, which nothing has written", t.object),
                by => format!("waits for {}, last written by {by}", t.object),
            };
    }
    /// Registers of devices used against the manual.
    Registers, "registers": {
        /// A device refused or ignored an access: the number of a text that the board has.
        Device(u16), "device",
            "registers are accessed as their map says: reserved bits, read-only and protected registers",
            Source::Manual(Topic::Devices),
            |t| format!("accesses {} against its manual", t.object);
        /// Registers in an order that the manual rules out: a place in [`ORDERS`](crate::ORDERS), which has the rule.
        Order(u16), "order",
            "registers are used in the order of their manual",
            Source::Manual(Topic::Devices),
            |t| format!("accesses {} against its manual", t.object);
    }
}

impl What {
    /// Its name in suppressions and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.words().name
    }

    /// The rule that was broken, and where it is written.
    #[must_use]
    pub fn rule(self) -> (&'static str, Source) {
        let order = match self {
            What::Order(rule) => ORDERS.get(usize::from(rule)),
            _ => None,
        };
        let words = self.words();
        order.map_or((words.rule, words.source), |order| {
            (order.text, Source::Text(order.source))
        })
    }

    /// The finding in a sentence without subject, which is the core.
    #[must_use]
    pub fn sentence(self, told: &Told<'_>) -> String {
        (self.words().sentence)(told)
    }
}
