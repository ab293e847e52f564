import { openLocalSynthesiser } from '../../adapters/providers/local/synthesiser.ts';
import { SyntheticCaller, MICROPHONE_RATE } from '../demo/synthetic-caller.ts';
import { playCaller, type ScriptedCallerPort } from './play-caller.ts';
import type { CallerAction, Scenario } from './scenario.ts';
import { ScenarioTimeline } from './timeline.ts';
import { SocketTimeline } from './socket-timeline.ts';

const NOISE_LEVEL = 6_000;
/** Quieter than any word. */
const SILENCE_LEVEL = 300;

/** Plays a scenario against the agent behind a socket, in real time; the caller's lines are spoken by the local voice. */
export async function playOverSocket(scenario: Scenario, socket: string): Promise<ScenarioTimeline> {
  const audio = await synthesiseActions(scenario.caller ?? []);
  const caller = await SyntheticCaller.join(socket);
  const port = new SocketCaller(caller, audio);
  try {
    await playCaller(scenario, port);
    await caller.closed;
    return port.timeline;
  } finally {
    port.close();
  }
}

/** A caller's end of a socket. */
class SocketCaller implements ScriptedCallerPort {
  readonly timeline: ScenarioTimeline;
  readonly #caller: SyntheticCaller;
  readonly #audio: ReadonlyMap<CallerAction, Int16Array>;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(caller: SyntheticCaller, audio: ReadonlyMap<CallerAction, Int16Array>) {
    const startedAt = caller.messages.find(({ message }) => message.type === 'bot-ready')?.at ?? performance.now();
    this.#caller = caller;
    this.#audio = audio;
    this.timeline = new ScenarioTimeline(() => performance.now() - startedAt);
    this.timeline.add('connected', null, 0);
    const socketTimeline = new SocketTimeline(this.timeline, startedAt);
    caller.onMessage((message, at) => socketTimeline.onMessage(message, at));
    void caller.closed.then(({ code, reason }) => socketTimeline.onClose(`${code} ${reason}`.trim()));
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#timers.add(setTimeout(resolve, ms)));
  }

  async speak(action: CallerAction): Promise<void> {
    await this.#caller.say(this.#audio.get(action) ?? new Int16Array(0));
  }

  type(content: string): void {
    this.#caller.send({ label: 'rtvi-ai', type: 'send-text', id: crypto.randomUUID(), data: { content } });
  }

  press(): void {
    throw new Error('A browser has no keys to press: this line is for scripted vendors only');
  }

  hangUp(): void {
    this.timeline.add('ended', 'caller_left');
    void this.#caller.hangUp();
  }

  dropConnection(): void {
    this.timeline.add('ended', 'caller_left');
    this.#caller.dropConnection();
  }

  /** Forgets what is still waited for, and hangs up. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    void this.#caller.hangUp();
  }
}

/** What every line sounds like, made before the call so that none comes late. */
async function synthesiseActions(actions: readonly CallerAction[]): Promise<ReadonlyMap<CallerAction, Int16Array>> {
  const audio = new Map<CallerAction, Int16Array>();
  // The threads of the voice alone do not keep a program running.
  const running = setInterval(() => undefined, 1_000);
  const voice = await openLocalSynthesiser({ voice: 'kal16', speed: 1 }, { sampleRate: MICROPHONE_RATE });
  try {
    for (const action of actions) {
      if (action.noise_ms !== undefined) audio.set(action, noise(action.noise_ms));
      if (action.says !== undefined)
        audio.set(action, await collectSpeech(voice.synthesise(action.says, new AbortController().signal)));
    }
    return audio;
  } finally {
    voice.close();
    clearInterval(running);
  }
}

async function collectSpeech(chunks: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const samples: number[] = [];
  for await (const chunk of chunks) samples.push(...chunk);
  const isLoud = (sample: number): boolean => Math.abs(sample) >= SILENCE_LEVEL;
  // The line is over with its last word, not with the silence after it.
  return Int16Array.from(samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1));
}

const noise = (ms: number): Int16Array =>
  Int16Array.from({ length: (ms * MICROPHONE_RATE) / 1000 }, () => (Math.random() * 2 - 1) * NOISE_LEVEL);
