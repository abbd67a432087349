//! Whole evolutions: the same on any number of threads and after any interruption.

use std::marker::PhantomData;
use std::num::NonZeroUsize;

use othellier_board::Four;
use othellier_eval::classic::Genome;
use othellier_measure::evolve::{
    Arena, Breeding, Control, Crossover, Evolution, EvolutionError, Law, Mutation, Renewal, State,
};
use othellier_play::StopSignal;
use othellier_spec::Access;

/// Small and quick: one ply on 4×4.
fn evolution(threads: usize) -> Evolution<Four> {
    Evolution {
        arena: Arena {
            player: "alphabeta(depth=1)".parse().unwrap(),
            genome: Genome::default(),
            openings: 2,
            random_plies: 2,
            access: Access::Sealed,
            threads: NonZeroUsize::new(threads).unwrap(),
        },
        breeding: Breeding {
            elite: 1,
            law: Law::Power(4.0),
            crossover: Crossover::TwoPoint,
            crossover_rate: 0.7,
            mutation: Mutation::Replace,
            mutation_rate: 0.05,
            range: -20..=20,
        },
        population: 6,
        renewal: Some(Renewal { every: 2, count: 1, restart: false }),
        seed: 11,
        size: PhantomData,
    }
}

fn environment() -> Vec<Control> {
    ["random", "alphabeta(depth=1, eval=discs)"]
        .map(|spec| Control::Player(spec.parse().unwrap()))
        .to_vec()
}

fn advance(evolution: &Evolution<Four>, state: &mut State, generations: usize) {
    for _ in 0..generations {
        assert_eq!(evolution.advance(state, &StopSignal::default(), &mut |_| ()), Ok(true));
    }
}

#[test]
fn it_is_the_same_on_any_number_of_threads_and_in_any_number_of_pieces() {
    let mut whole = evolution(1).start_at_random(environment());
    assert_eq!(evolution(1).check(&whole), Ok(()));
    advance(&evolution(1), &mut whole, 5);
    assert_eq!(whole.history.len(), 5);
    let mut pieces = evolution(3).start_at_random(environment());
    for _ in 0..5 {
        // An interruption leaves only the state.
        let mut saved = pieces.clone();
        advance(&evolution(3), &mut saved, 1);
        pieces = saved;
    }
    assert_eq!(pieces, whole);
    let other = Evolution { seed: 12, ..evolution(1) };
    assert_ne!(other.start_at_random(environment()), evolution(1).start_at_random(environment()));
}

#[test]
fn the_environment_is_renewed_with_the_best() {
    let mut state = evolution(2).start_from_genome(environment());
    assert_eq!(state.population[0], Genome::default().genes());
    advance(&evolution(2), &mut state, 4);
    let renewed: Vec<bool> = state.history.iter().map(|generation| generation.renewed).collect();
    assert_eq!(renewed, [false, true, false, true]);
    // The two first control players are replaced, the oldest first.
    let best = |number: usize| Control::Genes(state.history[number].genes.clone());
    assert_eq!(state.environment, [best(1), best(3)]);
}

#[test]
fn a_restart_keeps_only_the_elite() {
    let renewal = Some(Renewal { every: 1, count: 1, restart: true });
    let evolution = Evolution { renewal, ..evolution(1) };
    let mut state = evolution.start_from_genome(environment());
    let before = state.population.clone();
    advance(&evolution, &mut state, 1);
    assert_eq!(state.population[0], state.history[0].genes);
    assert!(state.population[1..].iter().all(|one| !before.contains(one)));
}

#[test]
fn a_stop_changes_nothing() {
    let mut state = evolution(1).start_at_random(environment());
    let before = state.clone();
    let stop = StopSignal::default();
    stop.stop();
    assert_eq!(evolution(1).advance(&mut state, &stop, &mut |_| ()), Ok(false));
    assert_eq!(state, before);
}

#[test]
fn invalid_settings_are_refused_before_the_first_game() {
    let state = evolution(1).start_at_random(environment());
    let odd = Evolution { population: 5, ..evolution(1) };
    assert_eq!(odd.check(&state), Err(EvolutionError::Odd { population: 5 }));
    let more = Evolution { population: 8, ..evolution(1) };
    assert_eq!(more.check(&state), Err(EvolutionError::OtherState));
    let mut lived = state.clone();
    advance(&evolution(1), &mut lived, 1);
    assert_eq!(evolution(1).check(&lived), Ok(()));
    lived.history[0].genes.pop();
    assert_eq!(evolution(1).check(&lived), Err(EvolutionError::OtherState));
    let mut all_elite = evolution(1);
    all_elite.breeding.elite = 6;
    let refused = all_elite.check(&state);
    assert_eq!(refused, Err(EvolutionError::Elite { elite: 6, population: 6 }));
    let mut empty = state.clone();
    empty.environment.clear();
    assert_eq!(evolution(1).check(&empty), Err(EvolutionError::NoControl));
    empty.environment.push(Control::Player("human".parse().unwrap()));
    let person = EvolutionError::Person { name: "human".to_owned() };
    assert_eq!(evolution(1).check(&empty), Err(person));
    let mut judged = evolution(1);
    judged.arena.player = "pvs(eval=discs)".parse().unwrap();
    assert!(matches!(judged.check(&state), Err(EvolutionError::Spec(_))));
    judged.arena.player = "random".parse().unwrap();
    assert!(matches!(judged.check(&state), Err(EvolutionError::Spec(_))));
}

/// A mock engine that crashes must not count as a weak opponent.
#[cfg(unix)]
#[test]
fn a_control_player_that_fails_ends_the_evolution() {
    let control = Control::Player("gtp(cmd=false)".parse().unwrap());
    let mut evolution = evolution(1);
    evolution.arena.access = Access::Full;
    let mut state = evolution.start_at_random(vec![control]);
    let lived = evolution.advance(&mut state, &StopSignal::default(), &mut |_| {});
    assert!(matches!(lived, Err(EvolutionError::Fault { .. })), "{lived:?}");
}
