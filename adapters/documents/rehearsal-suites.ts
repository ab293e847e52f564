import type { RehearsalSuiteRepository } from '../../application/ports/rehearsal-suites.ts';
import type { RehearsalSuite } from '../../domain/rehearsal/rehearsal-suite.ts';
import type { DocumentStore } from './collection.ts';

/** Suites of simulated callers as documents. */
export async function documentRehearsalSuites(store: DocumentStore): Promise<RehearsalSuiteRepository> {
  const suites = await store.open<RehearsalSuite>({
    name: 'rehearsal_suites',
    indexes: [
      { name: 'by_id', fields: ['suite_id'], unique: true },
      { name: 'by_title', fields: ['org_id', 'title'] },
    ],
  });
  return {
    add: (suite) => suites.insert(suite),
    find: (org_id, suite_id) => suites.findOne({ org_id, suite_id }),
    list: (org_id, wanted, page) => suites.find({ org_id, ...wanted }, { ...page, sort: { title: 'asc' } }),
    count: (org_id, wanted) => suites.count({ org_id, ...wanted }),
    change: ({ org_id, suite_id, revision }, changes) => suites.change({ org_id, suite_id, revision }, changes),
    remove: async (org_id, suite_id) => (await suites.remove({ org_id, suite_id })) > 0,
  };
}
