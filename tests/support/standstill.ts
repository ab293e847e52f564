import { atEndOfTest } from './temporary.ts';

const LOOK_MS = 10;
/** Gap between two samples above which the process was stalled, in ms. */
const LATE_MS = 40;

/**
 * Tells how long this process stood still since it was called, as machines with other things to do make it: the sum of all
 * times longer than this. In milliseconds.
 */
export function standstill(lateMs = LATE_MS): () => number {
  let [looked, stood] = [performance.now(), 0];
  const look = (): number => {
    const gap = performance.now() - looked;
    looked += gap;
    return (stood += gap > lateMs ? gap : 0);
  };
  const looks = setInterval(look, LOOK_MS);
  atEndOfTest(() => clearInterval(looks));
  return look;
}
