import { network } from '../adapters/lib/network.ts';

/** Where agents find the model gateway: where the operator says, else where the gateway of this very process listens. */
export class GatewayAddress {
  readonly apiKey: string | null;
  readonly network = network({ allowPrivate: true });
  #baseUrl: string | null;

  constructor(configured: string | null, apiKey: string | null) {
    this.#baseUrl = configured;
    this.apiKey = apiKey;
  }

  get baseUrl(): string {
    if (this.#baseUrl === null) throw new Error('The model gateway does not listen yet');
    return this.#baseUrl;
  }

  /** Told once the gateway listens. What the operator said stands. */
  listensAt(url: string): void {
    this.#baseUrl ??= url;
  }
}
