//! Planted defects: single mistakes that tests must notice, off unless asked for.
//!
//! [`defect!`](crate::defect) costs an ordinary build nothing. With the feature `defects` a defect is active in a
//! process whose environment variable [`VARIABLE`] is its name, so one build of the tests serves for every
//! defect. `tests/defects` has the table of them and the program that runs the tests.

/// The environment variable that names the one active defect.
pub const VARIABLE: &str = "TRUEBOARD_DEFECT";

/// Whether the planted defect `name` is active. The environment is read once for each place.
#[cfg(feature = "defects")]
#[must_use]
pub fn active(name: &str) -> bool {
    std::env::var(VARIABLE).is_ok_and(|active| active == name)
}

/// A planted defect. `defect!("name")` is whether it is active: the constant `false` in an ordinary build.
/// `defect!("name", right, wrong)` is `wrong` while it is active: in an ordinary build just `right`.
#[cfg(feature = "defects")]
#[macro_export]
macro_rules! defect {
    ($name:literal) => {{
        static ACTIVE: ::std::sync::LazyLock<bool> =
            ::std::sync::LazyLock::new(|| $crate::defects::active($name));
        *ACTIVE
    }};
    ($name:literal, $right:expr, $wrong:expr) => {
        if $crate::defect!($name) {
            $wrong
        } else {
            $right
        }
    };
}

/// A planted defect. `defect!("name")` is whether it is active: the constant `false` in an ordinary build.
/// `defect!("name", right, wrong)` is `wrong` while it is active: in an ordinary build just `right`.
#[cfg(not(feature = "defects"))]
#[macro_export]
macro_rules! defect {
    ($name:literal) => {
        false
    };
    ($name:literal, $right:expr, $wrong:expr) => {
        $right
    };
}
