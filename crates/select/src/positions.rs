//! The memoized positions of elements among their siblings.

use sapwood_names::HashMap;

/// The memoized positions of elements with many siblings.
#[derive(Debug, Default)]
pub(crate) struct Positions(HashMap<(Counted, usize), Ends>);

/// The siblings that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Counted {
    All,
    OfType,
    /// Siblings that match the list of the [`Simple::NthOf`](crate::program::Simple::NthOf) with this number.
    Of(usize),
}

/// A position from each end, counted from 1.
#[derive(Clone, Copy, Debug)]
struct Ends {
    start: u32,
    end: u32,
}

impl Positions {
    /// Returns the position of the element with this index from one end, if it is known.
    pub(crate) fn get(&self, counted: Counted, index: usize, from_end: bool) -> Option<u32> {
        let ends = self.0.get(&(counted, index))?;
        Some(if from_end { ends.end } else { ends.start })
    }

    /// Adds numbered elements: the index of each, its group and its position in that from the start. `counts` has the
    /// number of elements in each group.
    pub(crate) fn add(
        &mut self,
        counted: Counted,
        numbered: Vec<(usize, u64, u32)>,
        counts: &HashMap<u64, u32>,
    ) {
        let ends = numbered.into_iter().map(|(index, group, start)| {
            ((counted, index), Ends { start, end: counts[&group] - start + 1 })
        });
        self.0.extend(ends);
    }
}
