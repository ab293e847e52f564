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

/** What the keys of the telephone do with an agent. */
type AgentKeys = Pick<ConversationParts, 'keypad' | 'doNotCall'>;

const hasSecrets = ({ keypad }: AgentKeys): boolean => keypad?.collect.some(({ secret }) => secret) === true;

interface CallTonesParts extends AgentKeys {
  readonly clock: Clock;
  readonly playout: Pick<Playout, 'add' | 'drop'>;
  readonly outputRate: number;
  /** Absent: no transfer of the call is heard to ring. */
  readonly onRinging?: NonNullable<ConversationParts['onRinging']>;
}

/** The tones of one call: keys of the caller, keys that the agent presses, and the ringback of transfers. */
export class CallTones {
  #keys: AgentKeys;
  readonly #keypad: Keypad;
  readonly #tones: ToneSender;
  readonly #ringback: Ringback;

  constructor(
    { clock, playout, outputRate, onRinging, ...keys }: CallTonesParts,
    take: (input: InputBody) => void,
    emit: (event: ConversationEventBody) => void,
  ) {
    this.#keys = keys;
    const listener = {
      entry: (text: string): void => {
        const request = this.#keys.doNotCall;
        const isRequest = request !== undefined && text === keypadEntry(request.key);
        if (isRequest) request.pressed();
        take({ type: 'textReceived', text: isRequest ? doNotCallEntry(request.key) : text });
      },
      collecting: (progress: 'hidden' | 'pressed' | 'ended') => take({ type: 'digitCollection', progress }),
      collected: emit,
    };
    this.#keypad = new Keypad(clock, listener, hasSecrets(keys));
    const parts = { playout, outputRate, now: () => clock.monotonic() };
    this.#tones = new ToneSender(parts);
    this.#ringback = new Ringback(parts);
    onRinging?.((to) => this.#ringback.ring(to));
  }

  /** The agent's tools for it. */
  get tools(): ReadonlyMap<string, RunnableTool> {
    return keypadToolSet({ config: this.#keys.keypad, keypad: this.#keypad, tones: this.#tones });
  }

  /** Another agent took over, with keys of its own. */
  change(keys: AgentKeys): void {
    this.#keys = keys;
    this.#keypad.change(hasSecrets(keys));
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
