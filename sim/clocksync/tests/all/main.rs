//! The tests of the synchronisation of clocks, as one program.

mod synchronisation;
