//! Floating-point code by what Rust makes of the same numbers, and waits.

use super::*;
use crate::{Arithmetic, Conversion, Format, Number, Operand, Rounded, Wait};

const INEXACT: u8 = 4;

/// Code of one node: what `write` writes, which leaves at the label that it is handed, in front of the first instruction.
fn node(
    write: impl FnOnce(&mut Code<'_, Tested>, crate::Label),
) -> (Translator<Tested>, TranslatedId) {
    let none: Arc<[Insn]> = Arc::new([]);
    let mut translator = Translator::<Tested>::new().expect("code can be executed here");
    let made = translator.translate(0, &none, |code| {
        let (entry, slow) = (code.label(), code.leaving(Left::Rest(0)));
        code.bind(entry);
        write(code, slow);
        code.go_on(0);
        let behind = code.leaving(Left::Behind);
        let entries = Entries {
            full: entry,
            linked: entry,
        };
        (entries, all_lead_to(behind))
    });
    let id = made.expect("it is translated");
    (translator, id)
}

/// The numbers of a core by format, and where code keeps that a result was rounded.
fn number(n: usize, format: Format) -> Number<Core> {
    let numbers = Field::of(&Core::default(), |c| &c.numbers);
    match format {
        Format::Single => Number::Single(numbers.element(n).low()),
        Format::Double => Number::Double(numbers.element(n)),
    }
}

fn operand(n: usize, format: Format) -> Operand<Core> {
    Operand {
        number: number(n, format),
        ordinary: false,
    }
}

fn rounded() -> Rounded<Core> {
    Rounded {
        of: Field::of(&Core::default(), |c| &c.next),
        bit: INEXACT,
    }
}

/// Significand, exponent and sign, all of them often at their limits.
fn bits(random: &mut Random, format: Format, near: u64) -> u64 {
    let (fraction, exponent) = match format {
        Format::Single => (23, 8),
        Format::Double => (52, 11),
    };
    let last = (1 << exponent) - 1;
    let of_exponent = match random.below(5) {
        0 => [0, 1, 2, last - 2, last - 1, last][random.below(6)],
        1 => random.next() & last,
        _ => near.wrapping_add(random.below(60) as u64) & last,
    };
    let all = (1 << fraction) - 1;
    let of_fraction = match random.below(5) {
        0 => [0, 1, all, all - 1, 1 << (fraction - 1)][random.below(5)],
        1 => random.next() & all,
        _ => random.next() & all & (all << random.below(fraction + 1)),
    };
    (random.next() & 1) << (fraction + exponent) | of_exponent << fraction | of_fraction
}

/// Whether the product of two significands has more than so many digits.
fn product_is_rounded(a: u64, b: u64, digits: u32) -> u8 {
    let significand = |v: u64| u128::from(v & ((1 << (digits - 1)) - 1) | 1 << (digits - 1));
    let product = significand(a) * significand(b);
    u8::from(128 - product.leading_zeros() - product.trailing_zeros() > digits)
}

/// What is to become of `a op b` in a format: none if an operand or the result is not ordinary, else its bits, and whether
/// it is exact.
macro_rules! wanted {
    ($float:ty, $bits:ty, $op:expr, $a:expr, $b:expr) => {{
        let (a, b) = (
            <$float>::from_bits($a as $bits),
            <$float>::from_bits($b as $bits),
        );
        let plain = |v: $float| v == 0.0 || v.is_normal();
        let (result, error) = match $op {
            Arithmetic::Product => (
                a * b,
                <$float>::from(product_is_rounded($a, $b, <$float>::MANTISSA_DIGITS)),
            ),
            _ => {
                let b = if $op == Arithmetic::Sum { b } else { -b };
                let sum = a + b;
                let part = sum - a;
                (sum, (a - (sum - part)) + (b - part))
            }
        };
        let small = match $op {
            Arithmetic::Product => {
                result.abs() < 2.0 * <$float>::MIN_POSITIVE && a != 0.0 && b != 0.0
            }
            _ => false,
        };
        let done = plain(a) && plain(b) && plain(result) && !small;
        done.then_some((u64::from(result.to_bits()), error == 0.0 || result == 0.0))
    }};
}

#[test]
fn arithmetic_of_ordinary_numbers() {
    let mut random = Random(0x3141_5926);
    let (mut done, mut left, mut exact_ones) = (0, 0, 0);
    for format in [Format::Single, Format::Double] {
        for op in [Arithmetic::Sum, Arithmetic::Difference, Arithmetic::Product] {
            let kept = Field::of(&Core::default(), |c| &c.kept);
            let (mut translator, id) = node(|code, slow| {
                let operands = [operand(0, format), operand(1, format)];
                code.arithmetic(op, &operands, &rounded(), slow);
                code.put_number(number(2, format));
                code.keep_operands([0, 1].map(|n| kept.element(n)));
            });
            for _ in 0..40_000 {
                let near = random.next();
                let [a, b] = [(); 2].map(|()| bits(&mut random, format, near));
                let mut core = Core {
                    numbers: [a, b, 5],
                    next: [0, INEXACT][random.below(2)],
                    ..Core::default()
                };
                let before = core.clone();
                let wanted = match format {
                    Format::Single => wanted!(f32, u32, op, a, b),
                    Format::Double => wanted!(f64, u64, op, a, b),
                };
                let how = translator.enter(id, &mut core, &mut memory()).1;
                let place = format!("{op:?} {a:#x} {b:#x} {format:?}: {wanted:?}");
                let same = (core.numbers, core.next) == (before.numbers, before.next);
                match (wanted, how) {
                    (None, Left::Rest(0)) => {
                        assert!(same, "{place}");
                        left += 1;
                    }
                    (Some((result, exact)), Left::Behind) => {
                        let flags = before.next | if exact { 0 } else { INEXACT };
                        assert_eq!((core.numbers[2], core.next), (result, flags), "{place}");
                        assert_eq!(core.kept, [a, b], "{place}");
                        done += 1;
                        exact_ones += u32::from(exact);
                    }
                    // Where it takes more to see whether a product is exact.
                    (Some(_), Left::Rest(0)) => {
                        let zeros = |v: u64| (v | 1 << 52).trailing_zeros();
                        assert_eq!((op, format), (Arithmetic::Product, Format::Double));
                        assert!(
                            same && zeros(a) + zeros(b) == 52 && before.next == 0,
                            "{place}"
                        );
                    }
                    _ => panic!("{how:?} {place}"),
                }
            }
        }
    }
    assert!(
        done > 100_000 && left > 20_000 && exact_ones > 20_000,
        "{done} {left} {exact_ones}"
    );
}

#[test]
fn comparisons_and_moves() {
    let mut random = Random(0x2718_2818);
    let byte = Field::of(&Core::default(), |c| &c.next);
    for format in [Format::Single, Format::Double] {
        let (mut translator, id) = node(|code, slow| {
            code.compare_numbers([number(0, format), number(1, format)], byte, slow);
            let numbers = Field::of(&Core::default(), |c| &c.numbers);
            let words = [2, 1].map(|n| numbers.element(n).low());
            code.move_single(words[0], words[1], (0x7fff_ffff, 0xff));
        });
        for _ in 0..20_000 {
            let near = random.next();
            let [a, mut b] = [(); 2].map(|()| bits(&mut random, format, near));
            if random.below(4) == 0 {
                b = a;
            }
            let mut core = Core {
                numbers: [a, b, 0],
                ..Core::default()
            };
            let order = match format {
                Format::Single => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
                Format::Double => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
            };
            let left = translator.enter(id, &mut core, &mut memory()).1;
            assert_eq!(left == Left::Behind, order.is_some(), "{a:#x} {b:#x}");
            if let Some(order) = order {
                assert_eq!(
                    core.next,
                    [1, 0, 2][(order as i8 + 1) as usize],
                    "{a:#x} {b:#x}"
                );
                assert_eq!(core.numbers[2], u64::from(b as u32 & 0x7fff_ffff ^ 0xff));
            }
        }
    }
}

/// A conversion, and what is wanted of it: see `wanted`.
type Converted = fn(u64) -> Option<(u64, bool)>;

#[test]
fn conversions_of_ordinary_numbers() {
    fn integer(v: f64) -> Option<(u64, bool)> {
        let i = v as i32;
        let fits = v > -2_147_483_648.0 && v < 2_147_483_648.0;
        fits.then_some((u64::from(i as u32), f64::from(i) == v))
    }
    fn single(a: u64) -> Option<f32> {
        let v = f32::from_bits(a as u32);
        (v == 0.0 || v.is_normal()).then_some(v)
    }
    fn double(a: u64) -> Option<f64> {
        let v = f64::from_bits(a);
        (v == 0.0 || v.is_normal()).then_some(v)
    }
    let word = Field::of(&Core::default(), |c| &c.numbers).element(0).low();
    use Format::{Double, Single};
    let conversions: [(Conversion<Core>, Format, Option<Format>, Converted); 6] = [
        (Conversion::OfInteger(word, Single), Single, None, |a| {
            let rounded = a as i32 as f32;
            let exact = rounded as f64 == f64::from(a as i32);
            Some((u64::from(rounded.to_bits()), exact))
        }),
        (Conversion::OfInteger(word, Double), Double, None, |a| {
            Some((f64::from(a as i32).to_bits(), true))
        }),
        (
            Conversion::Widening(operand(0, Single)),
            Double,
            Some(Single),
            |a| Some((f64::from(single(a)?).to_bits(), true)),
        ),
        (
            Conversion::Narrowing(operand(0, Double)),
            Single,
            Some(Double),
            |a| {
                let v = double(a)?;
                let to = v as f32;
                let ordinary = v == 0.0 || to.is_normal() && to.abs() >= 2.0 * f32::MIN_POSITIVE;
                ordinary.then_some((u64::from(to.to_bits()), f64::from(to) == v))
            },
        ),
        (
            Conversion::Truncation(operand(0, Single)),
            Single,
            Some(Single),
            |a| integer(single(a)?.into()),
        ),
        (
            Conversion::Truncation(operand(0, Double)),
            Single,
            Some(Double),
            |a| integer(double(a)?),
        ),
    ];
    let raised = Field::of(&Core::default(), |c| &c.state.codes);
    let mut random = Random(0x1618_0339);
    for (conversion, to, from, wanted) in &conversions {
        let (mut translator, id) = node(|code, slow| {
            code.convert(conversion, raised, &rounded(), slow);
            code.put_number(number(2, *to));
        });
        let mut done = 0;
        for _ in 0..40_000 {
            let a = match from {
                None => u64::from(random.operand()),
                Some(Single) => bits(&mut random, Single, 0x7f - 10),
                Some(Double) => bits(&mut random, Double, 0x3ff - 10),
            };
            let mut core = Core {
                numbers: [a, 0, 0],
                next: [0, INEXACT][random.below(2)],
                ..Core::default()
            };
            core.state.codes = 0xff;
            let flags = core.next;
            let left = translator.enter(id, &mut core, &mut memory()).1;
            let got = (core.numbers[2], core.state.codes, core.next);
            match wanted(a) {
                None => assert_eq!((left, got), (Left::Rest(0), (0, 0xff, flags)), "{a:#x}"),
                Some((result, exact)) => {
                    let raised = if exact { 0 } else { INEXACT };
                    let wanted = (Left::Behind, (result, raised, flags | raised));
                    assert_eq!((left, got), wanted, "{a:#x} {to:?} {from:?}");
                    done += 1;
                }
            }
        }
        assert!(done > 10_000, "{done}");
    }
}

/// Waits for up to three moments, and loads behind them; the slice may end first.
#[test]
fn waits_and_loads() {
    let core = &Core::default();
    let moments = Field::of(core, |c| &c.times);
    let mut random = Random(0x5772_1566);
    for round in 0..300 {
        let fields = Fields::new(round % 2 == 0);
        let (due, last) = (random.below(9) as u32, random.below(9) as u32);
        let ready = &[3, 5, 6].map(|n| moments.element(n))[..random.below(4)];
        let known_wait = [0, random.below(9) as u32][random.below(2)];
        let wait = Wait {
            time: fields.time,
            due,
            last,
            end: fields.end,
            ready: ready.to_vec(),
            cycles: known_wait,
            meter: fields.wide,
            marks: (fields.word, 6),
        };
        let format = [Format::Single, Format::Double][random.below(2)];
        let loads = random.below(2) == 0;
        let mut o = Lower::<State>::default();
        let (a, b) = (o.get(Reg::Word(0)), o.get(Reg::Word(1)));
        let address = o.add(a, b);
        let insns: Arc<[Insn]> = Arc::new([Insn {
            number: 0,
            uops: Vec::new(),
            answer: 0,
        }]);
        let mut translator = Translator::<Tested>::new().expect("code can be executed here");
        let made = translator.translate(0, &insns, |code| {
            let (entry, slow) = (code.label(), code.leaving(Left::Rest(0)));
            code.bind(entry);
            let behind = |code: &mut Code<'_, Tested>| {
                code.moment_later(2);
                code.put_moment(moments.element(0));
                code.raise_to_moment(moments.element(1));
            };
            match loads {
                true => {
                    let from = (o.uops(), address);
                    code.load_number(0, from, &fields, number(2, format), &wait, behind);
                }
                false => {
                    code.wait(&wait, slow);
                    behind(code);
                }
            }
            code.go_on(0);
            let behind = code.leaving(Left::Behind);
            let entries = Entries {
                full: entry,
                linked: entry,
            };
            (entries, all_lead_to(behind))
        });
        let id = made.expect("it is translated");
        for _ in 0..40 {
            let mut core = new_core(&mut random);
            core.times = [(); 8].map(|()| 100 + random.below(30) as u64);
            (core.time, core.end) = (105, 100 + random.below(50) as u64);
            core.state.words[0] = BASE + 8 * random.below(0x120) as u32;
            core.state.words[1] = [0, 4, 1][random.below(3)];
            let mut cx = memory();
            cx.big_endian = fields.big_endian;
            let at = core.state.words[0] + core.state.words[1];
            let bytes = if format == Format::Single { 4 } else { 8 };
            let known = at < BASE + BYTES
                && at.is_multiple_of(bytes)
                && (!fields.big_endian || core.lines.0[(at >> 5) as usize & 127] == at >> 5);
            let now = core.time + u64::from(due);
            let awaited = ready.iter().zip([3, 5, 6]).map(|(_, n)| core.times[n]);
            let ready = match known_wait {
                0 => awaited.fold(now, u64::max),
                cycles => now + u64::from(cycles),
            };
            let late = ready != now && ready - u64::from(due) + u64::from(last) >= core.end;
            let before = core.clone();
            let left = translator.enter(id, &mut core, &mut cx).1;
            if late || loads && !known {
                match loads {
                    true => assert_eq!((left, core.handled.len()), (Left::Behind, 1)),
                    false => assert_eq!(left, Left::Rest(0)),
                }
                let same = |c: &Core| (c.time, c.wide, c.times, c.numbers, c.hits, c.word);
                assert_eq!(same(&core), same(&before));
                continue;
            }
            assert_eq!((left, core.handled.len()), (Left::Behind, 0));
            let marks = if ready == now { 0 } else { 6 };
            let waited = ready - now;
            assert_eq!(
                (core.time, core.wide, core.word),
                (105 + waited, waited, marks)
            );
            assert_eq!(core.times[..2], [ready + 2, before.times[1].max(ready + 2)]);
            if loads {
                assert_eq!(core.numbers[2], cx.load(at, bytes as u8));
                assert_eq!(core.hits, u64::from(fields.big_endian));
            }
        }
    }
}
