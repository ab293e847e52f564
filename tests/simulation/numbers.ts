import type { PhoneNumberRepository } from '../../application/ports/phone-numbers.ts';
import type { NumberRest } from '../../domain/telephony/number-rest.ts';
import type { PhoneNumber } from '../../domain/telephony/phone-number.ts';
import { orgOf } from './surroundings.ts';

/** A time in which an organisation does not have one of its numbers. In monotonic milliseconds. */
interface LostNumber {
  readonly number: string;
  readonly from: number;
  until: number;
}

/** A rest that was stored with its number, and when. */
interface StoredRest {
  readonly number: string;
  readonly at: number;
  readonly rest: NumberRest;
}

/** The numbers of all organisations, each told by its last digits, and what became of them. */
export class SimulatedNumbers implements Pick<PhoneNumberRepository, 'find' | 'findMany' | 'change'> {
  readonly lost: LostNumber[] = [];
  readonly rests: StoredRest[] = [];
  now: () => number = () => 0;

  find = async (number: string): Promise<PhoneNumber | null> => this.#stored(number);

  findMany = async (numbers: readonly string[]): Promise<PhoneNumber[]> => numbers.map((each) => this.#stored(each));

  change: PhoneNumberRepository['change'] = async ({ phone_number }, { resting }) => {
    if (resting) this.rests.push({ number: phone_number, at: this.now(), rest: resting });
    return this.#stored(phone_number);
  };

  /** Takes a number from its organisation, or gives it back. */
  toggle(number: string): void {
    const lost = this.#lossOf(number);
    if (lost) lost.until = this.now();
    else this.lost.push({ number, from: this.now(), until: Infinity });
  }

  /** Gives all numbers back. */
  restore(): void {
    for (const lost of this.lost) lost.until = Math.min(lost.until, this.now());
  }

  #lossOf = (number: string): LostNumber | undefined =>
    this.lost.find((each) => each.number === number && each.until === Infinity);

  #stored(phone_number: string): PhoneNumber {
    const resting = this.rests.findLast(({ number }) => number === phone_number)?.rest;
    const owner = this.#lossOf(phone_number) ? 'nobody' : orgOf(phone_number);
    return { phone_number, org_id: owner, provider: 'plivo', ...(resting && { resting }) } as PhoneNumber;
  }
}
