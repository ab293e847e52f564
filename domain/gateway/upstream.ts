/** Services of model servers behind the gateway. */
export const SLOTS = ['stt', 'tts', 'llm', 'embeddings'] as const;
export type Slot = (typeof SLOTS)[number];

/** A model server behind the gateway, for one slot. */
export interface Upstream {
  readonly slot: Slot;
  /** Base URL, such as http://127.0.0.1:11434/v1, without a trailing slash. */
  readonly url: string;
  /** Default model of the server. Null: the server decides. */
  readonly model: string | null;
  /** API key. Null: none needed. */
  readonly apiKey: string | null;
}

/** Model name that selects the default model. */
const DEFAULT_MODEL = 'default';

/** Model name of the built-in speech. */
export const LOCAL_MODEL = 'local';

/** The model a request names. Null: the default. */
export const namedModel = (named: string | null): string | null =>
  named === null || named === '' || named === DEFAULT_MODEL ? null : named;
