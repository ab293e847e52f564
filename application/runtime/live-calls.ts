import type { CallLog } from '../../domain/calls/call-log.ts';
import type { EndReason } from '../../domain/voice/conversation-events.ts';
import type { ConversationSession } from './conversation-session.ts';

/** Most that the clock of the API may be ahead of this one, in ms. */
const CLOCK_SKEW_MAX_MS = 5_000;

/** A call of an organisation. */
export interface CallRef {
  readonly org_id: string;
  readonly call_id: string;
}

interface LiveCall {
  readonly ref: CallRef;
  conversation: ConversationSession | null;
  /** The reason to end as soon as the conversation starts, or null. */
  ending: EndReason | null;
  /** The carrier's report of a machine that came before the conversation. */
  machine: { readonly greetingEnded: boolean } | null;
  /** Called when a webhook of one of its transfers was handled here. */
  onTransferNews: (() => void) | null;
}

/** The calls that this process runs, and the owner name of its leases. */
export class LiveCalls {
  readonly owner: string;
  readonly #calls = new Map<string, LiveCall>();
  /** Set-ups in progress: a call is claimed at its end. */
  #settingUp = 0;
  #whenEmpty: (() => void)[] = [];
  #drainingSince: Date | null = null;
  #ending = false;

  constructor(owner: string) {
    this.owner = owner;
  }

  get count(): number {
    return this.#calls.size;
  }

  /** Whether no call is live or being set up. */
  get isEmpty(): boolean {
    return this.#calls.size + this.#settingUp === 0;
  }

  /** Whether new calls are refused. */
  get isDraining(): boolean {
    return this.#drainingSince !== null;
  }

  /** While draining: only calls registered until this moment are accepted, in ISO 8601. Null otherwise. */
  get lastRegistered(): string | null {
    return this.#drainingSince && new Date(this.#drainingSince.getTime() + CLOCK_SKEW_MAX_MS).toISOString();
  }

  /** Whether a call may start. While draining, only calls registered before may, and none after `endAll`. */
  admits({ created_at }: Pick<CallLog, 'created_at'>): boolean {
    return this.lastRegistered === null || (!this.#ending && created_at <= this.lastRegistered);
  }

  /** The calls whose conversation has started. */
  get startedCalls(): CallRef[] {
    return [...this.#calls.values()].filter(({ conversation }) => conversation !== null).map(({ ref }) => ref);
  }

  /** Claims the call. False if this process has claimed it already. */
  claim(ref: CallRef): boolean {
    if (this.#calls.has(ref.call_id)) return false;
    this.#calls.set(ref.call_id, { ref, conversation: null, ending: null, machine: null, onTransferNews: null });
    return true;
  }

  /** Whether this process runs the call. */
  has(callId: string): boolean {
    return this.#calls.has(callId);
  }

  /** Registers the conversation of a claimed call. Ends it at once if the call was ended before. */
  start(callId: string, conversation: ConversationSession): void {
    const call = this.#calls.get(callId);
    if (call) call.conversation = conversation;
    if (this.isDraining) conversation.hurry();
    if (call?.machine) conversation.reportMachine(call.machine.greetingEnded);
    const reason = this.#ending ? 'shutdown' : call?.ending;
    if (reason) conversation.end(reason);
  }

  /** Ends the call if this process runs it. */
  end(callId: string, reason: EndReason): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    if (call.conversation) call.conversation.end(reason);
    else call.ending ??= reason;
  }

  /** The carrier detected a machine: the conversation leaves its message if this process runs the call. */
  reportMachine(callId: string, greetingEnded: boolean): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    if (call.conversation) call.conversation.reportMachine(greetingEnded);
    else call.machine = { greetingEnded: greetingEnded || call.machine?.greetingEnded === true };
  }

  /** Calls the listener, instead of an earlier one, whenever this process receives news of the call's transfers. */
  listenForTransferNews(callId: string, listener: () => void): void {
    const call = this.#calls.get(callId);
    if (call) call.onTransferNews = listener;
  }

  /** The call log has news of a transfer. Other processes find them when they look. */
  announceTransferNews(callId: string): void {
    this.#calls.get(callId)?.onTransferNews?.();
  }

  /** Removes the call. */
  release(callId: string): void {
    this.#calls.delete(callId);
    this.#announceEmpty();
  }

  /** Runs the set-up of a call, in which it is claimed. */
  async setUp<T>(work: () => Promise<T>): Promise<T> {
    this.#settingUp += 1;
    try {
      return await work();
    } finally {
      this.#settingUp -= 1;
      this.#announceEmpty();
    }
  }

  #announceEmpty(): void {
    if (!this.isEmpty) return;
    for (const resolve of this.#whenEmpty) resolve();
    this.#whenEmpty = [];
  }

  /** Refuses new calls from now on, and does not wait long for the tools of calls that have ended. */
  drain(now: Date): void {
    this.#drainingSince ??= now;
    for (const { conversation } of this.#calls.values()) conversation?.hurry();
  }

  /** Resolves when no call is live or being set up. */
  async whenEmpty(): Promise<void> {
    if (!this.isEmpty) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve));
  }

  /** Ends all conversations, and those that start from now on. */
  endAll(): void {
    this.#ending = true;
    for (const { conversation } of this.#calls.values()) conversation?.end('shutdown');
  }
}
