const TAPS = 47;
const MIDDLE = (TAPS - 1) / 2;

/** A half-band low-pass: what an 8 kHz line leaves of 16 kHz sound. */
const FILTER = Array.from({ length: TAPS }, (_, tap) => {
  const x = tap - MIDDLE;
  const ideal = x === 0 ? 0.5 : Math.sin((Math.PI * x) / 2) / (Math.PI * x);
  return ideal * (0.54 + 0.46 * Math.cos((Math.PI * x) / MIDDLE));
});

/** Sound at half its sample rate, without the frequencies that no longer fit. */
export const halved = (audio: Int16Array): Int16Array =>
  Int16Array.from({ length: audio.length >> 1 }, (_, at) =>
    FILTER.reduce((sum, weight, tap) => sum + weight * (audio[2 * at + tap - MIDDLE] ?? 0), 0),
  );
