//! Operands that are numbers.

/// Defines types of operands that are numbers: for each its name, the value of its bits (the closure
/// gets bits and width) and the bits of a value. `show` writes all of them: it gets the operand, the
/// address of the instruction if that is known, and where to write. `read` reads them: it gets the text and the value of
/// the lowest bit, and answers the value.
///
/// ```
/// use trueboard_core::isa::{Operand, fmt_target, sign_extend};
///
/// trueboard_core::numbers! {
///     show |x, pc, f| fmt_target(pc, x.value(), f);
///     read |text, unit| text.distance()?;
///     /// A branch distance in bytes.
///     Disp, |bits, width| 2 * sign_extend(bits, width), |v| (v >> 1) as u32;
/// }
///
/// assert_eq!(Disp::from_bits(0x7e, 7), Disp::new(-4));
/// assert_eq!(Disp::new(-4).to_bits(7) & 0x7f, 0x7e);
/// ```
#[macro_export]
macro_rules! numbers {
    (
        show |$x:ident, $pc:ident, $f:ident| $show:expr;
        read |$text:ident, $unit:ident| $read:expr;
        $($(#[$meta:meta])* $name:ident, |$bits:ident, $width:ident| $value:expr, |$v:ident| $back:expr;)*
    ) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(i32);

        impl $name {
            /// The operand for this value.
            #[must_use]
            pub const fn new(value: i32) -> Self {
                Self(value)
            }
        }

        impl $crate::isa::Operand for $name {
            fn from_bits($bits: u32, $width: u32) -> Self {
                let _ = $width;
                Self($value)
            }
            fn to_bits(self, _width: u32) -> u32 {
                let $v = self.0;
                $back
            }
            fn value(self) -> i32 {
                self.0
            }
            fn fmt(
                self,
                $pc: Option<u32>,
                $f: &mut ::core::fmt::Formatter<'_>,
            ) -> ::core::fmt::Result {
                let ($x, _) = (self, $pc);
                $show
            }
            fn parse(
                $text: &mut $crate::isa::Cursor<'_>,
                _width: u32,
            ) -> Result<Self, $crate::isa::Misfit> {
                let $unit = Self::from_bits(1, u32::BITS).0;
                let _ = $unit;
                Ok(Self($read))
            }
        }
    )* };
}
