import type { CallLog } from '../../domain/calls/call-log.ts';
import type { EndReason } from '../../domain/voice/conversation-events.ts';
import type { ConversationSession } from './conversation-session.ts';

/** How far the clock of the API may be ahead of ours. In milliseconds. */
const CLOCK_SKEW_MAX_MS = 5_000;

/** A call and whose it is. */
export interface CallRef {
  readonly org_id: string;
  readonly call_id: string;
}

interface LiveCall {
  readonly ref: CallRef;
  conversation: ConversationSession | null;
  /** Why it is to end as soon as it begins. */
  ending: EndReason | null;
}

/** The calls that this process carries now, and the name it carries them under. */
export class LiveCalls {
  readonly owner: string;
  readonly #calls = new Map<string, LiveCall>();
  #whenEmpty: (() => void)[] = [];
  #drainingSince: Date | null = null;
  #ending = false;

  constructor(owner: string) {
    this.owner = owner;
  }

  get count(): number {
    return this.#calls.size;
  }

  /** Whether new calls are refused. */
  get isDraining(): boolean {
    return this.#drainingSince !== null;
  }

  /** The last moment whose calls are taken while draining, in ISO 8601; null while all are. */
  get lastRegistered(): string | null {
    return this.#drainingSince && new Date(this.#drainingSince.getTime() + CLOCK_SKEW_MAX_MS).toISOString();
  }

  /** Whether a call may begin: while draining, only one that rang before, and none once the live ones are ended. */
  admits({ created_at }: Pick<CallLog, 'created_at'>): boolean {
    return this.lastRegistered === null || (!this.#ending && created_at <= this.lastRegistered);
  }

  /** The calls whose conversation has begun. */
  get startedCalls(): CallRef[] {
    return [...this.#calls.values()].filter(({ conversation }) => conversation !== null).map(({ ref }) => ref);
  }

  /** Takes the call, or answers false when it is carried already. */
  claim(ref: CallRef): boolean {
    if (this.#calls.has(ref.call_id)) return false;
    this.#calls.set(ref.call_id, { ref, conversation: null, ending: null });
    return true;
  }

  /** Whether the call is carried here. */
  has(callId: string): boolean {
    return this.#calls.has(callId);
  }

  /** The claimed call's conversation begins, and ends at once when the call was ended already. */
  start(callId: string, conversation: ConversationSession): void {
    const call = this.#calls.get(callId);
    if (call) call.conversation = conversation;
    const reason = this.#ending ? 'shutdown' : call?.ending;
    if (reason) conversation.end(reason);
  }

  /** Ends the call if it is carried here. */
  end(callId: string, reason: EndReason): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    if (call.conversation) call.conversation.end(reason);
    else call.ending ??= reason;
  }

  /** The call is over. */
  release(callId: string): void {
    this.#calls.delete(callId);
    if (this.#calls.size > 0) return;
    for (const resolve of this.#whenEmpty) resolve();
    this.#whenEmpty = [];
  }

  /** Refuses new calls from this moment on. */
  drain(now: Date): void {
    this.#drainingSince ??= now;
  }

  /** Resolves when no call is left. */
  async whenEmpty(): Promise<void> {
    if (this.#calls.size > 0) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve));
  }

  /** Ends what is still going on, and what only begins now. */
  endAll(): void {
    this.#ending = true;
    for (const { conversation } of this.#calls.values()) conversation?.end('shutdown');
  }
}
