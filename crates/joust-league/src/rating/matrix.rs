//! Symmetric matrices: enough linear algebra for Newton's method.

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, number: f64) {
        self.cells[row * self.size + column] += number;
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..][..self.size]
    }

    /// The lower triangle whose product with its transpose is the matrix, which is positive definite. Of a
    /// matrix that is not, because of rounding, the missing part is replaced by something small.
    pub(super) fn cholesky(&self) -> Triangle {
        let mut lower = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known = dot(&lower.row(row)[..column], &lower.row(column)[..column]);
                let rest = self.at(row, column) - known;
                let value =
                    if row == column { rest.max(SMALL).sqrt() } else { rest / lower.at(column, column) };
                lower.cells[row * self.size + column] = value;
            }
        }
        Triangle(lower)
    }

    /// The product with a matrix from both sides: `side · self · side`, where both are symmetric.
    pub(super) fn between(&self, side: &Matrix) -> Matrix {
        let half = side.times(self);
        half.times(side)
    }

    /// The product with a symmetric matrix.
    fn times(&self, symmetric: &Matrix) -> Matrix {
        let cells = (0..self.size)
            .flat_map(|row| (0..self.size).map(move |column| dot(self.row(row), symmetric.row(column))))
            .collect();
        Matrix { size: self.size, cells }
    }
}

/// The least square of a diagonal of a triangle.
const SMALL: f64 = 1e-12;

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// A lower triangle L of a matrix L·Lᵀ.
pub(super) struct Triangle(Matrix);

impl Triangle {
    /// The vector whose product with the matrix is `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let lower = &self.0;
        let mut half: Vec<f64> = Vec::with_capacity(lower.size);
        for (row, right) in right.iter().enumerate() {
            let value = (right - dot(&lower.row(row)[..row], &half)) / lower.at(row, row);
            half.push(value);
        }
        for row in (0..lower.size).rev() {
            let above: f64 = (row + 1..lower.size).map(|below| lower.at(below, row) * half[below]).sum();
            half[row] = (half[row] - above) / lower.at(row, row);
        }
        half
    }

    /// The inverse of the matrix.
    pub(super) fn inverse(&self) -> Matrix {
        let size = self.0.size;
        let mut inverse = Matrix::zero(size);
        let mut unit = vec![0.0; size];
        for row in 0..size {
            unit[row] = 1.0;
            inverse.cells[row * size..][..size].copy_from_slice(&self.solve(&unit));
            unit[row] = 0.0;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A matrix and its inverse, multiplied by hand: the determinant of [[4, 2], [2, 3]] is 8.
    #[test]
    fn an_inverse_is_known() {
        let mut matrix = Matrix::zero(2);
        for (row, column, number) in [(0, 0, 4.0), (0, 1, 2.0), (1, 0, 2.0), (1, 1, 3.0)] {
            matrix.add(row, column, number);
        }
        let triangle = matrix.cholesky();
        let solution = triangle.solve(&[8.0, 8.0]);
        assert!((solution[0] - 1.0).abs() < 1e-12 && (solution[1] - 2.0).abs() < 1e-12);
        let inverse = triangle.inverse();
        for (row, column, number) in [(0, 0, 0.375), (0, 1, -0.25), (1, 0, -0.25), (1, 1, 0.5)] {
            assert!((inverse.at(row, column) - number).abs() < 1e-12);
        }
        // A · A⁻¹ · A = A.
        let again = inverse.between(&matrix);
        assert!((again.at(0, 0) - 4.0).abs() < 1e-12 && (again.at(1, 0) - 2.0).abs() < 1e-12);
    }
}
