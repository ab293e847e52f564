/**
 * Address at which carriers reach the runtime: VOICE_SERVER_BASE_URL if set, otherwise that of this process's runtime.
 */
export class VoiceServerAddress {
  readonly #configured: string | null;
  #own: string | null = null;

  constructor(configured: string | null) {
    this.#configured = configured;
  }

  get baseUrl(): string | null {
    return this.#configured ?? this.#own;
  }

  /** URL of the runtime for browsers that reached this machine under this host name. */
  reachedFrom(hostName: string): string | null {
    if (this.#configured !== null || this.#own === null) return this.#configured;
    const url = new URL(this.#own);
    url.hostname = hostName;
    return url.origin;
  }

  /** Sets the address of this process's runtime. A configured address takes precedence. */
  listensAt(url: string): void {
    this.#own = url;
  }
}
