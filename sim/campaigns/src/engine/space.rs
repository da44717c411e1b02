//! The runs of a campaign: all combinations of the values of its axes, but for those that are left out.

use super::error::CampaignError;

/// A setting that differs from run to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// The names of its values, in the order in which they are run and shown.
    pub values: Vec<String>,
}

/// Combinations to leave out: all points that have these values on these axes.
pub type Skip = Vec<(String, String)>;

/// One combination: for each axis, the place of its value.
pub type Point = Vec<usize>;

/// The most runs of a campaign: what is kept of each takes some hundred bytes.
pub const MOST: usize = 1_000_000;

/// All combinations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    axes: Vec<Axis>,
    points: Vec<Point>,
}

impl Space {
    /// The combinations of `axes` that no entry of `skip` leaves out; the last axis changes fastest.
    ///
    /// # Errors
    /// [`CampaignError::Space`]: an axis without values or with one twice, two axes of one name, a `skip` of what is
    /// not there, or nothing left.
    pub fn new(axes: Vec<Axis>, skip: &[Skip]) -> Result<Space, CampaignError> {
        let wrong = |text: String| Err(CampaignError::Space(text));
        for (i, a) in axes.iter().enumerate() {
            if a.values.is_empty() {
                return wrong(format!(
                    "axis `{}` has no values: give at least one",
                    a.name
                ));
            }
            if axes.iter().take(i).any(|b| b.name == a.name) {
                return wrong(format!("two axes are called `{}`", a.name));
            }
            for (k, v) in a.values.iter().enumerate() {
                if a.values.iter().take(k).any(|w| w == v) {
                    return wrong(format!("axis `{}` has the value `{v}` twice", a.name));
                }
            }
        }
        let mut out = Vec::new();
        for s in skip {
            out.push(places(&axes, s)?);
        }
        let all = axes
            .iter()
            .try_fold(1_usize, |n, a| n.checked_mul(a.values.len()));
        if all.is_none_or(|n| n > MOST) {
            return wrong(format!(
                "the axes have more than {MOST} combinations, those of `skip` included: take fewer values, or make \
                 several campaigns"
            ));
        }
        let mut points = vec![Vec::new()];
        for axis in &axes {
            let longer = |p: &Point| {
                let p = p.clone();
                (0..axis.values.len()).map(move |v| [p.as_slice(), &[v]].concat())
            };
            points = points.iter().flat_map(longer).collect();
        }
        let hit = |p: &Point, s: &[(usize, usize)]| s.iter().all(|&(a, v)| p.get(a) == Some(&v));
        points.retain(|p| !out.iter().any(|s| hit(p, s)));
        if points.is_empty() {
            return wrong("`skip` leaves nothing to run".to_owned());
        }
        Ok(Space { axes, points })
    }

    /// The axes.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The combinations, in order.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The names of a point's values, axis by axis.
    #[must_use]
    pub fn names<'a>(&'a self, point: &'a [usize]) -> Vec<(&'a str, &'a str)> {
        let pairs = self.axes.iter().zip(point);
        pairs
            .filter_map(|(a, &v)| Some((a.name.as_str(), a.values.get(v)?.as_str())))
            .collect()
    }
}

/// The places that an entry of `skip` names.
fn places(axes: &[Axis], skip: &Skip) -> Result<Vec<(usize, usize)>, CampaignError> {
    let mut found = Vec::new();
    for (name, value) in skip {
        let Some(axis) = axes.iter().position(|a| a.name == *name) else {
            let known: Vec<&str> = axes.iter().map(|a| a.name.as_str()).collect();
            let known = known.join(", ");
            let text = format!("skip: there is no axis `{name}`; there are: {known}");
            return Err(CampaignError::Space(text));
        };
        let Some(place) = axes[axis].values.iter().position(|v| v == value) else {
            let known = axes[axis].values.join(", ");
            let text = format!("skip: axis `{name}` has no value `{value}`; it has: {known}");
            return Err(CampaignError::Space(text));
        };
        found.push((axis, place));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(name: &str, values: &[&str]) -> Axis {
        Axis {
            name: name.to_owned(),
            values: values.iter().map(|v| (*v).to_owned()).collect(),
        }
    }

    fn skip(pairs: &[(&str, &str)]) -> Skip {
        pairs
            .iter()
            .map(|(a, v)| ((*a).to_owned(), (*v).to_owned()))
            .collect()
    }

    #[test]
    fn all_combinations_but_those_left_out() {
        let axes = vec![
            axis("input", &["i1", "i2"]),
            axis("cores", &["1", "2", "4"]),
        ];
        let space = Space::new(axes, &[skip(&[("input", "i2"), ("cores", "1")])]).unwrap();
        let all: Vec<String> = space
            .points()
            .iter()
            .map(|p| format!("{:?}", space.names(p)))
            .collect();
        assert_eq!(all.len(), 5);
        assert_eq!(all[1], r#"[("input", "i1"), ("cores", "2")]"#);
        assert_eq!(all[3], r#"[("input", "i2"), ("cores", "2")]"#);
    }

    #[test]
    fn what_is_not_there_is_said() {
        let axes = || vec![axis("cores", &["1", "2"])];
        let said = |s: &[Skip]| Space::new(axes(), s).unwrap_err().to_string();
        assert_eq!(
            said(&[skip(&[("core", "1")])]),
            "skip: there is no axis `core`; there are: cores"
        );
        assert_eq!(
            said(&[skip(&[("cores", "3")])]),
            "skip: axis `cores` has no value `3`; it has: 1, 2"
        );
        assert_eq!(said(&[skip(&[])]), "`skip` leaves nothing to run");
        assert!(Space::new(vec![axis("a", &[])], &[]).is_err());
        assert!(Space::new(vec![axis("a", &["1", "1"])], &[]).is_err());
        assert!(Space::new([axes(), axes()].concat(), &[]).is_err());
        // Twenty axes of ten values: no memory has so many points.
        let ten = |name: usize| Axis {
            name: name.to_string(),
            values: (0..10).map(|v| v.to_string()).collect(),
        };
        let many = Space::new((0..20).map(ten).collect(), &[]);
        assert!(many.is_err_and(|e| e.to_string().contains("more than 1000000 combinations")));
        assert!(Space::new((0..3).map(ten).collect(), &[]).is_ok());
        let of = |name: &str, values: usize| Axis {
            name: name.to_owned(),
            values: (0..values).map(|v| v.to_string()).collect(),
        };
        assert!(Space::new(vec![of("a", 1001), of("b", 1000)], &[]).is_err());
    }
}
