//! Embeds the manual: `manual/` has a link to every file and folder of the repository that is part of it.

fn main() -> std::io::Result<()> {
    let parts = [".md", ".svg", ".png", ".toml", ".txt", ".json"];
    othellier_embed::table("manual", |path| parts.iter().any(|part| path.ends_with(part)))
}
