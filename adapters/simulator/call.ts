import type { Cancel, Clock } from '../../application/ports/clock.ts';
import type { Ticker } from '../../application/runtime/ticker.ts';
import { readAnswer, type Instruction, type KeyInput } from './answer-document.ts';
import type { Callee } from './callee.ts';
import type { Faults } from './simulated-faults.ts';
import * as endings from './hang-up.ts';
import type { HangUp } from './hang-up.ts';
import { SimulatedMediaStream } from './simulated-media-stream.ts';
import { Person } from './person.ts';
import type { CalleeSpeech } from './callee-speech.ts';
import type { CallFacts } from './call-facts.ts';
import { hangUpParameters, webhookOf } from './call-parameters.ts';
import type { Conferences } from './conferences.ts';
import { DirectSound } from './direct-sound.ts';
import { Webhooks, type Webhook } from './webhook-sender.ts';
import type { Network } from '../lib/network.ts';
import { waitForKey } from './key-wait.ts';

/** Ring time until the callee answers. In milliseconds. */
const RING_MS = 400;
/** When Plivo reports answering-machine detection. In milliseconds after the answer. */
const DETECTION_MS = 1_000;

export interface CallParts {
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly network: Network;
  readonly speech: CalleeSpeech;
  readonly faults: Faults;
  readonly conferences: Conferences;
}

/** One simulated call, from dialling to the last callback. */
export class SimulatedCall {
  readonly facts: CallFacts;
  readonly webhooks: Webhooks;
  readonly queuedAt: Date;
  status: 'queued' | 'ringing' | 'in-progress' | 'ended' = 'queued';
  answeredAt: Date | null = null;
  endedAt: Date | null = null;
  /** Wall-clock minus monotonic time at the answer. */
  #epoch: number | null = null;
  hangUp: HangUp | null = null;
  media: SimulatedMediaStream | null = null;
  /** What the person hears without a media stream. Null before. */
  directSound: DirectSound | null = null;
  /** The name of the conference that the call is in, or was in. */
  conference: string | null = null;
  #leave: Cancel = () => undefined;
  /** Takes the key that the carrier waits for. Null while it waits for none. */
  #takeKey: ((key: string) => void) | null = null;
  readonly person: Person;
  readonly #callee: Callee;
  readonly #parts: CallParts;
  readonly #timers = new Set<Cancel>();
  readonly #onEnd: () => void;

  constructor(facts: CallFacts, callee: Callee, parts: CallParts, onEnd: () => void) {
    this.facts = facts;
    this.#callee = callee;
    this.#parts = parts;
    this.#onEnd = onEnd;
    this.queuedAt = parts.clock.now();
    this.webhooks = new Webhooks(parts);
    this.person = new Person(callee, parts.speech);
  }

  /** Starts ringing. */
  start(): void {
    this.#after(0, () => {
      this.status = 'ringing';
      if (this.facts.direction === 'inbound') return void this.#connect();
      this.#report(this.facts.ringUrl, { Event: 'Ring', CallStatus: 'ringing' });
      this.#ring();
    });
  }

  /** Ends a ringing or answered call. Does nothing when it has ended. */
  end(how: HangUp): void {
    if (this.status === 'ended') return;
    this.status = 'ended';
    this.hangUp = how;
    this.endedAt = this.#endNow();
    for (const cancel of this.#timers) cancel();
    this.media?.close();
    this.#leave();
    this.#report(this.facts.hangupUrl, hangUpParameters(how, this));
    void this.webhooks.settled();
    this.#onEnd();
  }

  /** Ends the call by an API request of the customer. */
  endByRequest(): void {
    this.end(this.answeredAt ? endings.NORMAL('API Request') : endings.CANCELED('API Request'));
  }

  #ring(): void {
    const source = 'Callee';
    const { behaviour, unheardMs } = this.#callee;
    switch (behaviour) {
      case 'busy':
        return this.#after(RING_MS / 2, () => this.end(endings.BUSY(source)));
      case 'declined':
        return this.#after(RING_MS, () => this.end(endings.DECLINED(source)));
      case 'failed':
        return this.#after(RING_MS / 2, () => this.end(endings.FAILED));
      case 'no_answer':
        return this.#after(Math.min(this.facts.ringMs, unheardMs), () => this.end(endings.NO_ANSWER('Plivo')));
      case 'voicemail':
      case 'screens':
      case 'hangs_up':
      case 'talks':
        return this.#after(RING_MS, () => void this.#connect());
    }
  }

  /** Takes an answered call to the document at another URL. Its media stream ends. */
  redirect(url: string): void {
    this.media?.close();
    void this.#request(url);
  }

  /** Connects the call. An outbound call is answered here, an inbound one by its answer document. */
  async #connect(): Promise<void> {
    if (this.facts.direction === 'outbound') this.#answered();
    await this.#request(this.facts.answerUrl);
  }

  /** Requests the document at a URL and follows it. */
  async #request(url: string, input: Readonly<Record<string, string>> = { Event: 'StartApp' }): Promise<void> {
    const CallStatus = this.answeredAt ? 'in-progress' : 'ringing';
    const xml = await this.webhooks.ask(this.#webhook(url, { CallStatus, ...input }));
    if (this.status === 'ended') return;
    if (xml === null) return this.end(endings.NO_DOCUMENT);
    const instructions = readAnswer(xml);
    if (instructions === null) return this.end(endings.BAD_DOCUMENT);
    await this.#follow(instructions);
  }

  /** Follows the instructions. A stream and a conference last until their end, and a hang-up ends the call. */
  async #follow([instruction, ...rest]: readonly Instruction[]): Promise<void> {
    switch (instruction?.verb) {
      case 'stream':
        return this.#stream(instruction.url);
      case 'conference':
        return this.#confer(instruction.name);
      case 'redirect':
        return this.#request(instruction.url);
      case 'speak': {
        const speech = await this.#parts.speech.say(instruction.text);
        if (this.status !== 'ended') this.#after(this.#openSound().play(speech), () => void this.#follow(rest));
        return;
      }
      case 'input':
        return this.#prompt(instruction, rest);
      case 'hangup':
      case undefined:
        this.#hangUp(instruction?.reason ?? null);
    }
  }

  /** Speaks and waits for a key. Without one, the other instructions follow. */
  async #prompt({ text, url, waitMs }: KeyInput, rest: readonly Instruction[]): Promise<void> {
    const speech = await this.#parts.speech.say(text);
    if (this.status === 'ended') return;
    const sound = this.#openSound();
    const times = { wordsMs: sound.play(speech), waitMs, press: this.#callee.press };
    const after = (ms: number, run: () => void): void => this.#after(ms, run);
    this.#takeKey = waitForKey(sound, times, after, (key) => {
      this.#takeKey = null;
      void (key === null ? this.#follow(rest) : this.#request(url, { InputType: 'dtmf', Digits: key }));
    });
  }

  /** The person presses keys, for the carrier if it waits for one, else for the media stream. */
  press(keys: string): void {
    for (const key of keys) {
      if (this.#takeKey) this.#takeKey(key);
      else this.media?.press(key);
    }
  }

  #hangUp(reason: string | null): void {
    if (this.answeredAt || reason === null) return this.end(endings.NORMAL('Answer XML'));
    this.end(reason === 'busy' ? endings.BUSY('Answer XML') : endings.DECLINED('Answer XML'));
  }

  #openSound(): DirectSound {
    return (this.directSound ??= new DirectSound(this.#parts.clock));
  }

  #confer(name: string): void {
    if (this.status === 'ended') return;
    if (!this.answeredAt) this.#answered();
    this.conference = name;
    this.#leave = this.#parts.conferences.join(this.facts.account.id, name, {
      ...{ person: this.person, sound: this.#openSound(), hasCalled: this.facts.direction === 'inbound' },
      putDown: () => this.putDown(),
      ended: () => this.end(endings.END_OF_XML),
    });
  }

  #answered(): void {
    const { machineUrl, limitMs } = this.facts;
    this.status = 'in-progress';
    this.answeredAt = this.#parts.clock.now();
    this.#epoch = this.answeredAt.getTime() - this.#parts.clock.monotonic();
    this.#after(limitMs, () => this.end(endings.TIME_LIMIT));
    if (this.#callee.behaviour === 'voicemail' && machineUrl !== '')
      this.#after(DETECTION_MS, () =>
        this.#report(machineUrl, { Event: 'MachineDetection', CallStatus: 'in-progress', Machine: 'true' }),
      );
  }

  async #stream(url: string): Promise<void> {
    const { id, account, direction } = this.facts;
    if (!this.answeredAt) this.#answered();
    const media = await SimulatedMediaStream.open(
      { url, callId: id, accountId: account.id, token: account.token },
      this.#parts,
      {
        frame: () => this.person.frame(),
        tick: (nowMs, otherIsSpeaking) => {
          if (this.person.observe({ nowMs, otherIsSpeaking }, direction === 'inbound')) this.putDown();
        },
        keys: (keys) => this.person.hear(keys),
        closed: () => this.end(endings.END_OF_XML),
      },
    );
    this.media = media;
    // The stream was the last instruction.
    if (!media) return this.end(endings.END_OF_XML);
    if (this.hangUp !== null) return media.close();
    const { cut_media_after_ms: cutMs } = this.#parts.faults.plan;
    if (cutMs !== null) this.#after(cutMs, () => media.cut());
  }

  /** Hangs up on the person's side. */
  putDown(): void {
    this.end(endings.NORMAL(this.facts.direction === 'inbound' ? 'Caller' : 'Callee'));
  }

  #after(ms: number, run: () => void): void {
    const cancel = this.#parts.clock.after(ms, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
  }

  #report(url: string, parameters: Readonly<Record<string, string>>): void {
    if (url !== '') this.webhooks.send(this.#webhook(url, parameters));
  }

  #webhook(url: string, parameters: Readonly<Record<string, string>>): Webhook {
    return webhookOf(this.facts, url, parameters);
  }

  /** Uses monotonic time from the answer, so that a change of the wall clock does not affect the duration. */
  #endNow(): Date {
    const { clock } = this.#parts;
    return this.#epoch === null ? clock.now() : new Date(this.#epoch + clock.monotonic());
  }

  /** Answered duration, in seconds. */
  get seconds(): number {
    if (!this.answeredAt || !this.endedAt) return 0;
    return Math.max(1, Math.round((this.endedAt.getTime() - this.answeredAt.getTime()) / 1000));
  }
}
