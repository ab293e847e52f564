import {
  destinationOf,
  TRANSFERS_PER_CALL,
  type AgentTransfer,
  type TransferConfirmation,
  type TransferTarget,
} from '../../domain/agents/transfer.ts';
import { plainAnswer, type ToolAnswer } from '../../domain/agents/tool-answer.ts';
import { substitute, type CustomVariables } from '../../domain/agents/variables.ts';
import { transferWebhooks } from '../../domain/calls/call-webhooks.ts';
import { oneLine } from '../../domain/plain-text.ts';
import { DEFAULT_BRIEF, SUMMARY_MAX, TRANSFER_REFUSALS, transferOutcome } from '../../domain/voice/transfer-tool.ts';
import type { NumberFormat } from '../ports/number-format.ts';
import type { ConversationParts } from './conversation-parts.ts';
import type { LiveCalls } from './live-calls.ts';
import type { RunnableTool, ToolInvocation } from './tool-runner.ts';
import { TransferAttempt, type TransferableCall, type TransferAttemptPorts } from './transfer-attempt.ts';
import { TransferNews } from './transfer-news.ts';

export interface TransferPorts extends TransferAttemptPorts {
  readonly numberFormat: NumberFormat;
  readonly voiceServer: { readonly baseUrl: string | null };
  readonly liveCalls: Pick<LiveCalls, 'listenForTransferNews'>;
}

/** The call, and the variables that targets and briefs may name. */
type CallWithVariables = TransferableCall & { readonly variables: CustomVariables };

/**
 * The transfers of one call. The target is dialled while the caller stays with the agent. Once the person is in a
 * conference at the carrier, the caller is taken there from the media stream, and the conversation ends. Until then nothing
 * has changed for the caller, so that the agent continues without an answer. Webhooks may reach any process: the call
 * log holds the state of a transfer.
 */
export class CallTransfers {
  readonly #ports: TransferPorts;
  #offer: AgentTransfer | null;
  #call: CallWithVariables;
  readonly #news: TransferNews;
  #attempts = 0;
  #running: TransferAttempt | null = null;
  #last: TransferAttempt | null = null;
  #ringing: (to: string | null) => void = () => undefined;

  constructor(ports: TransferPorts, call: CallWithVariables, transfer: AgentTransfer | null) {
    this.#ports = ports;
    this.#call = call;
    this.#offer = transfer;
    this.#news = new TransferNews(ports.clock);
  }

  /** What the agent that speaks can transfer to. Null: nothing. */
  get transfer(): AgentTransfer | null {
    return this.#offer;
  }

  /** Another agent of the call speaks, with targets and variables of its own. Attempts are counted together. */
  use(transfer: AgentTransfer | null, variables: CustomVariables): void {
    this.#offer = transfer;
    this.#call = { ...this.#call, variables };
  }

  /** Whether the carrier takes, or has taken, the caller from the media stream: its close does not end the call. */
  get hasLeft(): boolean {
    return this.#last?.hasLeft ?? false;
  }

  /** Has the listener told which number or SIP URI rings, unless the agent wants silence, and null when none does. */
  onRinging(listener: (to: string | null) => void): void {
    this.#ringing = (to) => (this.#offer?.ringback === false ? undefined : listener(to));
  }

  /** The tool `transfer_call` in this language. */
  tool(language: () => string): RunnableTool {
    const { liveCalls } = this.#ports;
    liveCalls.listenForTransferNews(this.#call.call_id, () => this.#news.announce());
    return {
      hasSideEffects: true,
      endsWithConversation: true,
      idempotencyKey: () => null,
      call: (invocation, signal) => this.#transfer(invocation, language(), signal),
    };
  }

  async #transfer(
    { arguments: given, run }: ToolInvocation,
    language: string,
    signal: AbortSignal,
  ): Promise<ToolAnswer> {
    const target = this.#targetNamed(given['target']);
    const to = target ? this.#destination(target) : null;
    const refusal = this.#refusal(target, to);
    if (refusal !== null || !target || to === null) return plainAnswer(false, refusal ?? TRANSFER_REFUSALS.unknown);
    const { agent_id, org_id, call_id } = this.#call;
    const webhooks = transferWebhooks(
      this.#ports.voiceServer.baseUrl,
      { agent_id, org_id, call_id },
      { run, language },
    );
    const brief = target.mode === 'warm' ? this.#brief(target, given['summary']) : null;
    const confirm = this.#confirmation(target);
    const order = { run, target, to, brief, confirm, webhooks, news: this.#news, signal };
    this.#last = this.#running = new TransferAttempt(this.#ports, this.#call, order);
    this.#attempts += 1;
    this.#ringing(to);
    const result = await this.#running.run().finally(() => {
      this.#running = null;
      this.#ringing(null);
    });
    if (result === 'answered') return plainAnswer(true, 'Transferred.');
    if (result === 'unrecorded') return plainAnswer(false, TRANSFER_REFUSALS.unrecorded);
    return plainAnswer(false, transferOutcome(result, this.#offer?.when_unanswered));
  }

  #targetNamed(wanted: unknown): TransferTarget | undefined {
    return this.#offer?.targets.find(({ name }) => name === wanted);
  }

  #refusal(target: TransferTarget | undefined, to: string | null): string | null {
    if (!target) return TRANSFER_REFUSALS.unknown;
    if (this.#running) return TRANSFER_REFUSALS.running;
    if (this.#attempts >= TRANSFERS_PER_CALL) return TRANSFER_REFUSALS.tooMany;
    return to === null ? TRANSFER_REFUSALS.noNumber : null;
  }

  /** What a variable contains has to pass the rules for configured targets. */
  #destination(target: TransferTarget): string | null {
    const { carriers, numberFormat } = this.#ports;
    const to = destinationOf(target, this.#call.variables);
    if (to?.startsWith('+')) return numberFormat.e164(to);
    return carriers.abilities(this.#call.provider)?.transfers === 'numbers_and_sip' ? to : null;
  }

  #confirmation({ confirm }: TransferTarget): TransferConfirmation | null {
    if (!confirm) return null;
    const say = oneLine(substitute(confirm.say, this.#call.variables), SUMMARY_MAX);
    return { ...confirm, say: say || confirm.key };
  }

  #brief({ brief = '{{summary}}' }: TransferTarget, given: unknown): string {
    const summary = typeof given === 'string' ? oneLine(given, SUMMARY_MAX) : '';
    return oneLine(substitute(brief, { ...this.#call.variables, summary }), 2 * SUMMARY_MAX) || DEFAULT_BRIEF;
  }
}

/** What a conversation knows of its transfers. */
export const transferParts = (transfers: CallTransfers | null): Pick<ConversationParts, 'hasLeft' | 'onRinging'> => ({
  hasLeft: () => transfers?.hasLeft ?? false,
  onRinging: (listener) => transfers?.onRinging(listener),
});
