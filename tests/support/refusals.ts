import { DomainError } from '../../domain/errors.ts';

/** The refusal this ends with. Anything else, also success, fails the test. */
export async function refusalOf(work: Promise<unknown>): Promise<DomainError> {
  const outcome = await work.catch((error: unknown) => error);
  if (outcome instanceof DomainError) return outcome;
  throw outcome instanceof Error ? outcome : new Error('nothing was refused');
}
