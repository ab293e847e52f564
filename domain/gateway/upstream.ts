/** What model servers behind the gateway are for. */
export const SLOTS = ['stt', 'tts', 'llm', 'embeddings'] as const;
export type Slot = (typeof SLOTS)[number];

/** One model server behind the gateway, in one of its slots. */
export interface Upstream {
  readonly slot: Slot;
  /** Where its interface begins, such as http://127.0.0.1:11434/v1, without a closing slash. */
  readonly url: string;
  /** What it is asked for when a call leaves the model open; null where the server decides. */
  readonly model: string | null;
  /** The key it asks for; null where it asks for none. */
  readonly apiKey: string | null;
}

/** The name of the model of a call that leaves the model open. */
const DEFAULT_MODEL = 'default';

/** The name under which the speech that is built in can be asked for. */
export const LOCAL_MODEL = 'local';

/** The model that a call names; null when it leaves the model open. */
export const namedModel = (named: string | null): string | null =>
  named === null || named === '' || named === DEFAULT_MODEL ? null : named;
