import { createHash } from 'node:crypto';
import { AtMost } from '../../application/at-most.ts';
import type { LoadedAgent, VoiceAgent } from '../../application/runtime/rehearsal/suite-plan.ts';
import { cut } from '../../domain/bounded-text.ts';
import { amountText } from '../../domain/costs/money.ts';
import { keyOf, type Attempt, type SuiteResult } from '../../domain/rehearsal/attempt.ts';
import {
  conversationId,
  rehearsedConversation,
  type RehearsalSideId,
} from '../../domain/rehearsal/rehearsed-conversation.ts';
import type { RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';
import { ApiRefusal, type InstallationApi } from '../lib/installation-api.ts';
import { jsonReport } from './json-report.ts';
import { persistently } from './persistently.ts';
import type { PublishedSuite } from './published-suite.ts';

/** A suite that was held, with one agent or with two. */
export interface RunToPublish extends Pick<RehearsalRun, 'runs' | 'seed' | 'only'> {
  readonly suite: PublishedSuite;
  readonly sides: readonly [SideToPublish, SideToPublish | null];
}

interface SideToPublish {
  readonly result: SuiteResult;
  readonly agent: Pick<VoiceAgent, 'level' | 'installed'> | Pick<LoadedAgent, 'installed'>;
}

interface Ports {
  readonly api: Pick<InstallationApi, 'base' | 'json' | 'post' | 'put' | 'putSound'>;
  readonly pause: (ms: number) => Promise<void>;
}

/** Requests at the same time. */
const AT_ONCE = 4;
/** Bounds of the API. */
const [TITLE_MAX, REMARK_MAX, REMARKS_MAX, NAME_MAX, NAMES_MAX, END_MAX] = [300, 500, 20, 200, 20, 100];

/** Statuses of recordings that are too large, or that have no sound. */
const NOT_TAKEN: readonly (number | null)[] = [413, 422];

type RunState = Pick<RehearsalRun, 'run_id' | 'state' | 'error'>;

/**
 * Publishes a run with its recordings, and answers where the console shows it. Every request is repeated when it has no answer,
 * which publishes nothing twice. Recordings that the API does not take are left out with a remark.
 */
export async function publishRun(ports: Ports, wanted: RunToPublish): Promise<string> {
  const { api, pause } = ports;
  const begin = beginOf(wanted);
  const path = `/rehearsal-suites/${wanted.suite.suiteId}/published-runs`;
  const run = await persistently(() => api.post<RunState>(path, begin), pause);
  if (run.state === 'running') await publishContent(ports, `/rehearsal-runs/${run.run_id}`, wanted);
  else if (run.state !== 'completed')
    throw new Error(`The run was not published: it is ${run.state}. ${run.error ?? ''}`.trim());
  return `${api.base}/console/rehearsals/runs/${run.run_id}`;
}

const sidesOf = ({ sides }: RunToPublish): readonly SideToPublish[] => sides.filter((side) => side !== null);

/** How the run begins. Its key says which one it is, however often it is sent. */
function beginOf(wanted: RunToPublish) {
  const { runs, seed, only } = wanted;
  const sides = sidesOf(wanted);
  const [{ agent }] = wanted.sides;
  const report = jsonReport(sides.map(({ result }) => result));
  return {
    publication_key: createHash('sha256').update(report).digest('hex'),
    ...{ level: 'level' in agent ? agent.level : 'text', runs, seed, only },
    sides: sides.map(({ result, agent: { installed } }) => ({
      title: cut(result.agent, TITLE_MAX),
      ...(installed && { version: installed.version, is_draft: installed.is_draft }),
    })),
    conversations_total: sides.reduce((sum, { result }) => sum + result.attempts.length, 0),
  };
}

/** Publishes all conversations with their recordings, and sums them up. */
async function publishContent(ports: Ports, path: string, wanted: RunToPublish): Promise<void> {
  const limited = new AtMost(AT_ONCE);
  const lost: string[] = [];
  const sides = sidesOf(wanted);
  const publish = async (attempt: Attempt, side: RehearsalSideId, position: number): Promise<void> => {
    const place = `${path}/conversations/${conversationId(side, position)}`;
    await persistently(() => ports.api.put(place, conversationOf(attempt, side, position)), ports.pause);
    lost.push(...(await publishRecording(ports, `${place}/recording`, attempt)));
  };
  await Promise.all(
    sides.flatMap(({ result }, at) =>
      result.attempts.map((attempt, index) => limited.run(() => publish(attempt, at === 0 ? 'a' : 'b', index + 1))),
    ),
  );
  const remarks = [...wanted.suite.remarks, ...lostRecordings(lost), ...sides.flatMap(({ result }) => result.remarks)];
  await finish(ports, path, remarks, wanted.sides[0].result.currency);
}

/** A conversation as the API takes it. */
function conversationOf(attempt: Attempt, side: RehearsalSideId, position: number) {
  const { conversation, detail } = rehearsedConversation(attempt, { org_id: '', run_id: '', side, position });
  const { title, persona, run, seed, verdict, problems, ended, stopped, length_ms, turns, latencies_ms } = conversation;
  return {
    ...{ title, persona, run, seed, verdict, problems, stopped, length_ms, turns, latencies_ms },
    ended: ended && cut(ended, END_MAX),
    cost: amountText(conversation.amount),
    unpriced: conversation.unpriced.slice(0, NAMES_MAX).map((name) => cut(name, NAME_MAX)),
    ...detail,
  };
}

/** Publishes the recording of a conversation, if there is one. Answers why it is not taken, if it is not. */
async function publishRecording({ api, pause }: Ports, path: string, attempt: Attempt): Promise<readonly string[]> {
  const recording = attempt.record?.recording ?? null;
  if (recording === null) return [];
  try {
    await persistently(() => api.putSound(path, recording), pause);
    return [];
  } catch (error) {
    if (!(error instanceof ApiRefusal) || !NOT_TAKEN.includes(error.status)) throw error;
    return [`${keyOf(attempt)}, run ${attempt.run}: ${error.message}`];
  }
}

function lostRecordings([first, ...others]: readonly string[]): string[] {
  if (first === undefined) return [];
  const count = others.length + 1;
  return [`${count === 1 ? '1 recording was' : `${count} recordings were`} not kept, such as that of ${first}`];
}

/** Sums the run up. A repeated request is refused, as the run is over by then. */
async function finish(
  { api, pause }: Ports,
  path: string,
  remarks: readonly string[],
  currency: string,
): Promise<void> {
  const all = [...new Set(remarks)].slice(0, REMARKS_MAX).map((remark) => cut(remark, REMARK_MAX));
  try {
    await persistently(() => api.post(`${path}/finish`, { remarks: all, currency }), pause);
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status !== 400) throw error;
    const { state } = await persistently(() => api.json<RunState>(path), pause);
    if (state !== 'completed') throw error;
  }
}
