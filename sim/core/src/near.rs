//! Names that were nearly meant.

/// ` (did you mean `NAME`?)` for the one of `known` that is nearly `word`, or nothing. Capitals count as small letters,
/// and the `*` of a pattern as nothing.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let plain = word.replace('*', "").to_lowercase();
    let far = |name: &str| strsim::damerau_levenshtein(&plain, &name.to_lowercase());
    let nearest = known
        .into_iter()
        .map(|name| (far(name), name))
        .min_by_key(|(far, _)| *far);
    // One letter in three may be wrong.
    let limit = (plain.chars().count() / 3).max(1);
    match nearest {
        Some((far, name)) if far <= limit && !plain.is_empty() => {
            format!(" (did you mean `{name}`?)")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn only_what_is_near_is_proposed() {
        let boards = ["gr740", "keystone2", "tc275"];
        assert_eq!(did_you_mean("gr741", boards), " (did you mean `gr740`?)");
        assert_eq!(
            did_you_mean("keystone", boards),
            " (did you mean `keystone2`?)"
        );
        assert_eq!(did_you_mean("nope", boards), "");
        assert_eq!(did_you_mean("x", []), "");
    }

    #[test]
    fn capitals_and_stars_do_not_make_a_name_another_one() {
        let boards = ["gr740", "keystone2"];
        assert_eq!(did_you_mean("GR740", boards), " (did you mean `gr740`?)");
        let functions = ["lu_serial", "main"];
        assert_eq!(did_you_mean("mian*", functions), " (did you mean `main`?)");
        // A single wrong letter of a short name is one; a pattern for everything is near nothing.
        assert_eq!(did_you_mean("*", functions), "");
    }
}
