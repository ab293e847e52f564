import type { GenerationRequest, LanguageModel } from '../../ports/language-model.ts';
import { UsageMeter, type MeteredModel } from '../usage-meter.ts';
import { meteredModel } from '../metered-vendors.ts';
import { amountIn, amountText, sumOf, type Micros } from '../../../domain/costs/money.ts';
import { rate, type PriceTable } from '../../../domain/costs/price-table.ts';
import { estimatedTokens, type UsageItem } from '../../../domain/costs/usage.ts';
import { VendorFailure } from '../../ports/vendor-failure.ts';
import type { CostOfUsage } from '../../../domain/rehearsal/attempt.ts';
import type { OpenModel } from './open-model.ts';

/** What an answer is assumed to have before it is there, in tokens. */
const OUTPUT_TOKENS = 500;

/** The cost that the suite allows is reached: no further request is sent. */
class CostReached extends VendorFailure {
  constructor(limit: string) {
    super(`The cost of ${limit} that the suite allows is reached`, { retryable: false });
    this.name = 'CostReached';
  }
}

/** What a rehearsal has cost, and may cost. */
export class CostAccount {
  readonly #prices: PriceTable;
  readonly #limit: Micros | null;
  readonly #meters = new Set<UsageMeter>();
  #spent: Micros;
  #reserved: Micros = 0;
  /** Conversations of which a request was refused. */
  readonly #refused = new Set<UsageMeter>();

  /** `spent`: what was spent before. */
  constructor(prices: PriceTable, limit: string | undefined, spent: Micros = 0) {
    this.#prices = prices;
    this.#spent = spent;
    this.#limit = limit === undefined ? null : amountIn(limit);
  }

  get currency(): string {
    return this.#prices.currency;
  }

  /** Whether a request of this conversation was refused because of its cost. */
  hasRefused(meter: UsageMeter): boolean {
    return this.#refused.has(meter);
  }

  /** A meter of one conversation, which counts until it is closed. */
  open(): UsageMeter {
    const meter = new UsageMeter();
    this.#meters.add(meter);
    return meter;
  }

  /** What the conversation used, and what that costs. */
  close(meter: UsageMeter): { readonly usage: readonly UsageItem[]; readonly cost: CostOfUsage } {
    const usage = meter.lines();
    const cost = this.#costOf(usage);
    this.#meters.delete(meter);
    this.#spent = sumOf([this.#spent, cost.amount]);
    return { usage, cost };
  }

  /** Why the limit could not be kept with these models. Null: it can, or there is none. */
  whyUnlimited(models: readonly MeteredModel[]): string | null {
    if (this.#limit === null) return null;
    const unpriced = models.filter((about) => !rate(this.#prices, line(about, 'input_tokens', 1)));
    const names = [...new Set(unpriced.map(({ provider, model }) => `${provider} ${model ?? ''}`.trim()))];
    return names.length === 0 ? null : `limits.cost needs prices: set PRICES_FILE to a file with ${names.join(', ')}`;
  }

  /** The model, metered. A request that could exceed the limit is not sent: it fails with `CostReached`. */
  guarded({ model, about }: OpenModel, meter: UsageMeter): LanguageModel {
    const metered = meteredModel(model, meter, about);
    const reserve = (request: GenerationRequest): Micros => this.#reserve(about, request, meter);
    const release = (amount: Micros): void => void (this.#reserved -= amount);
    return {
      model: model.model,
      close: () => undefined,
      async *generate(request, signal) {
        const reserved = reserve(request);
        try {
          yield* metered.generate(request, signal);
        } finally {
          release(reserved);
        }
      },
    };
  }

  #reserve(about: MeteredModel, { messages, tools }: GenerationRequest, meter: UsageMeter): Micros {
    if (this.#limit === null) return 0;
    const input = estimatedTokens(JSON.stringify([messages, tools]).length);
    const { amount } = this.#costOf([line(about, 'input_tokens', input), line(about, 'output_tokens', OUTPUT_TOKENS)]);
    const running = [...this.#meters].map((each) => this.#costOf(each.lines()).amount);
    if (sumOf([this.#spent, this.#reserved, amount, ...running]) > this.#limit) {
      this.#refused.add(meter);
      throw new CostReached(`${amountText(this.#limit)} ${this.currency}`);
    }
    this.#reserved += amount;
    return amount;
  }

  #costOf(usage: readonly UsageItem[]): CostOfUsage {
    const rated = usage.map((each) => ({ each, rated: rate(this.#prices, each) }));
    return {
      amount: sumOf(rated.map((one) => one.rated?.amount ?? 0)),
      unpriced: [...new Set(rated.flatMap((one) => (one.rated ? [] : [one.each.model ?? one.each.provider])))],
    };
  }
}

const line = ({ provider, model }: MeteredModel, metric: UsageItem['metric'], quantity: number): UsageItem => ({
  kind: 'llm',
  ...{ provider, model, metric, quantity },
});
