// The sound of an event: a soft knock on wood, synthesized here. It is off by default.

import { settings } from "./settings.svelte";

let audio: AudioContext | undefined;

export function knock(pitch = 1) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const wood = audio.createOscillator();
  const loudness = audio.createGain();
  wood.type = "triangle";
  wood.frequency.setValueAtTime(420 * pitch, now);
  wood.frequency.exponentialRampToValueAtTime(160 * pitch, now + 0.08);
  loudness.gain.setValueAtTime(0.25, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.14);
  wood.connect(loudness).connect(audio.destination);
  wood.start(now);
  wood.stop(now + 0.15);
}
