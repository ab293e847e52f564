import { busy } from '../domain/errors.ts';

/** Most attempts of one conditional write. In each that fails, another writer succeeded. */
const ATTEMPTS_MAX = 200;

/**
 * Repeats a step that reads, decides and writes on condition, until it answers something other than `again`: another
 * writer was faster. After 200 attempts throws `busy` with the message, or answers what `otherwise` does.
 */
export async function retryOnConflict<T>(
  otherwise: string | (() => T),
  step: (attempt: number) => Promise<T | 'again'>,
): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const result = await step(attempt);
    if (result !== 'again') return result;
  }
  if (typeof otherwise === 'string') throw busy(otherwise);
  return otherwise();
}
