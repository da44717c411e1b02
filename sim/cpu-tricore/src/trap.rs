//! Traps by class and identification number (TC1.6 architecture manual, volume 1, "Trap system"),
//! and how an instruction fails.

use std::fmt;
use trueboard_core::cpu::{PeerAccess, Stop};

/// A trap: class and identification number (TIN).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Trap {
    /// Trap class: selects the vector.
    pub class: u8,
    /// Trap identification number: goes to D15.
    pub tin: u8,
}

/// Why an instruction did not complete. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exc {
    /// It traps.
    Trap(Trap),
    /// It wants something shared and it is not this core's turn: try again later.
    Sync,
    /// The cores' meters must be settled first.
    Settle,
    /// It wants a register of another core.
    Peer(PeerAccess),
    /// It costs nothing: it is to be executed apart.
    Free,
    /// There is a breakpoint in front of it.
    Breakpoint,
    /// DEBUG ends the program.
    Debug,
}

impl Exc {
    /// What a core stops for that is to try its instruction again.
    #[must_use]
    pub fn stop(self) -> Stop {
        match self {
            Exc::Settle => Stop::Settle,
            Exc::Peer(access) => Stop::Peer(access),
            Exc::Breakpoint => Stop::Breakpoint,
            _ => Stop::Sync,
        }
    }
}

/// The result of executing one instruction.
pub type Exec<T = ()> = Result<T, Exc>;

impl From<Trap> for Exc {
    fn from(t: Trap) -> Exc {
        Exc::Trap(t)
    }
}

macro_rules! traps {
    ($( $N:ident = $class:literal, $tin:literal, $text:literal; )*) => {
        impl Trap {
            $( #[doc = $text] pub const $N: Trap = Trap { class: $class, tin: $tin }; )*

            /// What it is called; `None` when the class has no such number.
            #[must_use]
            pub fn short(self) -> Option<&'static str> {
                match (self.class, self.tin) {
                    $( ($class, $tin) => Some(stringify!($N)), )*
                    (SYSTEM_CALL, _) => Some("SYS"),
                    _ => None,
                }
            }

            /// What it is called and means; `None` when the class has no such number.
            #[must_use]
            pub fn meaning(self) -> Option<&'static str> {
                match (self.class, self.tin) {
                    $( ($class, $tin) => Some(concat!(stringify!($N), " (", $text, ")")), )*
                    (SYSTEM_CALL, _) => Some("SYS (system call)"),
                    _ => None,
                }
            }
        }
    };
}

/// Short name of a trap by its number, for traces.
#[must_use]
pub fn name(number: u16) -> &'static str {
    let [class, tin] = number.to_be_bytes();
    Trap { class, tin }.short().unwrap_or("trap")
}

/// Trap class of SYSCALL, whose TIN is its constant.
pub const SYSTEM_CALL: u8 = 6;

traps! {
    VAF = 0, 0, "virtual address fill";
    VAP = 0, 1, "virtual address protection";
    PRIV = 1, 1, "privileged instruction";
    MPR = 1, 2, "memory protection: read";
    MPW = 1, 3, "memory protection: write";
    MPX = 1, 4, "memory protection: execute";
    MPP = 1, 5, "memory protection: peripheral access";
    MPN = 1, 6, "memory protection: null address";
    GRWP = 1, 7, "global register write protection";
    IOPC = 2, 1, "illegal opcode";
    UOPC = 2, 2, "unimplemented opcode";
    OPD = 2, 3, "invalid operand";
    ALN = 2, 4, "data address alignment";
    MEM = 2, 5, "invalid local memory address";
    FCD = 3, 1, "free context list depleted";
    CDO = 3, 2, "call depth overflow";
    CDU = 3, 3, "call depth underflow";
    FCU = 3, 4, "free context list underflow";
    CSU = 3, 5, "call stack underflow";
    CTYP = 3, 6, "context type";
    NEST = 3, 7, "nesting error";
    PSE = 4, 1, "program fetch synchronous error";
    DSE = 4, 2, "data access synchronous error";
    DAE = 4, 3, "data access asynchronous error";
    CAE = 4, 4, "coprocessor asynchronous error";
    PIE = 4, 5, "program memory integrity error";
    DIE = 4, 6, "data memory integrity error";
    TAE = 4, 7, "temporal asynchronous error";
    OVF = 5, 1, "arithmetic overflow";
    SOVF = 5, 2, "sticky arithmetic overflow";
    NMI = 7, 0, "non-maskable interrupt";
}

impl Trap {
    /// As facts and error stops number it: class in the high byte, TIN in the low one.
    #[must_use]
    pub fn number(self) -> u16 {
        u16::from(self.class) << 8 | u16::from(self.tin)
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "trap class {} TIN {}", self.class, self.tin)?;
        match self.meaning() {
            Some(text) => write!(f, ", {text}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_class_and_number() {
        assert_eq!(
            Trap::FCU.to_string(),
            "trap class 3 TIN 4, FCU (free context list underflow)"
        );
        assert_eq!(Trap::ALN.number(), 0x204);
        let call = Trap { class: 6, tin: 9 };
        assert_eq!(call.to_string(), "trap class 6 TIN 9, SYS (system call)");
        let unknown = Trap { class: 1, tin: 99 };
        assert_eq!(unknown.to_string(), "trap class 1 TIN 99");
    }
}
