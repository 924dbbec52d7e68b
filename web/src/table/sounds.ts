/** Small sounds, made on the spot. Nothing sounds unless the person has switched it on. */

import { currentSettings } from "../settings.svelte";

type Sound = "card" | "claim" | "turn" | "end";

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!currentSettings().sounds) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  SOUNDS[sound](context, context.currentTime);
}

const SOUNDS: Record<Sound, (context: AudioContext, at: number) => void> = {
  card: (context, at) => rustle(context, at, 0.09, 2600, 0.18),
  claim: (context, at) => {
    for (let knock = 0; knock < 3; knock += 1) rustle(context, at + knock * 0.11, 0.07, 420, 0.5);
  },
  turn: (context, at) => {
    // A steam whistle far away: two notes that slide a little.
    for (const pitch of [587, 740]) note(context, at, pitch, 0.32, 0.05, "triangle");
    for (const pitch of [587, 740]) note(context, at + 0.2, pitch * 1.12, 0.4, 0.05, "triangle");
  },
  end: (context, at) => {
    [392, 494, 587, 784].forEach((pitch, index) => note(context, at + index * 0.14, pitch, 0.9, 0.07, "sine"));
  },
};

function note(
  context: AudioContext,
  at: number,
  pitch: number,
  length: number,
  loudness: number,
  type: OscillatorType,
) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = type;
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.linearRampToValueAtTime(pitch * 1.02, at + length);
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.03);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}

/** Filtered noise: paper or wood, by its pitch. */
function rustle(context: AudioContext, at: number, length: number, pitch: number, loudness: number) {
  const samples = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const wave = samples.getChannelData(0);
  for (let i = 0; i < wave.length; i += 1) wave[i] = (Math.random() * 2 - 1) * (1 - i / wave.length) ** 2;
  const noise = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const volume = context.createGain();
  noise.buffer = samples;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  volume.gain.value = loudness;
  noise.connect(filter).connect(volume).connect(context.destination);
  noise.start(at);
}
