/** Where carriers reach the runtime: where the operator says, else where the runtime of this very process listens. */
export class VoiceServer {
  #baseUrl: string | null;

  constructor(configured: string | null) {
    this.#baseUrl = configured;
  }

  get baseUrl(): string | null {
    return this.#baseUrl;
  }

  /** Told once the runtime listens. What the operator said stands. */
  listensAt(url: string): void {
    this.#baseUrl ??= url;
  }
}
