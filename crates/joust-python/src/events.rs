//! What happens in a round of Mad Max.

use joust_madmax::{Event as Happened, Pos};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Something that happened in a round: its kind in a word, its numbers, and a sentence.
///
/// >>> import joust.madmax
/// >>> game = joust.madmax.Skirmish(seed=30, players=["Demo"] * 4)
/// >>> game.step()
/// >>> moved = next(event for event in game.events if event.kind == "moved")
/// >>> sorted(moved.data)
/// ['dir', 'from', 'id', 'to']
#[pyclass(frozen, module = "joust.madmax")]
pub(crate) struct Event(pub(crate) Happened);

fn place(at: Pos) -> (i16, i16) {
    (at.row, at.col)
}

#[pymethods]
impl Event {
    /// The kind: ``refused``, ``moved``, ``attacked``, ``thunderdome``, ``ran-over``, ``ran-into``, ``collided``,
    /// ``starved``, ``captured``, ``respawned`` or ``city-taken``.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0 {
            Happened::Refused { .. } => "refused",
            Happened::Moved { .. } => "moved",
            Happened::Attacked { .. } => "attacked",
            Happened::Thunderdome { .. } => "thunderdome",
            Happened::RanOver { .. } => "ran-over",
            Happened::RanInto { .. } => "ran-into",
            Happened::Collided { .. } => "collided",
            Happened::Starved { .. } => "starved",
            Happened::Captured { .. } => "captured",
            Happened::Respawned { .. } => "respawned",
            Happened::CityTaken { .. } => "city-taken",
        }
    }

    /// Its numbers by name: units and players as numbers, cells as (row, column).
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let data = PyDict::new(py);
        match self.0 {
            Happened::Refused { player, id, dir, why } => {
                data.set_item("player", player)?;
                data.set_item("id", id)?;
                data.set_item("dir", dir)?;
                data.set_item("why", why.to_string())?;
            }
            Happened::Moved { id, from, to, dir } => {
                data.set_item("id", id)?;
                data.set_item("from", place(from))?;
                data.set_item("to", place(to))?;
                data.set_item("dir", dir as i32)?;
            }
            Happened::Attacked { by, on, food, water } => {
                data.set_item("by", by)?;
                data.set_item("on", on)?;
                data.set_item("food", food)?;
                data.set_item("water", water)?;
            }
            Happened::Thunderdome { by, on, water, of, draw } => {
                data.set_item("by", by)?;
                data.set_item("on", on)?;
                data.set_item("winner", if draw < water { by } else { on })?;
                data.set_item("chance", f64::from(water) / f64::from(of.max(1)))?;
            }
            Happened::RanOver { by, on } | Happened::RanInto { by, on } | Happened::Collided { by, on } => {
                data.set_item("by", by)?;
                data.set_item("on", on)?;
            }
            Happened::Starved { id, food, water } => {
                data.set_item("id", id)?;
                data.set_item("food", food)?;
                data.set_item("water", water)?;
            }
            Happened::Captured { id, from, by, at } => {
                data.set_item("id", id)?;
                data.set_item("from", from)?;
                data.set_item("by", by)?;
                data.set_item("at", place(at))?;
            }
            Happened::Respawned { id, at } => {
                data.set_item("id", id)?;
                data.set_item("at", place(at))?;
            }
            Happened::CityTaken { city, from, by } => {
                data.set_item("city", city)?;
                data.set_item("from", from)?;
                data.set_item("by", by)?;
            }
        }
        Ok(data)
    }

    /// Whether players are told it: orders are secret.
    #[getter]
    fn is_told(&self) -> bool {
        self.0.is_told()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<joust.madmax.Event {}: {}>", self.kind(), self.0)
    }
}
