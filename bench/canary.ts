import { informationPerCall } from '../domain/agents/canary-evidence.ts';
import { FALSE_ALARMS, type CanaryMeasure } from '../domain/agents/canary-measures.ts';
import { always, median, partOf, rollBacks, type Rates } from '../tests/domain/agents/canary-histories.ts';
import { say } from './print.ts';

/**
 * What the sequential test of canaries does in simulated histories: false alarms where both versions are the same, and calls
 * until a version with more early hang-ups is rolled back.
 */
const HISTORIES = 1_000;
const SHARES = [0.1, 0.2, 0.5] as const;
const percent = (part: number): string => `${Math.round(part * 1_000) / 10} %`;

const ALL = {
  ...{ early_hang_up: always(0.1), failed: always(0.02), unsuccessful: always(0.3) },
  ...{ interrupted: always(0.5), slow: always(0.5) },
} satisfies Record<CanaryMeasure, Rates>;
const byHour: Rates['published'] = (time) => 0.2 + 0.18 * Math.sin(time * 40);

say(`False alarms of ${HISTORIES} histories, a look after each call`);
for (const share of SHARES) {
  const all = partOf(rollBacks({ share, calls: 2_000, rates: ALL }, HISTORIES, 11));
  const hours = { early_hang_up: { published: byHour, canary: byHour } };
  const varying = partOf(rollBacks({ share, calls: 2_000, rates: hours }, HISTORIES, 12));
  say(`  share ${percent(share)}: ${percent(all)} by all measures in 2,000 calls`);
  say(`    ${percent(varying)} by early hang-ups whose rate goes from 2 to 38 % and back with the hour`);
}

say(
  `\nCalls of both versions until a version with more early hang-ups is rolled back, median of ${HISTORIES} histories`,
);
for (const [published, canary] of [
  [0.02, 0.22],
  [0.05, 0.25],
  [0.1, 0.3],
  [0.2, 0.4],
  [0.3, 0.5],
  [0.5, 0.7],
  [0.1, 0.12],
  [0.2, 0.24],
  [0.3, 0.36],
  [0.5, 0.6],
  [0.7, 0.84],
] as const) {
  const cells = SHARES.map((share) => {
    const rates = { early_hang_up: always(published, canary) };
    const bound = Math.log(1 / FALSE_ALARMS.early_hang_up) / informationPerCall(share, published, canary);
    const most = Math.ceil(bound * 4);
    const found = rollBacks({ share, calls: most, rates }, bound > 2_000 ? HISTORIES / 10 : HISTORIES, 13);
    const within = percent(found.filter((calls) => calls <= 400).length / found.length);
    return `${percent(share)}: ${median(found)} (bound ${Math.round(bound)}; ${within} within 400)`;
  });
  say(`  ${percent(published)} to ${percent(canary)}: ${cells.join(', ')}`);
}
