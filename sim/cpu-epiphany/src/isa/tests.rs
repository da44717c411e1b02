use super::table::{self, Encoding, ROWS};
use super::*;
use trueboard_core::isa::check_table;

/// A fixed sequence of words (xorshift), the same in every run.
fn random_words(seed: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(seed), |&state| {
        let state = state ^ state << 13;
        let state = state ^ state >> 17;
        Some(state ^ state << 5)
    })
}

/// The bits that a row ignores.
fn ignored(encoding: Encoding) -> u32 {
    let form = &encoding.row().form;
    let bits = form.pattern.chars().filter(|&c| c != ' ');
    bits.fold(0, |mask, c| mask << 1 | u32::from(c == '-'))
}

#[test]
fn no_pair_of_rows_is_ambiguous() {
    check_table(ROWS).unwrap();
    assert_eq!(ROWS.len(), 189);
}

#[test]
fn the_low_nibble_tells_the_length() {
    for e in Encoding::ALL {
        let fixed = e.row().form.fixed;
        assert_eq!(fixed.mask & 15, 15, "{e:?}");
        assert_eq!(is_long(fixed.value as u16), e.width() == 32, "{e:?}");
    }
}

/// Every row has all words of its pattern: no other row takes one.
#[test]
fn every_word_of_a_row_is_encoded_as_it_was() {
    for &e in Encoding::ALL {
        let (fixed, ignored) = (e.row().form.fixed, ignored(e));
        for random in random_words(0x2545_f491).take(2000) {
            let random = random & u32::MAX >> (32 - e.width());
            let word = random & !fixed.mask | fixed.value;
            let insn = table::decode(word).unwrap();
            assert_eq!(insn.op(), e, "{word:#010x}");
            assert_eq!(insn.encode(), word & !ignored, "{insn:?}");
        }
    }
}
