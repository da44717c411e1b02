//! Reader of the Common Trace Format 1.8.3: all that barectf, LTTng and Trueboard write.
//!
//! [`Trace::open`] reads the metadata and the names of the streams; [`Trace::events`] then goes through the events of
//! all streams in order of time, one packet of each stream in memory. Damage is an error that names file, packet, event
//! and byte. The next call continues behind the damaged packet, so only that packet is lost.
//!
//! ```no_run
//! # use trueboard_trace::read::ctf::{Trace, TraceError};
//! # fn main() -> Result<(), TraceError> {
//! let trace = Trace::open("out/ctf".as_ref())?;
//! for event in trace.events() {
//!     let event = event?;
//!     if let Some(addr) = event.field("addr").and_then(|f| f.unsigned()) {
//!         println!("{} ns: {} {addr:#x}", event.ns(), event.name());
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Section numbers are those of the specification, version 1.8.3.

mod bits;
mod check;
mod clock;
mod decode;
mod error;
mod event;
mod json;
mod metadata;
mod packet;
mod stream;
mod text;
mod trace;
mod tsdl;
mod types;
mod value;

pub use check::{PacketCheck, Summary, check};
pub use clock::{Clock, Time};
pub use error::{Defect, TraceError};
pub use event::{Event, FieldView};
pub use metadata::{EnvValue, EventClass, Metadata, StreamClass};
pub use packet::Packet;
pub use stream::{Item, StreamReader};
pub use text::{Printer, Stamp};
pub use trace::{Events, Stream, Trace};
pub use types::{
    ArrayType, Base, ByteOrder, EnumType, Field, FloatType, IntType, Label, Length, Reference,
    StructType, Type, VariantType,
};
pub use value::Value;
