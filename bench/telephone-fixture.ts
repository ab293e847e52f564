import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plivoSignature } from '../adapters/lib/plivo-signature.ts';
import { readConfig } from '../bootstrap/config.ts';
import { ApiClient } from '../tools/demo/api-client.ts';
import { RECEPTIONIST } from '../tools/demo/scene.ts';
import { startPlatform } from '../bootstrap/platform.ts';
import { resolveKeys } from '../bootstrap/secrets.ts';

const TOKEN = 'only for the bench';
/** What API and runtime of the bench share. */
export const INTERNAL_API_KEY = randomBytes(32).toString('base64url');

/** The API and the carrier in this process, for a runtime that is to listen there, with an agent that is to be called. */
export async function openTelephoneFixture(runtimeUrl: string, more: Readonly<Record<string, string>> = {}) {
  const env = {
    DATA_DIR: await mkdtemp(join(tmpdir(), 'voice-bench-')),
    API_PORT: '0',
    SIMULATOR_PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    INTERNAL_API_KEY,
    PROVIDER_AUTH_ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
    VOICE_SERVER_BASE_URL: runtimeUrl,
    DEFAULT_ORG_CONCURRENCY_LIMIT: '1000',
    ...more,
  };
  const config = readConfig(env, ['api', 'simulator']);
  const platform = await startPlatform(config, await resolveKeys(config));
  const fixture = await telephoneFixtureOf({
    apiBaseUrl: platform.apiBaseUrl,
    simulatorUrl: platform.simulatorUrl ?? '',
    runtimeUrl,
  });
  return { ...fixture, close: () => platform.close() };
}

/** Where the services of a platform listen. */
export interface FixtureAddresses {
  readonly apiBaseUrl: string;
  readonly simulatorUrl: string;
  readonly runtimeUrl: string;
}

/** A tenant of a running platform, with an agent that is to be called at the telephone. */
export async function telephoneFixtureOf({ apiBaseUrl, simulatorUrl, runtimeUrl }: FixtureAddresses) {
  const api = new ApiClient(apiBaseUrl);
  const account = { email: 'bench@example.com', password: 'only for the bench', organisation_name: 'Bench' };
  const { access_token, org_id } = await api.ask<{ access_token: string; org_id: string }>(
    'POST',
    '/users/signup',
    account,
  );
  api.authorise(access_token);
  await api.ask('POST', '/auth', { provider: 'simulator', auth: { auth_id: 'MABENCH', auth_token: TOKEN } });
  const agent = { ...RECEPTIONIST, agent_category: 'telephony', telephony_provider: 'simulator' };
  const { agent_id } = await api.ask<{ agent_id: string }>('POST', '/agents', agent);
  const { agent_id: webAgentId } = await api.ask<{ agent_id: string }>('POST', '/agents', {
    ...RECEPTIONIST,
    name: 'Web',
  });
  const answerUrl = `${runtimeUrl}/answer?agent_id=${agent_id}&org_id=${org_id}`;
  return {
    runtimeUrl,
    apiBaseUrl,
    simulatorUrl,
    token: access_token,
    victim: { orgId: org_id, agentId: agent_id, webAgentId, email: account.email },
    /** Places an inbound call; returns the URL of the media stream. */
    async ring(): Promise<string> {
      const form = { CallUUID: crypto.randomUUID(), From: '14155550100', To: '15550100000', Direction: 'inbound' };
      const nonce = crypto.randomUUID();
      const signed = { method: 'POST', url: answerUrl, form: Object.entries(form), nonce };
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-plivo-signature-v3': plivoSignature(TOKEN, signed),
        'x-plivo-signature-v3-nonce': nonce,
      };
      const body = new URLSearchParams(form).toString();
      const reply = await fetch(answerUrl, { method: 'POST', headers, body });
      const text = await reply.text();
      const [url] = /wss?:[^<]+/.exec(text) ?? [];
      if (url === undefined) throw new Error(`The runtime answered ${reply.status}: ${text}`);
      return url;
    },
  };
}

export type TelephoneFixture = Awaited<ReturnType<typeof openTelephoneFixture>>;
