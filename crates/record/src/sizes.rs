//! Without the feature `sizes` games are on 8×8: [`AnyGame`](crate::AnyGame) has one variant, and whatever
//! asks for the size of a board finds this one only.

/// Passes the list of sizes to a macro, as [`othellier_board::each_size`] does.
#[macro_export]
macro_rules! each_size {
    ($($name:tt)::+ $(, $($given:tt)*)?) => {
        $($name)::+! { [8 Eight] $($($given)*)? }
    };
}

/// Runs an expression with a type name standing for the size, as [`othellier_board::with_size`] does.
#[macro_export]
macro_rules! with_size {
    ($asked:expr, $size:ident => $body:expr) => {
        $crate::with_size_of!([8 Eight] $asked, $size => $body)
    };
}
