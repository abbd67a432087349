//! The examples of `docs/api.md` are answers of the server.

use serde_json::Value;

use crate::common::check_example;

#[tokio::test]
async fn every_example_of_the_manual_is_an_answer() {
    let page = include_str!("../../../../docs/api.md");
    let blocks = page.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut checked = 0;
    for block in blocks {
        let example: Value = serde_json::from_str(block).expect(block);
        // The others are requests.
        if example.get("type").is_some() || example.get("error").is_some() {
            check_example(&example).await;
            checked += 1;
        }
    }
    assert!(checked >= 8, "{checked}");
}
