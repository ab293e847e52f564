import { gainOfDb, RATE, randomFrom } from './voices.ts';

/** Passing vehicles: seconds between them, how long one is heard, and how far it rises above the rest, in dB. */
const VEHICLE = { everySecs: 5, secs: 4, db: 14 };
/** Horns of two tones, and clatter of doors and dishes. Levels above the rest, in dB. */
const HORN = { everySecs: 13, secs: 0.6, db: 16, hertz: [415, 523] };
const CLATTER = { everySecs: 3.7, strokes: 5, db: 20, decaySecs: 0.03, hertz: [1_900, 2_700, 4_300] };
const RUMBLE_HZ = 300;

/** A street with a café: noise whose level never rests, horns and clatter, without any voice. */
export function street(seconds: number): Float32Array {
  const random = randomFrom(23);
  const sound = traffic(seconds, random);
  const every = (interval: number, put: (at: number) => void): void => {
    for (let at = interval / 2; at < seconds - 2; at += interval * (0.7 + 0.6 * random())) put(Math.floor(at * RATE));
  };
  every(HORN.everySecs, (at) => addHorn(sound, at));
  every(CLATTER.everySecs, (at) => {
    for (let stroke = 0; stroke < CLATTER.strokes; stroke += 1)
      addStroke(sound, at + Math.floor((stroke + random()) * 0.13 * RATE), 0.4 + random());
  });
  return sound;
}

/** Low noise with an RMS of about 1 that swells with each vehicle. */
function traffic(seconds: number, random: () => number): Float32Array {
  const factor = 1 - Math.exp((-2 * Math.PI * RUMBLE_HZ) / RATE);
  const scale = 2 / Math.sqrt(factor);
  const passes: number[] = [];
  for (let at = 1; at < seconds; at += VEHICLE.everySecs * (0.5 + random())) passes.push(at);
  let low = 0;
  return new Float32Array(seconds * RATE).map((_, at) => {
    const white = random() + random() - 1;
    low += factor * (white - low);
    const now = at / RATE;
    const near = passes.reduce((most, pass) => Math.max(most, 1 - (2 * Math.abs(now - pass)) / VEHICLE.secs), 0);
    return scale * (low + 0.1 * white) * gainOfDb(VEHICLE.db * near);
  });
}

function addHorn(sound: Float32Array, from: number): void {
  const gain = gainOfDb(HORN.db) / 4;
  for (let at = 0; at < HORN.secs * RATE; at += 1) {
    const turn = (2 * Math.PI * at) / RATE;
    // Six harmonics, as a horn is anything but a pure tone.
    for (const hertz of HORN.hertz)
      for (let harmonic = 1; harmonic <= 6; harmonic += 1)
        sound[from + at]! += (gain * Math.sin(turn * hertz * harmonic)) / harmonic;
  }
}

function addStroke(sound: Float32Array, from: number, loudness: number): void {
  const gain = gainOfDb(CLATTER.db) * loudness;
  for (let at = 0; at < CLATTER.decaySecs * 6 * RATE; at += 1) {
    const turn = (2 * Math.PI * at) / RATE;
    const decay = gain * Math.exp(-at / (CLATTER.decaySecs * RATE));
    for (const hertz of CLATTER.hertz) sound[from + at]! += (decay * Math.sin(turn * hertz)) / CLATTER.hertz.length;
  }
}
