import { randomUUID } from 'node:crypto';
import { AtMost } from '../../application/at-most.ts';
import type { SuitePlan } from '../../application/runtime/rehearsal/suite-plan.ts';
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
import { persistently, type Pause } from './persistently.ts';
import type { PublishedSuite } from './published-suite.ts';

/** A suite that is about to be held, with one agent or with two. */
export interface RunToPublish extends Pick<RehearsalRun, 'runs' | 'seed' | 'only'> {
  readonly suite: PublishedSuite;
  readonly agents: readonly SideToPublish[];
  /** Conversations of all sides. */
  readonly conversations: number;
}

type SideToPublish = Pick<SuitePlan['agent'], 'title' | 'installed'> & { readonly level?: RehearsalRun['level'] };

interface Ports {
  readonly api: Pick<InstallationApi, 'base' | 'json' | 'post' | 'put' | 'putSound'>;
  readonly pause: Pause;
}

/** Conversations at the same time. Recordings go one after the other: each of them has the whole line. */
const AT_ONCE = 4;
/** After as many recordings that did not arrive, the others are not sent. */
const UNDELIVERED_MAX = 3;
/** Bounds of the API. */
const [TITLE_MAX, REMARK_MAX, REMARKS_MAX, NAME_MAX, NAMES_MAX, END_MAX] = [300, 500, 20, 200, 20, 100];

/** Statuses of recordings that are too large, or that have no sound. */
const NOT_TAKEN: readonly (number | null)[] = [413, 422];
/** Those of recordings that took too long, or during which the connection was lost. */
const UNDELIVERED: readonly (number | null)[] = [408, null];

type RunState = Pick<RehearsalRun, 'run_id' | 'state'>;

/**
 * The publication of a run, which begins before its first conversation: each one is published with its recording once it is
 * over. Every request is repeated when it has no answer, which publishes nothing twice. Recordings that the API does not take,
 * or that do not reach it in time, are left out with a remark.
 */
export class RunPublication {
  readonly #ports: Ports;
  readonly #wanted: RunToPublish;
  readonly #failing = new AbortController();
  readonly #conversations = new AtMost(AT_ONCE);
  readonly #recordings = new AtMost(1);
  readonly #work: Promise<void>[] = [];
  readonly #lost: string[] = [];
  #undelivered = 0;
  #runId: string | null = null;

  constructor(ports: Ports, wanted: RunToPublish) {
    this.#ports = ports;
    this.#wanted = wanted;
  }

  /** Begins the run. Rejects when it cannot be published. */
  async begin(): Promise<void> {
    const { api } = this.#ports;
    // The key says which run it is, however often it is sent.
    const begin = { publication_key: randomUUID(), ...beginOf(this.#wanted) };
    const path = `/rehearsal-suites/${this.#wanted.suite.suiteId}/published-runs`;
    this.#runId = (await this.#send(() => api.post<RunState>(path, begin))).run_id;
  }

  /** Publishes a conversation in the background. After a failure, which `finish` reports, the others are not published. */
  add(attempt: Attempt, side: RehearsalSideId, position: number): void {
    this.#work.push(this.#publish(attempt, side, position).catch((error: unknown) => this.#failing.abort(error)));
  }

  /** Sums the run up once all is published, and answers where the console shows it. On an error, the run is canceled. */
  async finish(results: readonly SuiteResult[]): Promise<string> {
    await Promise.all(this.#work);
    try {
      const remarks = results.flatMap((result) => result.remarks);
      const all = [...this.#wanted.suite.remarks, ...lostRecordings(this.#lost), ...remarks];
      await this.#sumUp(all, results[0]?.currency);
    } catch (error) {
      await this.cancel();
      throw error;
    }
    return `${this.#ports.api.base}/console/rehearsals/runs/${this.#runId}`;
  }

  /** Ends the publication, and cancels its run where the API answers. */
  async cancel(): Promise<void> {
    this.#failing.abort(new Error('The publication is over'));
    if (this.#runId !== null) await this.#ports.api.post(`${this.#path}/cancel`, {}).catch(() => undefined);
  }

  get #path(): string {
    return `/rehearsal-runs/${this.#runId}`;
  }

  #send<T>(request: () => Promise<T>): Promise<T> {
    return persistently(request, { pause: this.#ports.pause, signal: this.#failing.signal });
  }

  async #publish(attempt: Attempt, side: RehearsalSideId, position: number): Promise<void> {
    const place = `${this.#path}/conversations/${conversationId(side, position)}`;
    const [{ api }, { signal }] = [this.#ports, this.#failing];
    const conversation = conversationOf(attempt, side, position);
    await this.#conversations.run(() => this.#send(() => api.put(place, conversation, signal)));
    const recording = attempt.record?.recording ?? null;
    if (recording === null) return;
    const why = await this.#recordings.run(() => this.#publishRecording(`${place}/recording`, recording));
    if (why !== null) this.#lost.push(`${keyOf(attempt)}, run ${attempt.run}: ${why}`);
  }

  /** Answers why the recording is not kept. Null: it is. */
  async #publishRecording(path: string, recording: Uint8Array): Promise<string | null> {
    if (this.#undelivered >= UNDELIVERED_MAX) return 'others did not reach the API in time';
    try {
      await this.#send(() => this.#ports.api.putSound(path, recording, this.#failing.signal));
      return null;
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (NOT_TAKEN.includes(error.status)) return error.message;
      if (!UNDELIVERED.includes(error.status)) throw error;
      this.#undelivered += 1;
      return 'it did not reach the API in time';
    }
  }

  /** A repeated request is refused, as the run is over by then. */
  async #sumUp(remarks: readonly string[], currency: string | undefined): Promise<void> {
    const { api } = this.#ports;
    const all = [...new Set(remarks)].slice(0, REMARKS_MAX).map((remark) => cut(remark, REMARK_MAX));
    try {
      await this.#send(() => api.post(`${this.#path}/finish`, { remarks: all, currency }));
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.status !== 400) throw error;
      const { state } = await this.#send(() => api.json<RunState>(this.#path));
      if (state !== 'completed') throw error;
    }
  }
}

/** How the run begins. */
const beginOf = ({ runs, seed, only, agents, conversations }: RunToPublish) => ({
  ...{ level: agents[0]?.level ?? 'text', runs, seed, only },
  sides: agents.map(({ title, installed }) => ({
    title: cut(title, TITLE_MAX),
    ...(installed && { version: installed.version, is_draft: installed.is_draft }),
  })),
  conversations_total: conversations,
});

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

function lostRecordings([first, ...others]: readonly string[]): string[] {
  if (first === undefined) return [];
  const count = others.length + 1;
  return [`${count === 1 ? '1 recording was' : `${count} recordings were`} not kept, such as that of ${first}`];
}
