//! What becomes of a run with a fault, and how sure shares of classes are.

use serde::{Deserialize, Serialize};

/// What became of a run with a fault, held against the run without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Status, console and declared memory are those of the run without the fault.
    Masked,
    /// The same, and the chip has corrected an error.
    Corrected,
    /// The firmware ended with another status, which is no success.
    Detected,
    /// The firmware said success, but its console or the declared memory differs.
    Silent,
    /// It took too long, or waited for good.
    Hang,
    /// A core stopped in error mode, or the board was reset.
    Crash,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 6] = [
        Class::Masked,
        Class::Corrected,
        Class::Detected,
        Class::Silent,
        Class::Hang,
        Class::Crash,
    ];

    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Class::Masked => "masked",
            Class::Corrected => "corrected",
            Class::Detected => "detected",
            Class::Silent => "silent",
            Class::Hang => "hang",
            Class::Crash => "crash",
        }
    }
}

/// The two-sided 95 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % confidence interval of a share of which `hits` of `of` were seen (Wilson 1927, score interval).
#[must_use]
pub fn wilson(hits: usize, of: usize) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (of as f64, hits as f64 / of as f64);
    let z2 = Z * Z;
    let middle = p + z2 / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z2 / n;
    // At the ends rounding must not lead out.
    let low = if hits == 0 {
        0.0
    } else {
        (middle - half) / whole
    };
    let high = if hits == of {
        1.0
    } else {
        (middle + half) / whole
    };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_tables() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (hits, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (l, h) = wilson(hits, of);
            assert!((l - low).abs() < 1e-4 && (h - high).abs() < 1e-4, "{l} {h}");
        }
        assert_eq!(wilson(20, 20).1, 1.0);
    }
}
