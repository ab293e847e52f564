/** What an operator's tools read of a process. */
export interface Exposition {
  readonly contentType: string;
  text(): Promise<string>;
}

/** A request that was answered. */
export interface AnsweredRequest {
  /** One of few words of our own, never a path. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

/** Hears of every request that a service has answered. */
export type RequestMeter = (answered: AnsweredRequest) => void;
