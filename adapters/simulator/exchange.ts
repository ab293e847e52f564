import { randomUUID } from 'node:crypto';
import { Ticker } from '../../application/runtime/ticker.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { Vendors } from '../../application/ports/providers.ts';
import type { Resampling } from '../../application/ports/resampler.ts';
import { network } from '../lib/network.ts';
import type { Accounts } from './accounts.ts';
import { calleeOf, type CalleeOptions } from './callee.ts';
import type { CallFacts } from './call-facts.ts';
import { SimulatedCall, type CallParts } from './call.ts';
import { Conferences } from './conferences.ts';
import { Faults } from './simulated-faults.ts';
import * as endings from './hang-up.ts';
import { CalleeSpeech } from './callee-speech.ts';

export interface ExchangeParts {
  readonly clock: Clock;
  readonly vendors: Pick<Vendors, 'synthesiser' | 'transcription'>;
  readonly resampling: Resampling;
  readonly accounts: Accounts;
}

/** Most stored calls, calls with audio and configured callees. */
const MOST_CALLS = 5_000;
const MOST_SOUNDS = 100;
const MOST_CALLEES = 10_000;

/** The simulated telephone network: accounts, calls, callees and faults. */
export class Exchange {
  readonly accounts: Accounts;
  readonly faults = new Faults();
  readonly calls = new Map<string, SimulatedCall>();
  readonly vendors: ExchangeParts['vendors'];
  readonly speech: CalleeSpeech;
  readonly #options = new Map<string, CalleeOptions>();
  readonly #parts: CallParts;
  readonly #sounding: SimulatedCall[] = [];

  constructor({ clock, vendors, resampling, accounts }: ExchangeParts) {
    this.accounts = accounts;
    this.vendors = vendors;
    this.speech = new CalleeSpeech({ vendors, resampling });
    const ticker = new Ticker(clock);
    this.#parts = {
      clock,
      ticker,
      conferences: new Conferences(ticker),
      // Webhooks go to the tester's address, which is often on this machine.
      network: network({ allowPrivate: true }),
      speech: this.speech,
      faults: this.faults,
    };
  }

  /** The number of live calls. */
  get liveCalls(): number {
    return [...this.calls.values()].filter(({ status }) => status !== 'ended').length;
  }

  /** Replaces the options of the callee at a number. */
  setOptions(number: string, options: CalleeOptions): void {
    if (this.#options.size < MOST_CALLEES || this.#options.has(number)) this.#options.set(number, options);
  }

  /** Places a call. The callee at the number answers outbound calls. `options` describe the caller of inbound ones. */
  call(facts: Omit<CallFacts, 'id'>, options?: CalleeOptions): SimulatedCall {
    const callee =
      facts.direction === 'outbound'
        ? calleeOf(facts.to, this.#options.get(facts.to))
        : calleeOf('', { behaviour: 'talks', ...options });
    const call = new SimulatedCall({ id: randomUUID(), ...facts }, callee, this.#parts, () => this.#ended(call));
    const [oldest] = this.calls.keys();
    if (this.calls.size >= MOST_CALLS && oldest !== undefined) this.calls.delete(oldest);
    this.calls.set(call.facts.id, call);
    call.start();
    return call;
  }

  /** Ends every call. */
  close(): void {
    for (const call of this.calls.values()) call.end(endings.NORMAL('Plivo'));
  }

  #ended(call: SimulatedCall): void {
    this.#sounding.push(call);
    if (this.#sounding.length <= MOST_SOUNDS) return;
    const oldest = this.#sounding.shift();
    oldest?.media?.playback.discardRecording();
    oldest?.directSound?.playback.discardRecording();
  }
}
