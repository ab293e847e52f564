import type { Clock } from '../ports/clock.ts';
import { keypadEntry } from '../../domain/voice/conversation-context.ts';
import { doNotCallEntry } from '../../domain/voice/do-not-call-tool.ts';
import type { ConversationEventBody } from '../../domain/voice/conversation-events.ts';
import type { InputBody } from './conversation-inputs.ts';
import { Keypad } from './keypad.ts';
import { keypadToolSet } from './keypad-tool-set.ts';
import type { ConversationParts } from './conversation-parts.ts';
import type { ToneSender } from './tone-sender.ts';
import type { RunnableTool } from './tool-runner.ts';

/** What the keys of the telephone do with an agent. */
export type AgentKeys = Pick<ConversationParts, 'keypad' | 'doNotCall'>;

const hasSecrets = ({ keypad }: AgentKeys): boolean => keypad?.collect.some(({ secret }) => secret) === true;

interface CallKeysParts extends AgentKeys {
  readonly clock: Clock;
  /** Sends the keys that the agent presses. */
  readonly tones: Pick<ToneSender, 'send'>;
}

/** The keys of the telephone in one call: those of the caller, and those that the agent presses. */
export class CallKeys {
  readonly #tones: CallKeysParts['tones'];
  readonly #keypad: Keypad;
  #keys: AgentKeys;

  constructor(
    { clock, tones, ...keys }: CallKeysParts,
    take: (input: InputBody) => void,
    emit: (event: ConversationEventBody) => void,
  ) {
    this.#tones = tones;
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
  }

  /** The agent's tools for them. */
  get tools(): ReadonlyMap<string, RunnableTool> {
    return keypadToolSet({ config: this.#keys.keypad, keypad: this.#keypad, tones: this.#tones });
  }

  /** Whether what the caller's line sounds like may be the tones of secret digits. */
  get isSilenced(): boolean {
    return this.#keypad.isSilenced;
  }

  /** Another agent took over, with keys of its own. */
  change(keys: AgentKeys): void {
    this.#keys = keys;
    this.#keypad.change(hasSecrets(keys));
  }

  /** The caller pressed a key. */
  press(key: string): void {
    this.#keypad.press(key);
  }

  agentSpeaks(on: boolean): void {
    this.#keypad.agentSpeaks(on);
  }

  close(): void {
    this.#keypad.close();
  }
}
