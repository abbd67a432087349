//! For each square, the squares that lie beyond it in each direction.

/// Eight rays of a square: four that lead to higher bits, then four that lead to lower bits.
#[repr(C, align(64))]
pub(super) struct Rays {
    /// East, south, south-west, south-east.
    pub(super) up: [u64; 4],
    /// West, north, north-east, north-west.
    pub(super) down: [u64; 4],
}

/// Steps of one square along the four axes: the bits from a square to the next.
#[cfg(target_arch = "x86_64")]
pub(super) const STEPS: [u32; 4] = [1, 8, 7, 9];

/// The rays of every square: 4 KiB.
pub(super) static RAYS: [Rays; 64] = {
    let mut table = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Rays {
            up: [ray(square, 1, 0), ray(square, 0, 1), ray(square, -1, 1), ray(square, 1, 1)],
            down: [ray(square, -1, 0), ray(square, 0, -1), ray(square, 1, -1), ray(square, -1, -1)],
        };
        square += 1;
    }
    table
};

const fn ray(square: usize, columns: i32, rows: i32) -> u64 {
    let (mut column, mut row) = (square as i32 % 8 + columns, square as i32 / 8 + rows);
    let mut ray = 0;
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        ray |= 1 << (row * 8 + column);
        column += columns;
        row += rows;
    }
    ray
}
