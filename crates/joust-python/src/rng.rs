//! The generator of Joust.

use joust_core::{Rng as CoreRng, Seed, below};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The generator from which every seeded choice in Joust is drawn. Equal seeds give equal games, in Python and
/// in Rust, on all machines.
///
/// >>> import joust
/// >>> rng = joust.Rng(30)
/// >>> [rng.below(100) for _ in range(4)]
/// [62, 40, 31, 70]
#[pyclass(module = "joust")]
pub(crate) struct Rng {
    seed: u64,
    /// The numbers that were drawn, so that a pickle can draw them again.
    drawn: u64,
    stream: CoreRng,
}

impl Rng {
    /// Lets `choose` draw one number, or none.
    pub(crate) fn draw<T>(&mut self, choose: impl FnOnce(&mut CoreRng) -> T) -> T {
        let before = self.stream.clone();
        let chosen = choose(&mut self.stream);
        self.drawn += u64::from(self.stream != before);
        chosen
    }
}

#[pymethods]
impl Rng {
    #[new]
    #[pyo3(signature = (seed=0))]
    fn new(seed: u64) -> Rng {
        Rng { seed, drawn: 0, stream: Seed(seed).rng() }
    }

    /// The seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// A number from 0 to bound - 1; all are equally likely.
    fn below(&mut self, bound: usize) -> PyResult<usize> {
        if bound == 0 {
            return Err(PyValueError::new_err("there is no number below 0"));
        }
        Ok(self.draw(|rng| below(rng, bound)))
    }

    /// A generator that goes on like this one.
    fn copy(&self) -> Rng {
        Rng { seed: self.seed, drawn: self.drawn, stream: self.stream.clone() }
    }

    fn __copy__(&self) -> Rng {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Rng {
        self.copy()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let own = slf.borrow();
        (slf.get_type().getattr("_restore")?, (own.seed, own.drawn))
            .into_pyobject(slf.py())
            .map(Bound::into_any)
    }

    /// The generator of a seed after this many draws: for pickles.
    #[staticmethod]
    fn _restore(seed: u64, drawn: u64) -> Rng {
        let mut stream = Seed(seed).rng();
        stream.advance(u128::from(drawn));
        Rng { seed, drawn, stream }
    }

    fn __repr__(&self) -> String {
        format!("<joust.Rng of seed {}, {} drawn>", self.seed, self.drawn)
    }
}
