import type { InstallationApi } from './installation-api.ts';
import { errorMessage } from '../../domain/errors.ts';

/** The URLs that an agent's carrier calls. */
export interface AgentWebhooks {
  /** The carrier whose token signs them. */
  readonly provider: string;
  readonly answerUrl: string;
  readonly hangupUrl: string | null;
}

/** The carrier of an agent, as the API answers it. Null for an agent in browsers. */
export type StoredTelephony = {
  readonly provider: string;
  readonly answer_url: string;
  readonly hangup_url?: string;
} | null;

/** Carriers whose webhooks and media streams can be made here. */
export const CARRIERS: readonly string[] = ['simulator', 'plivo'];
/** The beginning of a secret that is not shown. */
const MASK = '*';

export const webhooksOf = (telephony: StoredTelephony): AgentWebhooks | null =>
  telephony && {
    provider: telephony.provider,
    answerUrl: telephony.answer_url,
    hangupUrl: telephony.hangup_url ?? null,
  };

/** What signs the webhooks of an agent: CARRIER_AUTH_TOKEN, or what the organisation stored for its carrier, where the API shows it. */
export async function carrierToken(
  api: InstallationApi,
  provider: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const given = env['CARRIER_AUTH_TOKEN'];
  if (given) return given;
  const advice = 'Set CARRIER_AUTH_TOKEN to the auth_token that the organisation stored for its carrier';
  const stored = await api
    .json<{ auth: Readonly<Record<string, unknown>> }>(`/auth/${encodeURIComponent(provider)}`)
    .catch((error: unknown) => {
      throw new Error(`${errorMessage(error)} ${advice}`, { cause: error });
    });
  const token = stored.auth['auth_token'];
  // Others than admins see the end of it only.
  if (typeof token !== 'string' || token.startsWith(MASK)) throw new Error(advice);
  return token;
}
