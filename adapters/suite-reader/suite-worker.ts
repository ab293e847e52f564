import { DomainError } from '../../domain/errors.ts';
import { apiSuiteProblems } from '../../domain/rehearsal/api-suite.ts';
import type { Suite } from '../../domain/rehearsal/suite.ts';
import { lowerPriority } from '../lib/low-priority.ts';
import { readSuite } from './read-suite.ts';

lowerPriority();

/** A suite, or what is wrong with its text. */
export type SuiteReading = { readonly suite: Suite } | { readonly problems: readonly string[] };

/** Inside the thread: reads a suite that the API holds. */
export function read(text: string): SuiteReading {
  try {
    return { suite: readSuite(text, apiSuiteProblems) };
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'invalid') return { problems: error.reasons };
    throw error;
  }
}
