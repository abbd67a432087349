//! Ctrl-C.

use othellier_play::StopSignal;

/// The exit code of a command that Ctrl-C interrupted.
pub(crate) const INTERRUPTED: i32 = 130;

/// Exits after Ctrl-C, and kills the child processes of foreign engines.
pub(crate) fn interrupt() -> ! {
    othellier_play::end_foreign_engines();
    std::process::exit(INTERRUPTED)
}

/// A stop signal that Ctrl-C sets; a second Ctrl-C exits at once.
pub(crate) fn stop_on_ctrl_c() -> StopSignal {
    let stop = StopSignal::default();
    let on_ctrl_c = stop.clone();
    let _ = ctrlc::set_handler(
        move || if on_ctrl_c.is_stopped() { interrupt() } else { on_ctrl_c.stop() },
    );
    stop
}
