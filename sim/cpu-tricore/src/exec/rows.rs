//! How what many opcodes do is written: in rows of a table.

/// The result of an opcode as 64 bits. A row of a table has an opcode for each column, and an expression in which the
/// table's variables are the value of that column. An opcode of `each` has an expression of its own.
macro_rules! result_of {
    (
        @rows $opcode:expr, $default:expr;
        $( [$($name:ident)+] [$($column:expr),+] |$x:pat_param| $result:expr; )+
    ) => {
        match $opcode {
            $( $( Opcode::$name => {
                let $x = $column;
                u64::from($result)
            } )+ )+
            _ => return $default,
        }
    };
    (
        $opcode:expr;
        $( |$x:pat_param| $columns:tt { $( $($name:ident)+ => $result:expr; )+ } )*
        each { $( $other:ident => $value:expr; )+ }
        else $default:expr
    ) => {
        result_of! {
            @rows $opcode, $default;
            $( $( [$($name)+] $columns |$x| $result; )+ )*
            $( [$other] [()] |_unit| $value; )+
        }
    };
}
pub(super) use result_of;
