//! Embeds the files of `page/`, without those that only the checks need.

fn main() -> std::io::Result<()> {
    othellier_embed::table("page", |path| !path.ends_with(".d.ts") && !path.contains("LICENSE"))
}
