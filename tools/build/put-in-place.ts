import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Moves a draft to its place and removes what was there, unless that is good: services that are started together build at
 * the same time, and the first of them may run from its build already. What is kept moves from the former content to the
 * new one.
 */
export async function putInPlace(
  draft: string,
  place: string,
  isGood: () => Promise<boolean>,
  kept: readonly string[] = [],
): Promise<void> {
  if (await isGood()) return;
  const former = `${draft}-former`;
  await rename(place, former).catch(unless('ENOENT'));
  await rename(draft, place).catch(unless('ENOTEMPTY'));
  for (const name of kept)
    await rename(join(former, name), join(place, name)).catch(unless('ENOENT', 'ENOTEMPTY', 'EEXIST'));
  await rm(former, { recursive: true, force: true });
}

const unless =
  (...expected: readonly string[]) =>
  (error: NodeJS.ErrnoException): void => {
    if (!expected.includes(error.code ?? '')) throw error;
  };
