import type { SyntheticCaller } from '../demo/synthetic-caller.ts';
import type { ScriptedCallerPort } from '../../application/runtime/rehearsal/play-caller.ts';
import type { CallerAction } from '../../domain/rehearsal/scenario.ts';
import { SocketTimeline } from './socket-timeline.ts';
import { ScenarioTimeline } from '../../domain/rehearsal/timeline.ts';

/** A caller's end of a socket. */
export class SocketCaller implements ScriptedCallerPort {
  readonly timeline: ScenarioTimeline;
  /** When the call began, on the clock of the caller's messages. */
  readonly startedAt: number;
  readonly #caller: SyntheticCaller;
  readonly #soundOf: (action: CallerAction) => Promise<Int16Array>;
  readonly #timers = new Set<NodeJS.Timeout>();

  /** `soundOf` makes the sound of what the caller says. */
  constructor(caller: SyntheticCaller, soundOf: (action: CallerAction) => Promise<Int16Array>) {
    this.startedAt = caller.messages.find(({ message }) => message.type === 'bot-ready')?.at ?? performance.now();
    this.#caller = caller;
    this.#soundOf = soundOf;
    this.timeline = new ScenarioTimeline(() => performance.now() - this.startedAt);
    this.timeline.add('connected', null, 0);
    const socketTimeline = new SocketTimeline(this.timeline, this.startedAt);
    caller.onMessage((message, at) => socketTimeline.onMessage(message, at));
    void caller.closed.then(({ code, reason }) => socketTimeline.onClose(`${code} ${reason}`.trim()));
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#timers.add(setTimeout(resolve, ms)));
  }

  async speak(action: CallerAction): Promise<void> {
    await this.#caller.say(await this.#soundOf(action));
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
