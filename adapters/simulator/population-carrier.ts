import type { Carrier, DialRequest, FoundCall } from '../../application/ports/carrier.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { CallPatch, CallResponse } from '../../domain/calls/call-log.ts';
import { drawCallee, groupOf, type CalleeCall, type Population } from '../../domain/campaigns/population.ts';
import { seededDraws } from '../../domain/campaigns/seeded-draws.ts';

/** A call that was placed. */
export interface PlacedCall extends CalleeCall {
  readonly callId: string;
  readonly to: string;
  /** In ms since the epoch. */
  readonly at: number;
  readonly endsAt: number;
}

interface CalleeWorld {
  readonly clock: Clock;
  readonly population: Population;
  /** Position of a number in the contact list. */
  contactOf(phoneNumber: string): number;
  /** The minute of the day at the callee. */
  minuteAt(phoneNumber: string, at: Date): number;
  /** Receives what a carrier and a runtime would report of a call. */
  report(call: PlacedCall, patch: CallPatch): void;
}

type UsedCarrier = Pick<Carrier, 'provider' | 'abilities' | 'pacing' | 'dial' | 'lookUp' | 'hangUp'>;

const STATUS = {
  answered: 'completed',
  voicemail: 'completed',
  busy: 'busy',
  no_answer: 'no_answer',
  invalid_number: 'failed',
} as const satisfies Record<CalleeCall['outcome'], string>;

/** A carrier whose callees are drawn from a population. It uses no network, and no time but that of its clock. */
export class PopulationCarrier implements UsedCarrier {
  readonly provider: string;
  readonly pacing: Carrier['pacing'];
  readonly abilities: Carrier['abilities'] = {
    ...{ idempotencyMs: 0, lookUp: 'by_call', detectsMachines: true, transfers: 'none' },
  };
  readonly placed: PlacedCall[] = [];
  readonly #world: CalleeWorld;
  readonly #byId = new Map<string, PlacedCall>();
  readonly #attempts = new Map<number, number>();
  #live = 0;

  constructor(world: CalleeWorld, { provider, spacingMs }: { readonly provider: string; readonly spacingMs: number }) {
    this.#world = world;
    this.provider = provider;
    this.pacing = spacingMs === 0 ? null : { account: 'rehearsal', rate: { dials: 1, perMs: spacingMs } };
  }

  /** Calls under way. */
  get live(): number {
    return this.#live;
  }

  async dial({ callId, to }: DialRequest): Promise<{ readonly sid: string }> {
    const { clock } = this.#world;
    const drawn = this.#draw(to);
    const at = clock.now().getTime();
    const call: PlacedCall = { ...drawn, callId, to, at, endsAt: at + drawn.ringMs + drawn.talkMs };
    this.placed.push(call);
    this.#byId.set(callId, call);
    this.#live += 1;
    if (isAnswered(call)) clock.after(drawn.ringMs, () => this.#world.report(call, { status: 'in_progress' }));
    clock.after(drawn.ringMs + drawn.talkMs, () => {
      this.#live -= 1;
      this.#world.report(call, endOf(call, clock.now()));
    });
    return { sid: `rehearsed ${callId}` };
  }

  async lookUp({ callId }: { readonly callId: string }): Promise<FoundCall | null> {
    const call = this.#byId.get(callId);
    if (!call) return null;
    const now = this.#world.clock.now().getTime();
    const isOver = now >= call.endsAt;
    const isUnderWay = isAnswered(call) && now >= call.at + call.ringMs;
    return {
      sid: `rehearsed ${callId}`,
      status: isOver ? STATUS[call.outcome] : isUnderWay ? 'in_progress' : 'ringing',
      response: isOver ? call.outcome : null,
      isAnswered: isUnderWay,
      cause: null,
    };
  }

  async hangUp(): Promise<void> {}

  /** The same for an attempt at a contact, whenever it is made and whatever else is dialled. */
  #draw(to: string): CalleeCall {
    const { population, contactOf, minuteAt, clock } = this.#world;
    const contact = contactOf(to);
    const attempt = this.#attempts.get(contact) ?? 0;
    this.#attempts.set(contact, attempt + 1);
    const draw = seededDraws((population.seed ?? 1) * 104_729 + contact * 31 + attempt * 1_299_709);
    draw();
    return drawCallee(groupOf(population, contact), minuteAt(to, clock.now()), draw);
  }
}

/** Whether a person or a machine answers. */
export const isAnswered = ({ outcome }: CalleeCall): boolean => outcome === 'answered' || outcome === 'voicemail';

const endOf = ({ outcome }: PlacedCall, now: Date): CallPatch => ({
  status: STATUS[outcome],
  call_response: outcome satisfies CallResponse,
  end_time_utc: now.toISOString(),
  // As its runtime would say.
  ...(outcome === 'answered' && { end_reason: 'caller_left' }),
});
