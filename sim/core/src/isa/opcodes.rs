//! Opcodes: the operations of instructions, apart from their encodings.

/// Defines the opcodes of an instruction set; several encodings may share one.
///
/// A row has a name and a timing class, and in braces the traits that differ from those of the class.
/// `Traits` has `const fn of(Class) -> Traits`.
///
/// ```
/// /// Timing class.
/// #[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// pub enum Class { Alu, Load }
///
/// /// What else holds for all encodings of an opcode.
/// #[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// pub struct Traits { pub bytes: u8 }
/// impl Traits {
///     pub const fn of(_: Class) -> Traits { Traits { bytes: 0 } }
/// }
///
/// trueboard_core::opcodes! {
///     /// What an instruction does.
///     pub enum Opcode: u8;
///     class Class;
///     traits Traits;
///     opcodes {
///         /// `d = a + b`.
///         Add Alu;
///         /// `d = mem16[a]`.
///         Ldh Load { bytes: 2 };
///     }
/// }
///
/// assert_eq!((Opcode::Ldh.class(), Opcode::Ldh.traits().bytes), (Class::Load, 2));
/// assert_eq!((Opcode::ALL.len(), Opcode::Add.traits().bytes), (2, 0));
/// ```
#[macro_export]
macro_rules! opcodes {
    (
        $(#[$meta:meta])* $vis:vis enum $Opcode:ident: $repr:ident;
        class $Class:ident;
        traits $Traits:ident;
        opcodes { $( $(#[$doc:meta])* $name:ident $class:ident $({ $($field:ident: $value:expr),* })?; )* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr($repr)]
        $vis enum $Opcode { $( $(#[$doc])* $name, )* }

        impl $Opcode {
            /// All opcodes, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Timing class.
            #[must_use]
            #[inline(always)]
            pub const fn class(self) -> $Class {
                match self { $(Self::$name => $Class::$class),* }
            }

            /// Traits of all its encodings.
            #[must_use]
            #[inline(always)]
            pub const fn traits(self) -> &'static $Traits {
                const TRAITS: &[$Traits] = &[ $(
                    #[allow(clippy::needless_update)]
                    $Traits { $($($field: $value,)*)? ..$Traits::of($Class::$class) },
                )* ];
                &TRAITS[self as usize]
            }
        }
    };
}
