import type { TextConversation } from '../text-conversation.ts';
import type { CallerAction } from '../../../domain/rehearsal/scenario.ts';
import type { ScenarioTimeline } from '../../../domain/rehearsal/timeline.ts';
import type { SoundChange } from '../../../domain/audio/beep-detector.ts';
import type { CalleePort } from './play-callee.ts';
import type { VirtualRun } from './virtual-run.ts';

const WORD_MS = 300;

/** The caller's end of a conversation without audio. */
export class TextEnd implements CalleePort {
  readonly timeline: ScenarioTimeline;
  readonly #conversation: TextConversation;
  readonly #run: VirtualRun;
  readonly #toolCalls: () => number;

  constructor(conversation: TextConversation, timeline: ScenarioTimeline, run: VirtualRun, toolCalls: () => number) {
    this.#conversation = conversation;
    this.timeline = timeline;
    this.#run = run;
    this.#toolCalls = toolCalls;
  }

  get isAgentBusy(): boolean {
    return this.#conversation.isAgentBusy;
  }

  get happenings(): number {
    const { events } = this.timeline;
    return this.#toolCalls() + events.filter(({ name }) => name === 'stage' || name === 'field').length;
  }

  wait(ms: number): Promise<void> {
    return this.#run.pause(ms);
  }

  speak({ says = '', hears = says, for_ms: forMs, noise_ms: noiseMs, hearing: fault }: CallerAction): Promise<void> {
    const words = noiseMs === undefined ? hears.split(/\s+/u).filter((word) => word !== '') : [];
    const lengthMs = forMs ?? noiseMs ?? Math.max(1, words.length) * WORD_MS;
    return this.#conversation.speak({ words, lengthMs, ...(fault && { fault }) });
  }

  type(text: string): void {
    this.#conversation.type(text);
  }

  press(keys: string): void {
    for (const key of keys) this.#conversation.press(key);
  }

  sound(change: SoundChange): void {
    this.#conversation.sound(change);
  }

  hangUp(): void {
    this.#conversation.end('caller_left');
  }

  dropConnection(): void {
    this.#conversation.end('caller_left');
  }
}
