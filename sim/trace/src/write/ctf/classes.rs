//! The classes of streams and events of facts, and the metadata that declares them.

use super::Tsdl;
use crate::context::TraceContext;
use crate::read::ctf::EnvValue;

/// Stream classes: one stream per core, one for all devices, one for the board.
pub(super) const CORE: u32 = 0;
pub(super) const DEVICES: u32 = 1;
pub(super) const BOARD: u32 = 2;

/// Event ids; each class of streams counts its own.
pub(super) mod id {
    pub(crate) const CORE_STATE: u16 = 0;
    pub(crate) const CALL: u16 = 1;
    pub(crate) const RETURN: u16 = 2;
    pub(crate) const TRAP: u16 = 3;
    pub(crate) const INTERRUPT: u16 = 4;
    pub(crate) const TRAP_RETURN: u16 = 5;
    pub(crate) const SENT: u16 = 6;
    pub(crate) const RECEIVED: u16 = 7;
    pub(crate) const TASK: u16 = 8;
    pub(crate) const REG_READ: u16 = 0;
    pub(crate) const REG_WRITE: u16 = 1;
    pub(crate) const LINE: u16 = 2;
    pub(crate) const CONSOLE: u16 = 3;
    pub(crate) const BUS_USE: u16 = 0;
    pub(crate) const POWER: u16 = 1;
    pub(crate) const TEMPERATURE: u16 = 2;
}

/// An event: stream class, id, name, fields.
type Class = (u32, u16, &'static str, &'static str);

/// Events that any trace may have.
const EVENTS: &[Class] = &[
    (
        CORE,
        id::CORE_STATE,
        "core_state",
        "enum : u8 { HELD = 0, RUNNING = 1, IDLE = 2, ERROR = 3 } _state;",
    ),
    (
        CORE,
        id::CALL,
        "call",
        "x64 _from; x64 _to; u32 _depth; string _function;",
    ),
    (
        CORE,
        id::RETURN,
        "return",
        "x64 _from; x64 _to; u32 _depth; string _function;",
    ),
    (
        CORE,
        id::TRAP,
        "trap",
        "x16 _tt; x64 _pc; x64 _to; string _name; string _function;",
    ),
    (
        CORE,
        id::INTERRUPT,
        "interrupt",
        "u8 _level; x64 _pc; x64 _to; string _function;",
    ),
    (CORE, id::TRAP_RETURN, "trap_return", "x64 _to; u32 _depth;"),
    (CORE, id::SENT, "sent", "x64 _key; u8 _to; u32 _bytes;"),
    (CORE, id::RECEIVED, "received", "x64 _key; u8 _from;"),
    (DEVICES, id::REG_READ, "reg_read", REGISTER),
    (DEVICES, id::REG_WRITE, "reg_write", REGISTER),
    (
        DEVICES,
        id::LINE,
        "line",
        "string _device; u16 _pin; u8 _level;",
    ),
    (DEVICES, id::CONSOLE, "console", "string _device; u8 _byte;"),
    (
        BOARD,
        id::BUS_USE,
        "bus_use",
        "string _source; u64 _used_cycles; u64 _cycles;",
    ),
    (BOARD, id::POWER, "power", "string _source; u64 _microwatt;"),
    (
        BOARD,
        id::TEMPERATURE,
        "temperature",
        "string _source; i64 _millidegree_c;",
    ),
];

/// The event of a task that continues.
const TASK: Class = (
    CORE,
    id::TASK,
    "task",
    "u32 _task; u8 _new; string _function;",
);

const REGISTER: &str = "string _device; string _register; x32 _offset; x32 _value; u8 _core; \
                        x64 _pc; string _function;";

/// The whole file. It has no UUID: equal runs give equal bytes, and readers would take two traces with one UUID for
/// halves of one.
pub(super) fn text(cx: &TraceContext) -> String {
    let mut t = Tsdl::new();
    for (name, bits, signed, base) in [
        ("u8", 8, false, "dec"),
        ("u16", 16, false, "dec"),
        ("u32", 32, false, "dec"),
        ("u64", 64, false, "dec"),
        ("i64", 64, true, "dec"),
        ("x16", 16, false, "hex"),
        ("x32", 32, false, "hex"),
        ("x64", 64, false, "hex"),
    ] {
        t.alias(name, bits, signed, &format!(" base = {base};"));
    }
    t.trace(None, "u32");
    let env = [
        ("domain", "simulation"),
        ("tracer_name", "trueboard"),
        ("board", &cx.board),
    ];
    t.env(&env.map(|(name, text)| (name.to_owned(), EnvValue::Text(text.to_owned()))));
    t.put(format_args!(
        "clock {{ name = \"board\"; description = \"base ticks since reset\"; freq = {}; \
         offset_s = 0; offset = 0; absolute = false; }};\n",
        cx.base_hz
    ));
    t.time("tick_t", "board");
    for stream in [CORE, DEVICES, BOARD] {
        t.stream(stream.into(), Some("tick_t"));
        if stream == CORE {
            t.put(format_args!(" u32 cpu_id;"));
        }
        t.event_header("u16", Some("tick_t"));
        t.put(format_args!(" }};\n"));
    }
    EVENTS.iter().for_each(|class| declare(&mut t, *class));
    t.text()
}

/// What follows before the first event of a task.
pub(super) fn task_text() -> String {
    let mut t = Tsdl::default();
    declare(&mut t, TASK);
    t.text()
}

fn declare(t: &mut Tsdl, (stream, id, name, fields): Class) {
    t.event(stream.into(), id.into(), name);
    t.put(format_args!(" fields := struct {{ {fields} }}; }};\n"));
}
