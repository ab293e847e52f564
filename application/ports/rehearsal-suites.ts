import type { RehearsalSuite } from '../../domain/rehearsal/rehearsal-suite.ts';

/** Which suites are wanted. */
export interface SuiteFilter {
  readonly agent_id?: string;
}

/** For storing suites of simulated callers. Suites of other organisations are not found. */
export interface RehearsalSuiteRepository {
  add(suite: RehearsalSuite): Promise<void>;
  find(orgId: string, suiteId: string): Promise<RehearsalSuite | null>;
  /** One page of the wanted suites of an organisation, by title. */
  list(
    orgId: string,
    wanted: SuiteFilter,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<RehearsalSuite[]>;
  count(orgId: string, wanted: SuiteFilter): Promise<number>;
  /** Replaces the given fields of a suite as it was seen: the changed suite, or null when it has another revision. */
  change(
    seen: Pick<RehearsalSuite, 'org_id' | 'suite_id' | 'revision'>,
    changes: Partial<RehearsalSuite>,
  ): Promise<RehearsalSuite | null>;
  /** Removes a suite and returns whether it existed. */
  remove(orgId: string, suiteId: string): Promise<boolean>;
}
