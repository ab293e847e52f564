import type { Clock } from '../ports/clock.ts';
import type { ConversationEventBody } from '../../domain/voice/conversation-events.ts';
import { CallKeys, type AgentKeys } from './call-keys.ts';
import type { InputBody } from './conversation-inputs.ts';
import type { ConversationParts } from './conversation-parts.ts';
import type { Playout } from './playout.ts';
import { Ringback } from './ringback.ts';
import { ToneSender } from './tone-sender.ts';
import type { RunnableTool } from './tool-runner.ts';

interface CallTonesParts extends AgentKeys {
  readonly clock: Clock;
  readonly playout: Pick<Playout, 'add' | 'drop'>;
  readonly outputRate: number;
  /** Absent: no transfer of the call is heard to ring. */
  readonly onRinging?: NonNullable<ConversationParts['onRinging']>;
}

/** The tones of one call: keys of the caller, keys that the agent presses, and the ringback of transfers. */
export class CallTones {
  readonly #keys: CallKeys;
  readonly #tones: ToneSender;
  readonly #ringback: Ringback;

  constructor(
    { clock, playout, outputRate, onRinging, ...keys }: CallTonesParts,
    take: (input: InputBody) => void,
    emit: (event: ConversationEventBody) => void,
  ) {
    const parts = { playout, outputRate, now: () => clock.monotonic() };
    this.#tones = new ToneSender(parts);
    this.#keys = new CallKeys({ ...keys, clock, tones: this.#tones }, take, emit);
    this.#ringback = new Ringback(parts);
    onRinging?.((to) => this.#ringback.ring(to));
  }

  /** The agent's tools for it. */
  get tools(): ReadonlyMap<string, RunnableTool> {
    return this.#keys.tools;
  }

  /** Another agent took over, with keys of its own. */
  change(keys: AgentKeys): void {
    this.#keys.change(keys);
  }

  /** Whether the agent's output must not pause: a pause within a tone makes two of it. */
  get isSending(): boolean {
    return this.#tones.isSending;
  }

  /** The caller pressed a key. */
  press(key: string): void {
    this.#keys.press(key);
  }

  /** The caller's audio, or silence while it may hold the tones of secret digits. */
  withoutTones(pcm: Int16Array): Int16Array {
    return this.#keys.isSilenced ? new Int16Array(pcm.length) : pcm;
  }

  agentSpeaks(on: boolean): void {
    this.#keys.agentSpeaks(on);
    this.#tones.agentSpeaks(on);
    this.#ringback.agentSpeaks(on);
  }

  close(): void {
    this.#keys.close();
    this.#tones.close();
    this.#ringback.close();
  }
}
