//! Step orders drawn from a seed in place of the order by rank.

use std::cell::Cell;

thread_local! {
    static SEED: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Draw the step orders of this test from a seed, which must not be 0.
pub(crate) fn seed(seed: u64) {
    SEED.set(Some(seed));
}

/// A number below `limit` (xorshift64).
fn draw(limit: usize) -> Option<usize> {
    let mut state = SEED.get()?;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    SEED.set(Some(state));
    Some((state % limit as u64) as usize)
}

pub(crate) fn shuffle<T>(items: &mut [T]) {
    for last in (1..items.len()).rev() {
        let Some(other) = draw(last + 1) else { return };
        items.swap(last, other);
    }
}
