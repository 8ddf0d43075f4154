//! What is costly to make of the games of a ladder, and kept until there are others.

use std::sync::Arc;
use tokio::sync::Mutex;

/// The official versions, and the number of games: as long as they are the same, so is what is made of them.
pub(super) type Basis = (Vec<u64>, usize);

/// What was made last. It is made by one at a time, so that many who ask at once do not make it many times.
pub(crate) struct Fit<T>(Mutex<Option<(Basis, Arc<T>)>>);

impl<T> Default for Fit<T> {
    fn default() -> Fit<T> {
        Fit(Mutex::new(None))
    }
}

impl<T> Fit<T> {
    /// What is kept, if it is of this basis; else what `make` gives.
    pub(super) async fn get<E>(
        &self,
        basis: Basis,
        make: impl Future<Output = Result<T, E>>,
    ) -> Result<Arc<T>, E> {
        let mut kept = self.0.lock().await;
        if let Some((of, made)) = &*kept
            && *of == basis
        {
            return Ok(Arc::clone(made));
        }
        let made = Arc::new(make.await?);
        *kept = Some((basis, Arc::clone(&made)));
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn many_who_ask_at_once_make_it_once_until_there_are_other_games() {
        let (fit, makes) = (Fit::default(), AtomicUsize::new(0));
        let make = async || {
            tokio::task::yield_now().await;
            Ok::<usize, ()>(makes.fetch_add(1, Ordering::Relaxed))
        };
        let ask = |games: usize| fit.get((vec![3, 4], games), make());
        let (one, two, three) = tokio::join!(ask(7), ask(7), ask(7));
        assert_eq!([one, two, three].map(|made| *made.unwrap()), [0, 0, 0]);
        assert_eq!(*ask(7).await.unwrap(), 0);
        assert_eq!(*ask(8).await.unwrap(), 1);
        assert_eq!(*fit.get((vec![3], 8), make()).await.unwrap(), 2, "another official version");
        assert!(fit.get((vec![3], 9), async { Err::<usize, ()>(()) }).await.is_err());
        assert_eq!(*fit.get((vec![3], 9), make()).await.unwrap(), 3, "a failure is not kept");
    }
}
