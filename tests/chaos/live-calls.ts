import { setTimeout } from 'node:timers/promises';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { serverMessage } from '../../adapters/media/protocols/rtvi.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import type { joinPlatform } from '../support/platform.ts';
import { seeded, type Chance } from '../simulation/chance.ts';
import { TERMINAL_MS, type LiveCall, type Question } from './records.ts';

type User = Awaited<ReturnType<typeof joinPlatform>>;

/** Questions of a call, and between them, in ms. */
const [QUESTIONS, BETWEEN_MS] = [4, 12_000] as const;
/** Longer than any answer takes that will come at all, in ms. */
const LATEST_ANSWER_MS = 20_000;
/** How long a log is watched after the end of its call, and after which time one that is `initiated` stays so, in ms. */
const [WATCHED_MS, REGISTERED_MS] = [300_000, 120_000] as const;
/** Between two looks at logs that are not terminal yet, in ms: frequent ones, and others. */
const [LOOK_MS, RARE_LOOK_MS] = [1_000, 5_000] as const;
/** How long a caller waits who could not connect, in ms: at once again, many of them would keep what comes back from coming back. */
const [AGAIN_FROM_MS, AGAIN_TO_MS] = [3_000, 10_000] as const;

/** Looks are frequent at first and around the promised time: rare ones would show a log as later than it was. */
const isFrequent = (sinceEnd: number): boolean =>
  sinceEnd < 10_000 || (sinceEnd > TERMINAL_MS - 15_000 && sinceEnd < TERMINAL_MS + 5_000);

/** Callers with one call at a time each, and another after it, until `stop`. */
export class LiveCalls {
  readonly all: LiveCall[] = [];
  readonly #user: User;
  readonly #chance: Chance;
  #isOver = false;

  constructor(user: User, seed: number) {
    this.#user = user;
    this.#chance = seeded(seed);
  }

  /** Resolves when every caller has stopped and every log was seen to be terminal, or a log was not for too long. */
  async play(callers: number): Promise<void> {
    await Promise.all(Array.from({ length: callers }, () => this.#callAgain()));
  }

  /** How many calls are live. */
  get live(): number {
    return this.all.filter(({ until }) => until === Infinity).length;
  }

  stop(): void {
    this.#isOver = true;
  }

  /** The process that a call began in, as its log says. */
  began(callId: string, process: string): void {
    const call = this.all.find((each) => each.callId === callId);
    if (call) call.process = process;
  }

  async #callAgain(): Promise<void> {
    const watched: Promise<void>[] = [];
    while (!this.#isOver) {
      await setTimeout(this.#chance.between(0, 3_000));
      // An API or a runtime that goes away refuses calls. The caller tries again.
      const registered = await this.#user.register().catch(() => null);
      if (registered === null) {
        await this.#waitAgain();
        continue;
      }
      const call: LiveCall = {
        ...{ callId: registered.callId, from: performance.now(), until: Infinity, hasHungUp: false },
        ...{ questions: [], process: null, terminalAt: null, neverConnected: false },
      };
      this.all.push(call);
      const isConnected = await this.#talk(call, registered.socket).then(
        () => true,
        () => false,
      );
      call.until = performance.now();
      watched.push(this.#watch(call));
      if (!isConnected) await this.#waitAgain();
    }
    await Promise.all(watched);
  }

  #waitAgain(): Promise<void> {
    return setTimeout(this.#chance.between(AGAIN_FROM_MS, AGAIN_TO_MS));
  }

  async #talk(call: LiveCall, socket: string): Promise<void> {
    const caller = await SyntheticCaller.join(socket);
    const closed = caller.closed.then(() => 'closed' as const);
    for (let place = 0; place < QUESTIONS; place += 1) {
      if ((await Promise.race([closed, setTimeout(this.#chance.between(1_000, BETWEEN_MS), 'time')])) === 'closed')
        return;
      const question: Question = { at: performance.now(), answeredAt: null };
      call.questions.push(question);
      caller.send(serverMessage('send-text', { content: 'what are your opening hours' }, String(place)));
      await caller
        .waitFor(({ type }) => type === 'bot-started-speaking', LATEST_ANSWER_MS, question.at)
        .then(() => (question.answeredAt = performance.now()))
        .catch(() => undefined);
    }
    if ((await Promise.race([closed, setTimeout(BETWEEN_MS, 'time')])) === 'closed') return;
    call.hasHungUp = true;
    await caller.hangUp();
  }

  async #watch(call: LiveCall): Promise<void> {
    const end = performance.now();
    const sinceEnd = (): number => performance.now() - end;
    // Calls that no runtime took are as many as all others while processes come back. Their logs do not change.
    while (call.process === null && sinceEnd() <= REGISTERED_MS) await setTimeout(LOOK_MS);
    while (sinceEnd() < WATCHED_MS) {
      const log = await this.#user.api.ask<CallLog>('GET', `/calls/${call.callId}`).catch(() => null);
      if (log && !isLive(log.status)) {
        call.terminalAt = performance.now();
        return;
      }
      call.neverConnected = log?.status === 'initiated' && sinceEnd() > REGISTERED_MS;
      if (call.neverConnected) return;
      await setTimeout(isFrequent(sinceEnd()) ? LOOK_MS : RARE_LOOK_MS);
    }
  }
}
