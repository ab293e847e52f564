// breaks banned-local-name
// breaks banned-name
export interface Answer {
  readonly isForeseen: boolean;
}

export class Pool {
  readonly #mind: string;

  constructor(words: string) {
    this.#mind = words;
  }

  get text(): string {
    return this.#mind;
  }
}
