//! Tests of the arithmetic: against `rustc_apfloat`, by integer identities, and by hand.

mod against_apfloat;
mod by_hand;
mod operands;
mod square_root;
