//! Reading the `params` of a board file, and what every device does with writes to reserved bits.

use serde::de::DeserializeOwned;
use trueboard_core::device::Cx;
use trueboard_core::regs::RegDesc;

/// The parameters of a device of `kind`; none equals an empty list.
pub(crate) fn parse<T: DeserializeOwned>(kind: &str, params: ron::Value) -> Result<T, String> {
    let params = match params {
        ron::Value::Unit => ron::Value::Map(ron::Map::new()),
        other => other,
    };
    typed(params).map_err(|e| format!("params of {kind}: {e}"))
}

/// A value of a board file as a type; the error begins with the path of the field that it is about.
///
/// # Errors
/// What was found, and what was expected.
pub fn typed<T: DeserializeOwned>(value: ron::Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|e| match e.path().iter().next() {
        None => e.inner().to_string(),
        Some(_) => format!("{}: {}", e.path(), e.inner()),
    })
}

/// An error unless `value` lies in `range`.
pub(crate) fn within(
    name: &str,
    value: u64,
    range: std::ops::RangeInclusive<u64>,
) -> Result<(), String> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(format!(
        "params: {name} is {value}, but must be {} to {}",
        range.start(),
        range.end()
    ))
}

/// Warns when `value` sets a bit that software cannot write. A bit that reads as 1 already is
/// no news: read-modify-write puts it back.
pub(crate) fn check_write(desc: &RegDesc, off: u32, value: u32, reads: u32, cx: &mut Cx<'_>) {
    let stray = value & !(desc.rw | desc.w1c | reads);
    if stray != 0 {
        let name = desc.name;
        cx.warn_of_bits(
            off,
            format!("{name}: reserved bits {{bits}} written"),
            stray,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct P {
        #[serde(default)]
        a: u32,
    }

    #[test]
    fn nothing_is_an_empty_list_and_typos_are_told() {
        assert_eq!(parse::<P>("k", ron::from_str("()").unwrap()).unwrap().a, 0);
        assert_eq!(
            parse::<P>("k", ron::from_str("(a: 0x10)").unwrap())
                .unwrap()
                .a,
            16
        );
        let e = parse::<P>("k", ron::from_str("(b: 1)").unwrap()).unwrap_err();
        assert!(e.contains("params of k") && e.contains('b'), "{e}");
        let e = parse::<P>("k", ron::from_str("(a: \"x\")").unwrap()).unwrap_err();
        assert!(e.contains("k: a: Expected u32"), "{e}");
        assert!(within("n", 9, 1..=7).unwrap_err().contains("1 to 7"));
    }
}
