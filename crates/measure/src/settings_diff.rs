//! Compares settings: a job can only be resumed with the settings it was started with.

use serde::Serialize;

/// The name of the first setting that differs.
pub fn first_difference<T: Serialize>(one: &T, other: &T) -> Option<String> {
    let [one, other] = [one, other].map(|settings| serde_json::to_value(settings).ok());
    let (one, other) = (one?, other?);
    let mut names = one.as_object()?.keys();
    names.find(|name| one.get(*name) != other.get(*name)).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Two {
        a: u8,
        b: f64,
    }

    #[test]
    fn the_first_difference_is_named() {
        let settings = Two { a: 1, b: 0.5 };
        assert_eq!(first_difference(&settings, &Two { a: 1, b: 0.5 }), None);
        assert_eq!(first_difference(&settings, &Two { a: 1, b: 0.7 }), Some("b".to_owned()));
        assert_eq!(first_difference(&settings, &Two { a: 2, b: 0.7 }), Some("a".to_owned()));
    }
}
