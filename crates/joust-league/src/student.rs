//! Student's t distribution: how far the mean of few numbers may be off.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The quantile for a two-sided interval of 95 %, by the number of degrees of freedom; infinite for none.
pub(crate) fn quantile_95(freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |student| student.inverse_cdf(0.975))
}

/// The probability of a smaller number; ½ without degrees of freedom.
pub(crate) fn below(number: f64, freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(0.5, |student| student.cdf(number))
}
