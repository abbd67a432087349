// Quiet sounds, synthesised: a disc on wood, the ticks of flips, a pass, the end of a game; and a short vibration.

import { state } from './store.js';

/** @type {AudioContext | null} */
let audio = null;

/** Whether the user wants sound. Those who ask for less motion get none, unless they switch it on. */
const wanted = () => state.preferences.sound ?? !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** One damped tone. @param {AudioContext} context @param {{at: number, pitch: number, length: number, volume: number, kind?: OscillatorType}} tone */
function tone(context, { at, pitch, length, volume, kind = 'sine' }) {
  const source = new OscillatorNode(context, { type: kind, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  source.connect(gain).connect(context.destination);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.frequency.exponentialRampToValueAtTime(pitch * 0.7, at + length);
  source.start(at);
  source.stop(at + length + 0.02);
}

/** Runs a sound, once the browser permits it: after a first touch. @param {(context: AudioContext, now: number) => void} sound */
function play(sound) {
  if (!wanted() || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  try {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') void audio.resume();
    sound(audio, audio.currentTime + 0.01);
  } catch {
    // A machine without a sound device stays silent.
  }
}

/** A disc is placed and others flip. @param {number} flips @param {boolean} own */
export function soundMove(flips, own) {
  play((context, now) => {
    tone(context, { at: now, pitch: own ? 220 : 175, length: 0.09, volume: 0.16, kind: 'triangle' });
    for (let i = 0; i < Math.min(flips, 6); i++) tone(context, { at: now + 0.09 + i * 0.045, pitch: 620 + i * 40, length: 0.035, volume: 0.035 });
  });
  if (own && wanted()) navigator.vibrate?.(12);
}

export function soundPass() {
  play((context, now) => [330, 262].forEach((pitch, i) => tone(context, { at: now + i * 0.14, pitch, length: 0.16, volume: 0.08 })));
}

/** The end of a game. @param {number} result 1 for a win, −1 for a loss, 0 otherwise */
export function soundEnd(result) {
  const pitches = result > 0 ? [392, 494, 587, 784] : result < 0 ? [392, 349, 294] : [392, 392];
  play((context, now) => pitches.forEach((pitch, i) => tone(context, { at: now + 0.35 + i * 0.13, pitch, length: 0.32, volume: 0.09 })));
  if (wanted()) navigator.vibrate?.([20, 60, 20]);
}
