//! Trap types (SPARC V8 manual, chapter 7; GR740 UM 1.7 p. 60) and how an instruction fails.

/// Why an instruction did not complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exc {
    /// It traps.
    Trap(u8),
    /// It needs a shared part, and it is another core's turn: try again later.
    Sync,
    /// It must be executed by itself, not in a block.
    #[default]
    Alone,
    /// The cores' meters must be settled first: stop before it, unchanged.
    Settle,
}

impl From<u8> for Exc {
    fn from(tt: u8) -> Exc {
        Exc::Trap(tt)
    }
}

/// The result of executing one instruction.
pub type Exec<T = ()> = Result<T, Exc>;

macro_rules! traps {
    ($( $N:ident = $v:literal, $text:literal; )*) => {
        $( #[doc = $text] pub const $N: u8 = $v; )*
        /// The manual's name of trap type `tt`.
        pub fn name(tt: u8) -> &'static str {
            match tt {
                $( $N => $text, )*
                0x11..=0x1f => "interrupt",
                0x80..=0xff => "trap_instruction",
                _ => "undefined trap",
            }
        }
    };
}

traps! {
    RESET = 0x00, "reset";
    INSTRUCTION_ACCESS = 0x01, "instruction_access_exception";
    ILLEGAL = 0x02, "illegal_instruction";
    PRIVILEGED = 0x03, "privileged_instruction";
    FP_DISABLED = 0x04, "fp_disabled";
    WINDOW_OVERFLOW = 0x05, "window_overflow";
    WINDOW_UNDERFLOW = 0x06, "window_underflow";
    NOT_ALIGNED = 0x07, "mem_address_not_aligned";
    FP_EXCEPTION = 0x08, "fp_exception";
    DATA_ACCESS = 0x09, "data_access_exception";
    TAG_OVERFLOW = 0x0a, "tag_overflow";
    WATCHPOINT = 0x0b, "watchpoint_detected";
    CP_DISABLED = 0x24, "cp_disabled";
    DIVISION_BY_ZERO = 0x2a, "division_by_zero";
    DATA_STORE_ERROR = 0x2b, "data_store_error";
}

/// First trap type of Ticc; `ta 0` is 0x80.
pub const SOFTWARE: u8 = 0x80;
/// Trap type of interrupt level 0; level n is `INTERRUPT + n`.
pub const INTERRUPT: u8 = 0x10;
