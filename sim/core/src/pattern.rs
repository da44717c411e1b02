//! Patterns of names: functions, tests, meters, events, defects.

/// Matches a whole name: `*` is any text, `?` one character.
///
/// ```
/// assert!(trueboard_core::pattern::matches("omp_*_0", "omp_fn_0"));
/// assert!(!trueboard_core::pattern::matches("main", "main2"));
/// ```
pub fn matches(pattern: &str, name: &str) -> bool {
    let (p, n): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut i, mut j, mut star) = (0, 0, None);
    while j < n.len() {
        match p.get(i) {
            Some('*') => {
                star = Some((i, j));
                i += 1;
            }
            Some(&c) if c == '?' || c == n[j] => {
                i += 1;
                j += 1;
            }
            // Let the last star swallow one character more.
            _ => match star {
                Some((si, sj)) => {
                    star = Some((si, sj + 1));
                    i = si + 1;
                    j = sj + 1;
                }
                None => return false,
            },
        }
    }
    p[i..].iter().all(|&c| c == '*')
}
