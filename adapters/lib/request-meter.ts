/** Metrics in the format operators scrape. */
export interface Exposition {
  readonly contentType: string;
  text(): Promise<string>;
}

export interface AnsweredRequest {
  /** A name from a small fixed set, never a path. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

/** Records an answered request. */
export type RequestMeter = (answered: AnsweredRequest) => void;
