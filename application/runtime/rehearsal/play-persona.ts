import { keypadEntry } from '../../../domain/voice/conversation-context.ts';
import type { Draws } from '../../../domain/campaigns/seeded-draws.ts';
import { perform, type ScriptedCallerPort } from './play-caller.ts';
import { speechParts } from '../../../domain/rehearsal/persona-speech.ts';
import type { CallerReply, CallerView, CallExchange, PersonaWords } from './persona-words.ts';
import { Progress } from './progress.ts';
import type { StopCause } from '../../../domain/rehearsal/call-record.ts';
import { mannerOf, type Persona, type SpeechManner } from '../../../domain/rehearsal/suite.ts';

/** The caller's end of a line, for a persona. */
export interface PersonaPort extends ScriptedCallerPort {
  /** Whether the agent is known to say more without a word of the caller. */
  readonly isAgentBusy: boolean;
  /** Tool calls, stages and fields so far, as far as they are visible. */
  readonly happenings: number;
}

export interface CallLimits {
  /** Of the caller. */
  readonly turns: number;
  readonly seconds: number;
}

/** How long a caller waits for an agent that says nothing at first, and later, in ms. */
const [OPENING_MS, QUIET_MS] = [3_000, 45_000];
/** How long a caller who is silent stays so if the agent is as well, in ms. */
const SILENT_MS = 10_000;
/** Between looks at an agent that is busy, in ms. */
const BUSY_MS = 150;
/** When an interruption begins after the agent's first word, in ms. */
const [INTERRUPTS_FROM_MS, INTERRUPTS_TO_MS] = [500, 2_500];
const COUGH_MS = 250;
/** From the caller's last words to the end of the call at the latest: until then the agent may say goodbye. In ms. */
const LEAVES_MS = 5_000;

/** The conversation is over. */
interface Over {
  readonly stopped: StopCause | null;
}

type Moment = CallerView['moment'] | Over;
const OVER: Over = { stopped: null };

/** Plays a persona until the call is over. Null: it ended, or the caller left. */
export async function playPersona(
  persona: Persona,
  words: PersonaWords,
  port: PersonaPort,
  { limits, draws }: { readonly limits: CallLimits; readonly draws: Draws },
): Promise<StopCause | null> {
  const caller = new PersonaCaller(persona, words, port, draws);
  const timeout = port.wait(limits.seconds * 1_000).then(() => 'seconds' as const);
  const cause = await Promise.race([caller.play(limits.turns), timeout]);
  if (!port.timeline.isOver) port.hangUp();
  return cause;
}

/** One caller in one call. */
class PersonaCaller {
  readonly #persona: Persona;
  readonly #words: PersonaWords;
  readonly #port: PersonaPort;
  readonly #draws: Draws;
  readonly #manner: SpeechManner;
  #exchanges: CallExchange[] = [];
  readonly #progress = new Progress();
  /** Events of the call that were considered. */
  #seen = 0;
  #isSilent = false;
  #turns = 0;

  constructor(persona: Persona, words: PersonaWords, port: PersonaPort, draws: Draws) {
    this.#persona = persona;
    this.#words = words;
    this.#port = port;
    this.#draws = draws;
    this.#manner = mannerOf(persona);
  }

  async play(turnsMax: number): Promise<StopCause | null> {
    for (;;) {
      const moment = await this.#moment();
      if (typeof moment !== 'string') return moment.stopped;
      if (moment === 'answers' && this.#staysSilent()) continue;
      const reply = await this.#reply(moment);
      if (this.#port.timeline.isOver || (await this.#act(reply, moment)) === 'left') return null;
      if (this.#turns >= turnsMax) return 'turns';
      // A backchannel over the agent leaves the turn with it.
      if (isSound(moment, reply)) continue;
      if (this.#progress.isStuckAfter(this.#exchanges, this.#port.happenings)) return 'stuck';
    }
  }

  async #reply(moment: CallerView['moment']): Promise<CallerReply> {
    const [before, seen] = [[...this.#exchanges], this.#seen];
    this.#listen();
    const reply = await this.#words.reply({ exchanges: this.#exchanges, moment });
    // An interruption without words leaves the agent's to be answered later.
    if (isSound(moment, reply)) [this.#exchanges, this.#seen] = [before, seen];
    return reply;
  }

  /** Waits until the caller is to say something. */
  async #moment(): Promise<Moment> {
    const { timeline } = this.#port;
    if (!(await this.#until(() => this.#hasAgentWords, this.#quietMs))) return this.#momentOfSilence();
    while (!timeline.isOver) {
      if (await this.#interrupts()) return 'interrupts';
      await this.#until(() => !this.#isAgentSpeaking, Infinity);
      if (!timeline.isOver && (await this.#isAgentDone())) return 'answers';
    }
    return OVER;
  }

  get #isFirst(): boolean {
    return this.#exchanges.length === 0;
  }

  /** How long this caller waits for words of the agent. */
  get #quietMs(): number {
    if (this.#isFirst) return OPENING_MS;
    return this.#isSilent ? SILENT_MS : QUIET_MS;
  }

  /** What a caller does if the agent says nothing either. */
  #momentOfSilence(): Promise<Moment> | Moment {
    const { timeline, isAgentBusy } = this.#port;
    if (timeline.isOver) return OVER;
    if (this.#isSilent) return 'answers';
    if (this.#isFirst) return isAgentBusy ? this.#moment() : 'starts';
    return { stopped: 'gave_up' };
  }

  /** Whether the agent said anything since the caller last did. */
  get #hasAgentWords(): boolean {
    return this.#port.timeline.events.slice(this.#seen).some(({ name }) => name === 'agent_says');
  }

  get #isAgentSpeaking(): boolean {
    const last = this.#port.timeline.events.findLast(
      ({ name }) => name === 'agent_starts' || name === 'agent_stops' || name === 'agent_interrupted',
    );
    return last?.name === 'agent_starts';
  }

  /** Waits until the caller speaks over the agent, if this one does so now. Makes the sounds that are none. */
  async #interrupts(): Promise<boolean> {
    const { interrupts, coughs } = this.#manner;
    const [interrupted, coughed, when] = [this.#draws() < interrupts, this.#draws() < coughs, this.#draws()];
    if (!interrupted && !coughed) return false;
    const afterMs = INTERRUPTS_FROM_MS + when * (INTERRUPTS_TO_MS - INTERRUPTS_FROM_MS);
    if (await this.#until(() => !this.#isAgentSpeaking, afterMs)) return false;
    if (this.#port.timeline.isOver) return false;
    if (!interrupted) await perform({ noise_ms: COUGH_MS }, this.#port);
    return interrupted;
  }

  /** Whether the agent says nothing more in the time after which this caller answers. */
  async #isAgentDone(): Promise<boolean> {
    const isBack = (): boolean => this.#isAgentSpeaking;
    // A person does not react in the same time twice.
    const reactsAfterMs = this.#manner.reacts_after_ms * (0.75 + this.#draws() / 2);
    if (await this.#until(isBack, reactsAfterMs)) return false;
    const { timeline } = this.#port;
    // What is busy when a call ends may stay so.
    while (this.#port.isAgentBusy && !timeline.isOver) if (await this.#until(isBack, BUSY_MS)) return false;
    return !timeline.isOver;
  }

  /** Whether the caller says nothing now. Not twice in a row. */
  #staysSilent(): boolean {
    this.#isSilent = !this.#isSilent && this.#draws() < this.#manner.silent;
    if (this.#isSilent) this.#listen();
    return this.#isSilent;
  }

  /** Takes what the agent said since the last time. */
  #listen(): void {
    const { events } = this.#port.timeline;
    const sentences = events
      .slice(this.#seen)
      .flatMap(({ name, text }) => (name === 'agent_says' && text ? [text] : []));
    this.#seen = events.length;
    if (sentences.length === 0) return;
    const last = this.#exchanges.at(-1);
    const isMore = last?.speaker === 'agent';
    if (isMore) this.#exchanges.pop();
    this.#exchanges.push({ speaker: 'agent', words: [...(isMore ? [last.words] : []), ...sentences].join(' ') });
  }

  async #act(reply: CallerReply, moment: CallerView['moment']): Promise<'left' | null> {
    const port = this.#port;
    const leaves = reply.leaves || this.#turns + 1 >= (this.#persona.leaves_after_turns ?? Infinity);
    if (reply.words !== '') await this.#say(reply.words);
    else if (moment === 'interrupts') await perform({ noise_ms: COUGH_MS }, port);
    if (!port.timeline.isOver && reply.presses !== undefined) this.#press(reply.presses);
    if (port.timeline.isOver) return 'left';
    if (!leaves) return null;
    await this.#leave(reply.words === '' ? 0 : LEAVES_MS);
    return 'left';
  }

  /** What the agent says next answers the keys. */
  #press(keys: string): void {
    this.#exchanges.push({ speaker: 'caller', words: keypadEntry(keys) });
    this.#port.press(keys);
  }

  /** Hangs up once the agent has said something more, or after this time. */
  async #leave(ms: number): Promise<void> {
    await this.#until(() => this.#hasAgentWords && !this.#isAgentSpeaking, ms);
    if (!this.#port.timeline.isOver) this.#port.hangUp();
  }

  async #say(words: string): Promise<void> {
    const port = this.#port;
    this.#turns += 1;
    this.#exchanges.push({ speaker: 'caller', words });
    for (const { wait_ms: waitMs = 0, ...part } of speechParts(words, this.#manner, this.#draws)) {
      await port.wait(waitMs);
      if (!port.timeline.isOver) await perform(part, port);
    }
  }

  /** Waits for something, at most this long, or until the call is over. Returns whether it is there. */
  async #until(isThere: () => boolean, ms: number): Promise<boolean> {
    const { timeline } = this.#port;
    const isLate = { now: false };
    const timeout = ms === Infinity ? null : this.#port.wait(ms).then(() => void (isLate.now = true));
    while (!isThere()) {
      if (timeline.isOver || isLate.now) return false;
      await (timeout ? Promise.race([timeline.next(), timeout]) : timeline.next());
    }
    return true;
  }
}

/** Whether the caller only makes a sound over the agent. */
const isSound = (moment: CallerView['moment'], { words }: CallerReply): boolean =>
  moment === 'interrupts' && words === '';
