import { DomainError } from '../../domain/errors.ts';

/** The refusal that this rejects with. Any other result fails the test. */
export async function refusalOf(work: Promise<unknown>): Promise<DomainError> {
  const outcome = await work.catch((error: unknown) => error);
  if (outcome instanceof DomainError) return outcome;
  throw outcome instanceof Error ? outcome : new Error('nothing was refused');
}

/** The message of what this rejects with. Success fails the test. */
export const errorText = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => Promise.reject(new Error('It succeeded')),
    (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error)),
  );
