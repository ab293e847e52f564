import type { SuitePlan } from '../../application/runtime/rehearsal/suite-plan.ts';
import { PUBLISHED_CONVERSATIONS_MAX } from '../../domain/rehearsal/rehearsal-run.ts';
import { ApiRefusal, type InstallationApi } from '../lib/installation-api.ts';

/** The suite of an installation under which runs are published. */
export interface PublishedSuite {
  readonly suiteId: string;
  /** What limits what its runs mean there. */
  readonly remarks: readonly string[];
}

/** A suite that is about to be held. */
export interface SuiteToPublish {
  readonly file: string;
  readonly title: string;
  readonly source: string;
  /** Conversations of all sides. */
  readonly conversations: number;
  readonly agent: SuitePlan['agent'];
  /** What the person names. */
  readonly suiteId: string | null;
}

/** More suites than an organisation may have. */
const SUITES = 500;

type Api = Pick<InstallationApi, 'json' | 'post'>;

interface StoredSuite {
  readonly suite_id: string;
  readonly title: string;
  readonly source: string;
}

/**
 * The stored suite of this title and agent, or the named one; a missing one is stored. Throws an error that says what to do
 * before any conversation is held in vain.
 */
export async function publishedSuite(api: Api, wanted: SuiteToPublish): Promise<PublishedSuite> {
  const { file, conversations, suiteId } = wanted;
  if (conversations > PUBLISHED_CONVERSATIONS_MAX)
    throw new Error(
      `${file} has ${conversations} conversations, and a published run at most ${PUBLISHED_CONVERSATIONS_MAX}: lower --runs, or select some with --only`,
    );
  const stored = suiteId === null ? await ownSuite(api, wanted) : await read(api, suiteId);
  const isSame = stored.source === wanted.source;
  return {
    suiteId: stored.suite_id,
    remarks: isSame ? [] : [`The suite in the console has another text than ${file}, which was held.`],
  };
}

async function ownSuite(api: Api, { file, title, source, agent }: SuiteToPublish): Promise<StoredSuite> {
  if (!agent.installed)
    throw new Error(`The agent of ${file} has no id in an installation: pass the suite of its console as --suite-id`);
  const { agent_id } = agent.installed;
  const { suites } = await api.json<{ suites: readonly Omit<StoredSuite, 'source'>[] }>(
    `/rehearsal-suites?agent_id=${encodeURIComponent(agent_id)}&limit=${SUITES}`,
  );
  const [found, another] = suites.filter((suite) => suite.title === title);
  if (found && another) throw new Error(`The agent has several suites called ${title}: pass one as --suite-id`);
  if (found) return read(api, found.suite_id);
  return api.post<StoredSuite>('/rehearsal-suites', { agent_id, source }).catch((error: unknown) => {
    if (!(error instanceof ApiRefusal)) throw error;
    throw new Error(`${file} cannot be stored as a suite: ${error.message}`, { cause: error });
  });
}

const read = (api: Api, id: string): Promise<StoredSuite> => api.json(`/rehearsal-suites/${encodeURIComponent(id)}`);
