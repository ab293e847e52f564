import type { Activity, Caption } from './events.ts';
import type { RtviMessage } from './frames.ts';

type Data = Readonly<Record<string, unknown>>;

const ACTIVITIES: Readonly<Record<string, Activity>> = {
  'user-started-speaking': 'hearing',
  'user-stopped-speaking': 'listening',
  'bot-llm-started': 'thinking',
  'bot-started-speaking': 'speaking',
  'bot-stopped-speaking': 'listening',
};

/** What a message says of the present activity. Null: nothing. */
export function activityIn({ type, data = {} }: RtviMessage): Activity | null {
  // An answer that is not spoken has neither start nor end.
  if (type === 'bot-output' && data['will_be_spoken'] === false) return 'listening';
  return Object.hasOwn(ACTIVITIES, type) ? (ACTIVITIES[type] ?? null) : null;
}

/** Follows the words of both sides through the messages of one call. */
export class Captions {
  #count = 0;
  /** The caller's caption that is not final. */
  #caller: Caption | null = null;
  /** The agent's last caption. */
  #agent: Caption | null = null;
  /** Whether the agent's next sentence belongs to its last caption. */
  #continues = false;
  /** Whether the last caption was cut. An interruption is reported after the end of its speech, a fault is not. */
  #isCut = false;

  /** The captions that a message adds or changes. Each is final once. */
  take(message: RtviMessage): readonly Caption[] {
    const isOver = this.#isCut && !this.#continues && message.type !== 'bot-interrupted';
    return isOver ? [...this.#closeAgent({}), ...this.#changed(message)] : this.#changed(message);
  }

  /** The captions that the end of the call makes final. Words of the caller that are not final are dropped. */
  end(): readonly Caption[] {
    const dropped = this.#caller ? [{ ...this.#caller, text: '', isFinal: true }] : [];
    this.#caller = null;
    return [...dropped, ...this.#closeAgent({})];
  }

  #changed({ type, data = {} }: RtviMessage): readonly Caption[] {
    switch (type) {
      case 'user-transcription':
        return this.#transcribed(data);
      case 'bot-output':
        return this.#output(data);
      case 'bot-interrupted':
        return this.#closeAgent({ isInterrupted: true });
      case 'bot-stopped-speaking':
        this.#continues = false;
        return this.#isCut ? [] : this.#closeAgent({});
      case 'bot-llm-started':
        return this.#closeAgent({});
      default:
        return [];
    }
  }

  #transcribed({ text, final }: Data): readonly Caption[] {
    if (text === '' && !this.#caller) return [];
    const isFinal = final === true;
    const id = this.#caller?.id ?? this.#nextId();
    const caption: Caption = { id, side: 'caller', text: String(text), isFinal, isInterrupted: false };
    this.#caller = isFinal ? null : caption;
    return [caption];
  }

  /** Each sentence comes when its playout starts, and again when it ends. One without speech comes once. */
  #output({ text, spoken_status: status, spoken_progress: progress }: Data): readonly Caption[] {
    const sentence = String(text);
    if (status === 'completed') return [];
    if (status === 'in-progress')
      return this.#cut(sentence, String((progress as Data | undefined)?.['accumulated_text']));
    const before = this.#continues ? this.#agent : null;
    const caption: Caption = {
      id: before?.id ?? this.#nextId(),
      side: 'agent',
      text: before ? `${before.text} ${sentence}` : sentence,
      isFinal: status === undefined,
      isInterrupted: false,
    };
    this.#continues = true;
    return [(this.#agent = caption)];
  }

  /** Cuts an interrupted sentence to the part that was played. A caption of which nothing was played is over. */
  #cut(sentence: string, played: string): readonly Caption[] {
    const before = this.#agent;
    const at = before?.text.lastIndexOf(sentence) ?? -1;
    if (!before || at === -1) return [];
    const text = `${before.text.slice(0, at)}${played}${before.text.slice(at + sentence.length)}`.trim();
    this.#isCut = text !== '';
    this.#agent = text === '' ? null : { ...before, text };
    return [this.#agent ?? { ...before, text, isFinal: true }];
  }

  #closeAgent(change: Partial<Caption>): readonly Caption[] {
    [this.#continues, this.#isCut] = [false, false];
    const before = this.#agent;
    if (!before || (before.isFinal && change.isInterrupted === undefined)) return [];
    return [(this.#agent = { ...before, ...change, isFinal: true })];
  }

  #nextId(): number {
    this.#count += 1;
    return this.#count;
  }
}
