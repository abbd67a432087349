//! The dense layer of the network is the same on every kernel.

use othellier_board::kernel::{Kernel, Scalar, Task, Tier};
use othellier_eval::patterns::net_kernel::{HIDDEN, INPUTS, NetKernel};
use proptest::prelude::*;

/// The dense layer of the evaluation network.
struct Dense<'a>(&'a [i16; INPUTS], &'a [[i16; 2 * HIDDEN]; INPUTS / 2], [i32; HIDDEN]);

impl Task for Dense<'_> {
    type Output = [i32; HIDDEN];

    fn run<K: Kernel>(self, kernel: K) -> [i32; HIDDEN] {
        kernel.dense(self.0, self.1, self.2)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn on_sums_of_products(
        inputs in any::<[i16; INPUTS]>(),
        weights in any::<[[i16; 2 * HIDDEN]; INPUTS / 2]>(),
        sums in any::<[i32; HIDDEN]>(),
    ) {
        let by_hand: [i32; HIDDEN] = std::array::from_fn(|hidden| {
            let product = |input: usize| {
                i64::from(inputs[input]) * i64::from(weights[input / 2][2 * hidden + input % 2])
            };
            ((0..INPUTS).map(product).sum::<i64>() + i64::from(sums[hidden])) as i32
        });
        prop_assert_eq!(Scalar.dense(&inputs, &weights, sums), by_hand);
        for tier in Tier::ALL {
            if let Some(found) = tier.run(Dense(&inputs, &weights, sums)) {
                prop_assert_eq!(found, by_hand, "{}", tier.name());
            }
        }
    }
}
