import type { Suite } from '../../domain/rehearsal/suite.ts';
import { fairReadings } from '../fair-readings.ts';
import type { SuiteReader } from '../ports/suite-reader.ts';

/** Reads a suite for a request of an organisation. Rejects with `limited` or `busy` when too many are being read. */
export type FairSuiteReader = (orgId: string, source: string) => Promise<Suite>;

/** Reads suites in turn, with a reader that all organisations share. */
export function fairSuiteReader({ suiteReader }: { readonly suiteReader: SuiteReader }): FairSuiteReader {
  const inTurn = fairReadings('suites');
  return (orgId, source) => inTurn(orgId, () => suiteReader(source));
}
