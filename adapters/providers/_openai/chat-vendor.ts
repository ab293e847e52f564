import { integer, number, secret, text } from '../../../domain/providers/fields.ts';
import type { Network } from '../../lib/network.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { bearer } from '../bearer.ts';
import type { ChatWire } from './chat.ts';

interface VendorDescription {
  /** URL where users create API keys. */
  readonly keys: string;
  readonly baseUrl: string;
  /** The first one is the default. */
  readonly models: readonly [string, ...string[]];
  /** URL of the vendor's model list. */
  readonly list: string;
  readonly temperature?: number;
  readonly longest?: number;
}

/** Common fields of vendors with a chat completions API: key, model, sampling, limits and base URL. */
export const chatFields = ({ keys, baseUrl, models, list, temperature = 2, longest = 65_536 }: VendorDescription) => ({
  api_key: secret({ docs_url: keys }),
  model: text({ default: models[0], examples: models, allow_custom_input: true, docs_url: list }),
  temperature: number({ minimum: 0, maximum: temperature }),
  top_p: number({ minimum: 0, maximum: 1 }),
  max_tokens: integer({ minimum: 1, maximum: longest, description: 'The longest answer, reasoning included.' }),
  base_url: text({ format: 'uri', default: baseUrl, examples: [baseUrl], allow_custom_input: true }),
});

/** Rejects a malformed base URL with `invalid`. */
export const checkBaseUrl = ({ base_url }: { readonly base_url: string }): void => void upstreamUrl(base_url);

interface VendorSettings {
  readonly api_key?: string | undefined;
  readonly base_url: string;
  readonly model: string;
}

/** Connection options of a vendor with these fields. */
export const chatWire = (vendor: string, { api_key, base_url, model }: VendorSettings, network: Network) =>
  ({ vendor, baseUrl: base_url, headers: bearer(api_key), model, network }) satisfies Partial<ChatWire>;

/** Whether the model is one of OpenAI's open models, which always reason. Low effort gives the shortest latency. */
export const isGptOss = (model: string): boolean => /(^|\/)gpt-oss\b/.test(model);
