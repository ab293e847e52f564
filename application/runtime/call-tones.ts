import type { AgentKeypad } from '../../domain/agents/keypad.ts';
import type { Clock } from '../ports/clock.ts';
import { keypadEntry } from '../../domain/voice/conversation-context.ts';
import { doNotCallEntry } from '../../domain/voice/do-not-call-tool.ts';
import type { ConversationEventBody } from '../../domain/voice/conversation-events.ts';
import type { InputBody } from './conversation-inputs.ts';
import { Keypad } from './keypad.ts';
import { keypadToolSet } from './keypad-tool-set.ts';
import type { ConversationParts } from './conversation-parts.ts';
import type { Playout } from './playout.ts';
import { Ringback } from './ringback.ts';
import { ToneSender } from './tone-sender.ts';
import type { RunnableTool } from './tool-runner.ts';

interface CallTonesParts {
  readonly keypad?: AgentKeypad;
  readonly doNotCall?: ConversationParts['doNotCall'];
  readonly clock: Clock;
  readonly playout: Pick<Playout, 'add' | 'drop'>;
  readonly outputRate: number;
  /** Absent: no transfer of the call is heard to ring. */
  readonly onRinging?: NonNullable<ConversationParts['onRinging']>;
}

/** The tones of one call: keys of the caller, keys that the agent presses, and the ringback of transfers. */
export class CallTones {
  /** The agent's tools for it. */
  readonly tools: ReadonlyMap<string, RunnableTool>;
  readonly #keypad: Keypad;
  readonly #tones: ToneSender;
  readonly #ringback: Ringback;

  constructor(
    { keypad: config, doNotCall, clock, playout, outputRate, onRinging }: CallTonesParts,
    take: (input: InputBody) => void,
    emit: (event: ConversationEventBody) => void,
  ) {
    const listener = {
      entry(text: string) {
        const isRequest = doNotCall !== undefined && text === keypadEntry(doNotCall.key);
        if (isRequest) doNotCall.pressed();
        take({ type: 'textReceived', text: isRequest ? doNotCallEntry(doNotCall.key) : text });
      },
      collecting: (progress: 'hidden' | 'pressed' | 'ended') => take({ type: 'digitCollection', progress }),
      collected: emit,
    };
    const hasSecrets = config?.collect.some(({ secret }) => secret) === true;
    this.#keypad = new Keypad(clock, listener, hasSecrets);
    const parts = { playout, outputRate, now: () => clock.monotonic() };
    this.#tones = new ToneSender(parts);
    this.#ringback = new Ringback(parts);
    onRinging?.((to) => this.#ringback.ring(to));
    this.tools = keypadToolSet({ config, keypad: this.#keypad, tones: this.#tones });
  }

  /** Whether the agent's output must not pause: a pause within a tone makes two of it. */
  get isSending(): boolean {
    return this.#tones.isSending;
  }

  /** The caller pressed a key. */
  press(key: string): void {
    this.#keypad.press(key);
  }

  /** The caller's audio, or silence while it may hold the tones of secret digits. */
  withoutTones(pcm: Int16Array): Int16Array {
    return this.#keypad.isSilenced ? new Int16Array(pcm.length) : pcm;
  }

  agentSpeaks(on: boolean): void {
    this.#keypad.agentSpeaks(on);
    this.#tones.agentSpeaks(on);
    this.#ringback.agentSpeaks(on);
  }

  close(): void {
    this.#keypad.close();
    this.#tones.close();
    this.#ringback.close();
  }
}
