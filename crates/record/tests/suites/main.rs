//! Third-party games and problems, through every format and back. They are not part of the
//! repository.

#[path = "../../../board/tests/suites/runner.rs"]
mod runner;

mod archive;
mod human_games;
mod obf;

fn main() -> std::process::ExitCode {
    runner::run(&[
        ("the_archive_goes_through_every_format_and_back", archive::goes_through_every_format),
        ("without_names_the_numbers_survive", archive::without_names_the_numbers_survive),
        ("names_come_back_byte_by_byte", archive::names_come_back_byte_by_byte),
        ("the_same_games_in_three_formats_are_the_same", archive::three_formats_are_the_same),
        ("games_of_the_server_are_read_and_written", archive::games_of_the_server),
        ("two_hundred_human_games_are_read", human_games::two_hundred_are_read),
        ("the_suites_of_the_ffo_are_read_and_written", obf::suites_of_the_ffo),
        ("the_exact_positions_are_read_and_written", obf::exact_positions),
    ])
}
