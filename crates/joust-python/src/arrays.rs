//! Arrays of NumPy that this module writes and Python reads.

use numpy::{Element, Ix1, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArray};
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// An array of which this module has the flat form, and Python the form with its shape.
pub(crate) struct Shared<T> {
    flat: Py<PyArray1<T>>,
    shown: Py<PyAny>,
}

impl<T: Element> Shared<T> {
    /// Zeros of this shape; as `dtype`, if that is another name for the same bytes.
    pub(crate) fn new(py: Python<'_>, shape: &[usize], dtype: Option<&str>) -> PyResult<Shared<T>> {
        let flat = PyArray1::<T>::zeros(py, shape.iter().product::<usize>(), false);
        let shown = flat.call_method1("reshape", (shape.to_vec(),))?;
        let shown = match dtype {
            Some(dtype) => shown.call_method1("view", (dtype,))?,
            None => shown,
        };
        Ok(Shared { flat: flat.unbind(), shown: shown.unbind() })
    }

    /// This array, which Python cannot write to.
    pub(crate) fn read_only(self, py: Python<'_>) -> PyResult<Shared<T>> {
        self.shown.bind(py).getattr("flags")?.setattr("writeable", false)?;
        Ok(self)
    }

    /// The array as Python sees it.
    pub(crate) fn shown(&self, py: Python<'_>) -> Py<PyAny> {
        self.shown.clone_ref(py)
    }

    /// The array for writing.
    pub(crate) fn open<'py>(&self, py: Python<'py>) -> PyResult<Open<'py, T>> {
        let open = self.flat.bind(py).clone().try_readwrite();
        open.map(Open).map_err(|why| PyRuntimeError::new_err(format!("an array is in use: {why}")))
    }
}

/// An array that is open for writing.
pub(crate) struct Open<'py, T: Element>(PyReadwriteArray<'py, T, Ix1>);

impl<T: Element> Open<'_, T> {
    /// Its numbers.
    pub(crate) fn slice(&mut self) -> PyResult<&mut [T]> {
        self.0.as_slice_mut().map_err(|why| PyRuntimeError::new_err(why.to_string()))
    }
}

/// Numbers that a caller gives in this shape: an array of this type, or anything that NumPy makes one of without a
/// loss.
pub(crate) fn whole<'py, T: Element>(
    given: &Bound<'py, PyAny>,
    name: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let py = given.py();
    if let Ok(array) = given.cast::<PyArrayDyn<T>>()
        && array.shape() == shape
        && array.is_c_contiguous()
        && array.is_aligned()
    {
        return Ok(array.clone());
    }
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (given,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if kind != "i" && kind != "u" {
        return Err(PyTypeError::new_err(format!("{name} are whole numbers")));
    }
    let found = array.cast::<PyUntypedArray>()?.shape();
    if found != shape {
        let [wanted, found] = [shape, found].map(tuple);
        return Err(PyValueError::new_err(format!("{name} have the shape {wanted}, not {found}")));
    }
    let dtype = numpy::dtype::<T>(py);
    // Contiguous and aligned.
    let made = numpy.call_method1("require", (&array, &dtype, "CA"))?;
    if !numpy.call_method1("array_equal", (&array, &made))?.extract::<bool>()? {
        return Err(PyValueError::new_err(format!("{name} are out of range: they are of the type {dtype}")));
    }
    Ok(made.cast_into::<PyArrayDyn<T>>()?)
}

fn tuple(shape: &[usize]) -> String {
    let texts: Vec<String> = shape.iter().map(ToString::to_string).collect();
    format!("({}{})", texts.join(", "), if shape.len() == 1 { "," } else { "" })
}

/// The numbers of an array that a caller has given, as long as nothing writes to it.
pub(crate) fn read<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    array.clone().try_readonly().map_err(|why| PyRuntimeError::new_err(format!("an array is in use: {why}")))
}
