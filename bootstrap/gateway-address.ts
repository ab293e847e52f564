import { network } from '../adapters/lib/network.ts';

/** Address of the model gateway: GATEWAY_URL if set, otherwise that of this process's gateway. */
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

  /** Sets the address of this process's gateway. A configured address takes precedence. */
  listensAt(url: string): void {
    this.#baseUrl ??= url;
  }
}
