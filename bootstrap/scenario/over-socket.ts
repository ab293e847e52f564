import { openLocalVoice } from '../../adapters/providers/local/synthesiser.ts';
import { Caller, MICROPHONE_RATE } from '../demo/caller.ts';
import { playCaller, type CallersLine } from './play-caller.ts';
import type { CallerLine, Scenario } from './scenario.ts';
import { Timeline } from './timeline.ts';
import { ToldBySocket } from './told-by-socket.ts';

const NOISE_LEVEL = 6_000;
/** Quieter than any word. */
const SILENT_BELOW = 300;

/** Plays a scenario against the agent behind a socket, in real time; the caller's lines are spoken by the local voice. */
export async function playOverSocket(scenario: Scenario, socket: string): Promise<Timeline> {
  const sounds = await soundsOf(scenario.caller ?? []);
  const caller = await Caller.join(socket);
  const line = new SocketLine(caller, sounds);
  try {
    await playCaller(scenario, line);
    await caller.closed;
    return line.timeline;
  } finally {
    line.close();
  }
}

/** A caller's end of a socket. */
class SocketLine implements CallersLine {
  readonly timeline: Timeline;
  readonly #caller: Caller;
  readonly #sounds: ReadonlyMap<CallerLine, Int16Array>;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(caller: Caller, sounds: ReadonlyMap<CallerLine, Int16Array>) {
    const startedAt = caller.messages.find(({ message }) => message.type === 'bot-ready')?.at ?? performance.now();
    this.#caller = caller;
    this.#sounds = sounds;
    this.timeline = new Timeline(() => performance.now() - startedAt);
    this.timeline.add('connected', null, 0);
    const told = new ToldBySocket(this.timeline, startedAt);
    caller.watch((message, at) => told.take(message, at));
    void caller.closed.then(({ code, reason }) => told.closed(`${code} ${reason}`.trim()));
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#timers.add(setTimeout(resolve, ms)));
  }

  async speak(line: CallerLine): Promise<void> {
    await this.#caller.say(this.#sounds.get(line) ?? new Int16Array(0));
  }

  type(content: string): void {
    this.#caller.tell({ label: 'rtvi-ai', type: 'send-text', id: crypto.randomUUID(), data: { content } });
  }

  press(): void {
    throw new Error('A browser has no keys to press: this line is for scripted vendors only');
  }

  hangUp(): void {
    this.timeline.add('ended', 'caller_left');
    void this.#caller.hangUp();
  }

  vanish(): void {
    this.timeline.add('ended', 'caller_left');
    this.#caller.vanish();
  }

  /** Forgets what is still waited for, and hangs up. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    void this.#caller.hangUp();
  }
}

/** What every line sounds like, made before the call so that none comes late. */
async function soundsOf(lines: readonly CallerLine[]): Promise<ReadonlyMap<CallerLine, Int16Array>> {
  const sounds = new Map<CallerLine, Int16Array>();
  // The threads of the voice alone do not keep a program running.
  const running = setInterval(() => undefined, 1_000);
  const voice = await openLocalVoice({ voice: 'kal16', speed: 1 }, { sampleRate: MICROPHONE_RATE });
  try {
    for (const line of lines) {
      if (line.noise_ms !== undefined) sounds.set(line, noise(line.noise_ms));
      if (line.says !== undefined) sounds.set(line, await spoken(voice.speak(line.says, new AbortController().signal)));
    }
    return sounds;
  } finally {
    voice.close();
    clearInterval(running);
  }
}

async function spoken(chunks: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const samples: number[] = [];
  for await (const chunk of chunks) samples.push(...chunk);
  const isLoud = (sample: number): boolean => Math.abs(sample) >= SILENT_BELOW;
  // The line is over with its last word, not with the silence after it.
  return Int16Array.from(samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1));
}

const noise = (ms: number): Int16Array =>
  Int16Array.from({ length: (ms * MICROPHONE_RATE) / 1000 }, () => (Math.random() * 2 - 1) * NOISE_LEVEL);
