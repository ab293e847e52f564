import { withShortWait } from './eventually.ts';

/** A contract is data: a sentence, and the check that it holds for a fresh subject. */
export type Contract<T> = Readonly<Record<string, (subject: T) => Promise<void>>>;

/** Registers every promise as a test of this implementation. An exemption needs its reason. */
export function keeps<T>(contract: Contract<T>, make: () => T | Promise<T>, exempt: Record<string, string> = {}): void {
  for (const [promise, check] of Object.entries(contract))
    if (exempt[promise] !== undefined) it.skip(`${promise} (skipped: ${exempt[promise]})`);
    else it(promise, async () => check(await make()));
}

/**
 * A promise that cannot be broken proves nothing: at least one saboteur must break each. Nor does a saboteur that breaks
 * nothing: each must break at least one promise.
 */
export function bites<T>(contract: Contract<T>, ...saboteurs: (() => T | Promise<T>)[]): void {
  const harmful = new Set<() => T | Promise<T>>();
  const breaks = async (make: () => T | Promise<T>, check: (subject: T) => Promise<void>): Promise<boolean> => {
    const isBroken = await isBrokenBy(check, await make());
    if (isBroken) harmful.add(make);
    return isBroken;
  };
  for (const [promise, check] of Object.entries(contract))
    it(`bites: ${promise}`, async () => {
      // Those first that have broken none yet.
      for (const make of saboteurs.toSorted((a, b) => Number(harmful.has(a)) - Number(harmful.has(b))))
        if (await breaks(make, check)) return;
      throw new Error(`no saboteur breaks the promise: ${promise}`);
    });
  it('bites: each saboteur breaks a promise', async () => {
    // The tests above tried most of them.
    for (const make of saboteurs)
      for (const check of Object.values(contract)) if (!harmful.has(make)) await breaks(make, check);
    const harmless = saboteurs.flatMap((make, place) => (harmful.has(make) ? [] : [nameOf(make, place)]));
    if (harmless.length > 0) throw new Error(`saboteurs that break no promise: ${harmless.join(', ')}`);
  });
}

const nameOf = (make: { readonly name: string }, place: number): string => make.name || `number ${place + 1}`;

/** A wait that takes longer than this counts as a broken promise. Genuine subjects take a few ms. */
const BROKEN_AFTER_MS = 1_000;

async function isBrokenBy<T>(check: (subject: T) => Promise<void>, subject: T): Promise<boolean> {
  try {
    await withShortWait(BROKEN_AFTER_MS, () => check(subject));
    return false;
  } catch {
    return true;
  }
}
