import { shortWait } from './eventually.ts';

/** A contract is data: a sentence, and the check that it holds for a fresh subject. */
export type Contract<T> = Readonly<Record<string, (subject: T) => Promise<void>>>;

/** Registers every promise as a test of this implementation. An exemption needs its reason. */
export function keeps<T>(contract: Contract<T>, make: () => T | Promise<T>, exempt: Record<string, string> = {}): void {
  for (const [promise, check] of Object.entries(contract))
    if (exempt[promise] !== undefined) it.skip(`${promise} (skipped: ${exempt[promise]})`);
    else it(promise, async () => check(await make()));
}

/** A promise that cannot be broken proves nothing: at least one saboteur must break each. */
export function bites<T>(contract: Contract<T>, ...saboteurs: (() => T | Promise<T>)[]): void {
  for (const [promise, check] of Object.entries(contract))
    it(`bites: ${promise}`, async () => {
      const broken = await Promise.all(saboteurs.map(async (make) => isBrokenBy(check, await make())));
      if (!broken.includes(true)) throw new Error(`no saboteur breaks the promise: ${promise}`);
    });
}

/** A wait that takes longer than this counts as a broken promise. Genuine subjects take a few ms. */
const BROKEN_AFTER_MS = 2_000;

async function isBrokenBy<T>(check: (subject: T) => Promise<void>, subject: T): Promise<boolean> {
  try {
    await shortWait.run(BROKEN_AFTER_MS, () => check(subject));
    return false;
  } catch {
    return true;
  }
}
