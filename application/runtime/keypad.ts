import type { DigitEntry } from '../../domain/agents/keypad.ts';
import type { ToolAnswer } from '../../domain/agents/tool-answer.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { hiddenKeypadEntry, keypadEntry } from '../../domain/voice/conversation-context.ts';
import { collectionAnswer, isWholeEntry, keypadFailure, keyTimeoutMs } from '../../domain/voice/keypad-tools.ts';
import type { ConversationEventBody } from '../../domain/voice/conversation-events.ts';
import type { ConversationInput } from '../../domain/voice/state.ts';
import type { Cancel, Clock } from '../ports/clock.ts';

/** The key that completes an entry. It is not part of the entry. */
const ENTER = '#';
/** Most keys in one entry. */
const KEYS_MAX = 64;

export interface KeypadListener {
  /** Keys without a collection, as the caller's text. `#` alone is an entry. */
  entry(text: string): void;
  collecting(progress: Extract<ConversationInput, { readonly type: 'digitCollection' }>['progress']): void;
  /** The caller typed digits that were asked for. */
  collected(event: Extract<ConversationEventBody, { readonly type: 'digits_collected' }>): void;
}

/** A running collection. */
interface Collection {
  readonly entry: DigitEntry;
  readonly end: (answer: ToolAnswer) => void;
  keys: string;
}

/**
 * Collects DTMF into entries, so that an account number arrives as one text, or as the answer of the tool that asked for
 * it. With `hasSecrets`, keys without a collection are shown one at a time only: they may belong to a secret entry.
 */
export class Keypad {
  readonly #clock: Clock;
  readonly #listener: KeypadListener;
  #hasSecrets: boolean;
  #keys = '';
  #cancel: Cancel = () => undefined;
  #collection: Collection | null = null;
  #agentSpeaks = false;
  /** The entry that was collected last, while keys may still belong to it. */
  #last: { readonly entry: DigitEntry; until: number } | null = null;
  /** Whether the last secret entry is incomplete: keys may be the rest of it. */
  #isIncomplete = false;
  #silentUntil = 0;

  constructor(clock: Clock, listener: KeypadListener, hasSecrets = false) {
    this.#clock = clock;
    this.#listener = listener;
    this.#hasSecrets = hasSecrets;
  }

  /** Whether the caller's audio must not be recorded now: it may hold the tones of secret digits. */
  get isSilenced(): boolean {
    return this.#collection?.entry.secret === true || this.#clock.monotonic() < this.#silentUntil;
  }

  /** Another agent took over, which has secret entries or not. Once a call had any, keys stay hidden. */
  change(hasSecrets: boolean): void {
    this.#hasSecrets ||= hasSecrets;
  }

  press(key: string): void {
    if (this.#collection) return this.#addKey(this.#collection, key);
    if (this.#belongsToLast(key)) return;
    if (this.#isIncomplete) this.#silence();
    this.#cancel();
    if (key === ENTER) return this.#complete(this.#keys || ENTER);
    this.#keys += key;
    if (this.#keys.length >= KEYS_MAX) return this.#complete(this.#keys);
    this.#cancel = this.#clock.after(TIMEOUTS_MS.dtmf_entry, () => this.#complete(this.#keys));
  }

  /**
   * Collects an entry. Keys pressed just before belong to it, unless it is secret: their tones were recorded. Never
   * rejects, and takes bounded time once the agent is silent.
   */
  collect(entry: DigitEntry, signal: AbortSignal): Promise<ToolAnswer> {
    if (this.#collection) return Promise.resolve(keypadFailure('Other digits are being collected: wait for them.'));
    if (signal.aborted) return Promise.resolve(keypadFailure('Cancelled.'));
    this.#cancel();
    const early = entry.secret ? '' : this.#keys;
    this.#keys = '';
    this.#last = null;
    this.#isIncomplete = false;
    return new Promise((resolve) => {
      const stop = (): void => this.#end(keypadFailure('Cancelled.'));
      const end = (answer: ToolAnswer): void => {
        signal.removeEventListener('abort', stop);
        resolve(answer);
      };
      this.#collection = { entry, end, keys: '' };
      signal.addEventListener('abort', stop, { once: true });
      if (entry.secret) this.#listener.collecting('hidden');
      this.#awaitKey();
      for (const key of early) this.press(key);
    });
  }

  /** The first digit is awaited from the end of the agent's words on. */
  agentSpeaks(on: boolean): void {
    if (this.#agentSpeaks === on) return;
    this.#agentSpeaks = on;
    if (this.#collection?.keys === '') this.#awaitKey();
  }

  /** Discards an incomplete entry. */
  close(): void {
    this.#cancel();
    this.#keys = '';
    this.#end(keypadFailure('The call is over.'));
    this.#cancel();
  }

  #awaitKey(): void {
    const collection = this.#collection;
    if (!collection) return;
    this.#cancel();
    const { entry, keys } = collection;
    if (keys === '' && this.#agentSpeaks) return;
    this.#cancel = this.#clock.after(keyTimeoutMs(entry, keys), () => this.#finish(collection));
  }

  #addKey(collection: Collection, key: string): void {
    this.#listener.collecting('pressed');
    // Performing that may have ended the conversation.
    if (this.#collection !== collection) return;
    if (key === collection.entry.terminator) return this.#finish(collection);
    collection.keys += key;
    if (isWholeEntry(collection.entry, collection.keys)) return this.#finish(collection);
    this.#awaitKey();
  }

  #finish({ entry, keys }: Collection): void {
    const answer = collectionAnswer(entry, keys);
    const count = keys.length;
    if (count > 0)
      this.#listener.collected({
        ...{ type: 'digits_collected', entry: entry.name, count },
        keys: entry.secret ? null : keys,
      });
    this.#isIncomplete = entry.secret && !answer.ok;
    this.#last = { entry, until: this.#clock.monotonic() + TIMEOUTS_MS.dtmf_entry };
    this.#end(answer);
  }

  #end(answer: ToolAnswer): void {
    const collection = this.#collection;
    if (!collection) return;
    this.#cancel();
    this.#collection = null;
    if (collection.entry.secret) this.#silence();
    this.#isIncomplete ||= collection.entry.secret && !answer.ok;
    this.#listener.collecting('ended');
    collection.end(answer);
  }

  /** Whether the key still belongs to the entry before: its terminator, or more digits of a secret one. */
  #belongsToLast(key: string): boolean {
    const last = this.#last;
    const now = this.#clock.monotonic();
    if (!last || now > last.until) return false;
    if (last.entry.secret) {
      last.until = now + TIMEOUTS_MS.dtmf_entry;
      this.#silence();
    } else this.#last = null;
    return last.entry.secret || key === last.entry.terminator;
  }

  /** For as long as the tone of the last key, or a further key of the secret entry, may arrive. */
  #silence(): void {
    this.#silentUntil = this.#clock.monotonic() + TIMEOUTS_MS.dtmf_entry;
  }

  #complete(keys: string): void {
    this.#keys = '';
    const isHidden = this.#hasSecrets && (keys.length > 1 || this.#isIncomplete);
    this.#listener.entry(isHidden ? hiddenKeypadEntry(keys.length) : keypadEntry(keys));
  }
}
