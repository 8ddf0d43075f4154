//! Groups of submissions that are linked by pairs.

/// A group of at least two submissions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Group {
    /// Its members; the one with the strongest links comes first, because it may be the origin of the others.
    pub(crate) members: Vec<usize>,
    /// The number of pairs in it.
    pub(crate) pairs: usize,
    /// The mean score of its pairs.
    pub(crate) mean: f64,
}

/// The groups that pairs form, the largest first.
pub(crate) fn clusters(count: usize, pairs: &[(usize, usize, f64)]) -> Vec<Group> {
    let mut parent: Vec<usize> = (0..count).collect();
    for (one, other, _) in pairs {
        let (one, other) = (root(&mut parent, *one), root(&mut parent, *other));
        parent[one.max(other)] = one.min(other);
    }
    let mut strength = vec![0.0; count];
    let mut groups: Vec<Option<Group>> = vec![None; count];
    for (one, other, score) in pairs {
        strength[*one] += score;
        strength[*other] += score;
        let group =
            groups[root(&mut parent, *one)].get_or_insert(Group { members: Vec::new(), pairs: 0, mean: 0.0 });
        group.pairs += 1;
        group.mean += score;
    }
    for number in 0..count {
        if let Some(group) = &mut groups[root(&mut parent, number)] {
            group.members.push(number);
        }
    }
    let mut groups: Vec<Group> = groups.into_iter().flatten().collect();
    for group in &mut groups {
        group.mean /= group.pairs as f64;
        group.members.sort_by(|one, other| strength[*other].total_cmp(&strength[*one]).then(one.cmp(other)));
    }
    groups.sort_by(|one, other| {
        let size = other.members.len().cmp(&one.members.len());
        size.then(other.mean.total_cmp(&one.mean)).then(one.members.cmp(&other.members))
    });
    groups
}

fn root(parent: &mut [usize], mut of: usize) -> usize {
    while parent[of] != of {
        parent[of] = parent[parent[of]];
        of = parent[of];
    }
    of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_make_groups_and_the_best_linked_comes_first() {
        let groups = clusters(7, &[(0, 3, 0.9), (3, 5, 0.8), (1, 2, 0.7)]);
        assert_eq!(groups.len(), 2);
        assert_eq!((groups[0].members.as_slice(), groups[0].pairs), (&[3, 0, 5][..], 2));
        assert!((groups[0].mean - 0.85).abs() < 1e-9);
        assert_eq!(groups[1].members, [1, 2]);
        assert_eq!(clusters(3, &[]), []);
    }
}
