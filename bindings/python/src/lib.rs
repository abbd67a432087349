//! The extension module of the Python package `othellier`: a thin layer over the crates.
//!
//! A function here reads its arguments, calls a crate without the global interpreter lock, and returns
//! numbers, arrays, or the objects of the crate `wire` as dictionaries. What takes long runs on a thread of
//! its own, so that Ctrl-C can stop it (`interrupt`).

mod errors;
mod json;

mod interrupt;

mod any;
mod array;
mod values;

mod board;
mod game;
mod position;

mod batch;
mod outcome;
mod player;

mod archive;
mod chart;
mod experiment;
mod grid;
mod lab;
mod train;

use othellier_job::COMMIT;
use othellier_record::Format;
use othellier_wire::Version;
use pyo3::prelude::*;

/// The version, the commit, the kernel, the weights and the signature: the dictionary of `othellier version --json`.
///
/// >>> import othellier
/// >>> othellier.version()["type"]
/// 'version'
#[pyfunction]
fn version(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    json::to_python(py, &Version::current(COMMIT))
}

/// Everything that the modules of the package hand on.
#[pymodule]
fn _othellier(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("FORMATS", Format::ALL.map(Format::word).to_vec())?;
    module.add("IllegalMoveError", py.get_type::<errors::IllegalMoveError>())?;
    module.add("PlayerError", py.get_type::<errors::PlayerError>())?;
    module.add_class::<values::Board>()?;
    module.add_class::<values::Position>()?;
    module.add_class::<values::Game>()?;
    module.add_class::<game::Games>()?;
    module.add_class::<player::PyPlayer>()?;
    module.add_class::<batch::PyBoards>()?;
    module.add_class::<outcome::PyOutcomeModel>()?;
    module.add_class::<archive::Archive>()?;
    module.add_class::<archive::PyBook>()?;
    module.add_class::<chart::Figure>()?;
    macro_rules! functions {
        ($($function:path),* $(,)?) => {
            $(module.add_function(wrap_pyfunction!($function, module)?)?;)*
        };
    }
    functions!(
        version,
        board::square,
        board::square_name,
        board::_restore_board,
        game::read,
        game::write,
        game::_restore_game,
        player::search,
        player::solve,
        player::review,
        player::players,
        player::evaluators,
        player::_restore_player,
        batch::random_games,
        batch::replay,
        batch::canonical,
        batch::distinct,
        batch::legal_moves,
        batch::evaluate,
        outcome::load,
        grid::work,
        grid::grid_run,
        grid::grid_merge,
        grid::grid_submit,
        grid::grid_status,
        grid::grid_collect,
        lab::play_match,
        lab::play,
        lab::tournament,
        lab::balanced,
        lab::random,
        lab::elo,
        lab::sprt,
        lab::interval,
        lab::levels,
        chart::lines,
        chart::bars,
        chart::heat,
        experiment::experiments,
        experiment::run_experiment,
        experiment::experiment_tables,
        experiment::experiment_report,
        train::shard_files,
        train::read_shard,
        train::write_shard,
        train::is_validation,
        train::is_searched,
        train::forecast_bias,
        train::targets,
        train::geometry,
        train::pattern_indices,
        train::read_weights,
        train::write_weights,
        train::evaluate_weights,
    );
    Ok(())
}
