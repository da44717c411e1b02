//! The layout of memory, from images and board.

use crate::machine::Machine;
use std::collections::BTreeSet;
use trueboard_check::{
    Area, AreaKind, CoreView, DeviceView, Layout, MemoryView, StackView, Vectors,
};
use trueboard_image::{Image, Laid};

/// Pairs of symbols that bound a stack, the lower one first: of linker scripts of vendors and of ours. `{}` stands for
/// what names the core.
const STACKS: &[(&str, &str)] = &[
    ("__stack_limit", "__stack"),
    ("__csa_end_{}", "__istack_{}"),
    ("__istack_{}", "__ustack_{}"),
    ("_stack_end", "_stack_start"),
    ("__STACK_END", "__STACK"),
    ("__USTACK{}_END", "__USTACK{}"),
    ("__ISTACK{}_END", "__ISTACK{}"),
    ("__stack_bottom", "__stack_top"),
];

/// All that is known of `m`.
pub(super) fn of(m: &Machine) -> Layout {
    let memories = (m.mem.regions().iter())
        .map(|r| MemoryView {
            name: r.name.clone(),
            at: r.base,
            size: r.size(),
            writable: r.writable,
        })
        .collect();
    let mut layout = Layout {
        memories,
        ..Layout::default()
    };
    for (core, info) in m.cores.iter().zip(&m.info) {
        layout.cores.push(CoreView {
            ticks: info.clock.ticks_per_cycle(),
            lines: core.line_bytes(),
            vectors: Vectors {
                end: info.kind.checks.vectors_end,
            },
            observed: info.kind.images().is_some(),
        });
    }
    let mut cores_of: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); m.firmware.images.len()];
    for (core, image) in m.firmware.of_core.iter().enumerate() {
        if let Some(cores) = image.and_then(|i| cores_of.get_mut(i)) {
            cores.insert(core);
        }
    }
    for (image, cores) in m.firmware.images.iter().zip(&cores_of) {
        let place = |at: u64| -> BTreeSet<u64> {
            let places = cores.iter().map(|&c| m.physical(c, at)).collect();
            match cores.is_empty() {
                true => BTreeSet::from([at]),
                false => places,
            }
        };
        sections(image, &place, &mut layout);
        objects(image, &place, &mut layout);
        stacks(image, &place, &mut layout);
    }
    layout.areas.sort_by_key(|a| (a.at, a.end));
    layout.objects.sort();
    layout.objects.dedup();
    let devices = m.file.devices.iter().map(|d| (&d.id, &d.kind, Some(d.at)));
    let stages = m.file.stages.iter().map(|s| (&s.id, &s.kind, s.at));
    for (id, kind, _) in devices.chain(stages) {
        let attached = m.fabric.attached.iter().position(|a| &a.name == id);
        let Some(number) = attached else { continue };
        for (at, end) in m.fabric.extents(number) {
            layout.devices.push(DeviceView {
                name: id.clone(),
                kind: kind.clone(),
                at,
                end,
                orders: ordering(kind),
            });
        }
    }
    layout
}

/// Accesses to a device of this kind order what cores do.
fn ordering(kind: &str) -> bool {
    let mut kinds = trueboard_periph::kinds().iter();
    kinds.any(|k| k.name == kind && k.orders)
}

fn kind_of(s: &Laid) -> AreaKind {
    match s {
        // Start code copies it from where it is loaded to where it runs: it is stored to.
        s if s.code && !s.loaded => AreaKind::Left,
        s if s.code => AreaKind::Code,
        // Linkers mark them writable where a `const volatile` is among them.
        s if s.loaded && (!s.writable || s.name.starts_with(".rodata")) => AreaKind::Constants,
        s if s.loaded => AreaKind::Data,
        s if s.name.contains("bss") || s.name == "COMMON" => AreaKind::Zeroed,
        _ => AreaKind::Left,
    }
}

fn sections(image: &Image, place: &dyn Fn(u64) -> BTreeSet<u64>, layout: &mut Layout) {
    let mut add = |at: u64, size: u64, kind: AreaKind, name: &str| {
        for pa in place(at) {
            layout.areas.push(Area {
                at: pa,
                end: pa.saturating_add(size),
                kind,
                name: name.to_owned(),
            });
        }
    };
    for s in image.laid() {
        add(s.at, s.size, kind_of(s), &s.name);
    }
    for s in &image.segments {
        // What start code copies, and images without sections.
        if s.pa != s.va || image.laid().is_empty() {
            let kind = match s.pa != s.va {
                true => AreaKind::Constants,
                false => AreaKind::Data,
            };
            add(s.pa, s.bytes.len() as u64, kind, "loaded");
        }
    }
}

/// Data objects. Labels of assembly have no size: they reach to the next one, or to the end of their section.
fn objects(image: &Image, place: &dyn Fn(u64) -> BTreeSet<u64>, layout: &mut Layout) {
    let symbols = image.symbols();
    for (i, s) in symbols.iter().enumerate() {
        let section = image
            .laid()
            .iter()
            .find(|l| s.at >= l.at && s.at - l.at < l.size);
        let Some(section) = section.filter(|l| !l.code) else {
            continue;
        };
        let size = match s.size {
            0 if s.name.starts_with("__") => continue,
            0 => {
                let next = symbols
                    .iter()
                    .skip(i + 1)
                    .map(|n| n.at)
                    .find(|&at| at > s.at);
                let end = section.at + section.size;
                next.map_or(end, |next| next.min(end)) - s.at
            }
            size => size,
        };
        for pa in place(s.at) {
            layout
                .objects
                .push((pa, pa.saturating_add(size), s.name.clone()));
        }
    }
}

fn stacks(image: &Image, place: &dyn Fn(u64) -> BTreeSet<u64>, layout: &mut Layout) {
    for (low, high) in STACKS {
        for name in ["", "cpu0", "cpu1", "cpu2", "0", "1", "2"] {
            if name.is_empty() == low.contains("{}") {
                continue;
            }
            let of = |pattern: &str| image.symbol(&pattern.replace("{}", name)).map(|s| s.at);
            let (Some(at), Some(end)) = (of(low), of(high)) else {
                continue;
            };
            for (at, end) in place(at).into_iter().zip(place(end)) {
                if at < end {
                    layout.stacks.push(StackView {
                        at,
                        end,
                        name: high.replace("{}", name),
                    });
                }
            }
        }
    }
}

/// What the register at `place` is called on core `core`.
pub(super) fn register(m: &Machine, core: u8, place: u16) -> String {
    let cpu = m.cores.get(usize::from(core));
    cpu.map_or_else(String::new, |c| c.register_name(place.into()))
}
