/** Where carriers reach the runtime: where the operator says, else where the runtime of this very process listens. */
export class VoiceServerAddress {
  readonly #configured: string | null;
  #own: string | null = null;

  constructor(configured: string | null) {
    this.#configured = configured;
  }

  get baseUrl(): string | null {
    return this.#configured ?? this.#own;
  }

  /** Where browsers reach it that reached this machine under that host name. */
  reachedFrom(hostName: string): string | null {
    if (this.#configured !== null || this.#own === null) return this.#configured;
    const url = new URL(this.#own);
    url.hostname = hostName;
    return url.origin;
  }

  /** Told once the runtime listens. What the operator said stands. */
  listensAt(url: string): void {
    this.#own = url;
  }
}
