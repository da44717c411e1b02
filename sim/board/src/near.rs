//! "Did you mean …?": the nearest of the names that there are.

/// ` (did you mean `NAME`?)` for the one of `known` that is nearly `word`, or nothing.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let far = |name: &str| strsim::damerau_levenshtein(word, name);
    let nearest = known.into_iter().min_by_key(|name| far(name));
    // One letter in three may be wrong.
    let limit = (word.chars().count() / 3).max(1);
    match nearest {
        Some(name) if far(name) <= limit => format!(" (did you mean `{name}`?)"),
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
}
