import { rename, rm } from 'node:fs/promises';

/**
 * Moves a draft to its place and removes what was there, unless that is good: services that are started together build at
 * the same time, and the first of them may run from its build already.
 */
export async function putInPlace(draft: string, place: string, isGood: () => Promise<boolean>): Promise<void> {
  if (await isGood()) return;
  const former = `${draft}-former`;
  await rename(place, former).catch(unless('ENOENT'));
  await rename(draft, place).catch(unless('ENOTEMPTY'));
  await rm(former, { recursive: true, force: true });
}

const unless =
  (expected: string) =>
  (error: NodeJS.ErrnoException): void => {
    if (error.code !== expected) throw error;
  };
