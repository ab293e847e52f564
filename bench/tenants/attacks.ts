import { harmfulPdfs } from '../../tests/adapters/document-parsers/hostile-pdfs.ts';

/** One request of an attack, as the attacker's HTTP client sends it. */
export interface Request {
  readonly method: string;
  readonly path: string;
  /** JSON, a form, or the parts of an upload. */
  readonly body?: string | URLSearchParams | FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent to the runtime's port instead of the API's. */
  readonly runtime?: boolean;
}

/** What is known of the tenant that is to be harmed. */
export interface Victim {
  readonly orgId: string;
  readonly agentId: string;
  readonly webAgentId: string;
  readonly email: string;
}

/** What an attacker knows: a tenant of its own, and the tenant that it wants to harm. */
export interface Tenant {
  readonly orgId: string;
  readonly agentId: string;
  readonly email: string;
  readonly victim: Victim;
}

type Attack = (tenant: Tenant, turn: number) => Request;

const json = (method: string, path: string, body: unknown): Request => ({
  method,
  path: `/api/v1${path}`,
  body: JSON.stringify(body),
});
const get = (path: string): Request => ({ method: 'GET', path: `/api/v1${path}` });
const list = (length: number, item: unknown): unknown[] => Array.from({ length }, () => item);

const upload = (path: string, name: string, bytes: Uint8Array, fields: Record<string, string> = {}): Request => {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append('file', new Blob([new Uint8Array(bytes)]), name);
  return { method: 'POST', path: `/api/v1${path}`, body };
};

const agent = (stt: object, llm: object): object => ({
  name: 'Hostile',
  agent_category: 'websocket',
  config: {
    prompts: { system_prompt: 'x', greeting_message: 'x' },
    language: { primary: 'en' },
    models: {
      stt_config: { provider: 'local', ...stt },
      tts_config: { provider: 'local' },
      llm_config: { provider: 'script', ...llm },
    },
  },
});

/** Rules that take a backtracking engine years for one text of its caller's, and can be stored. */
export const SLOW_AGENT = agent({}, { rules: list(100, { when: '(?:a|aa|a)+b', say: '$&' }), otherwise: 'x' });
/** A pattern that is too large to be stored. */
const SLOW_PATTERN = `(?:(a)|(a)){0,40}b${'()'.repeat(200)}`;
const PDFS = harmfulPdfs();
const CONTACTS = new TextEncoder().encode(
  `phone_number,name\n${Array.from({ length: 20_000 }, (_, at) => `+1415555${String(at).padStart(4, '0')},x`).join('\n')}`,
);

/** What each hostile tenant does, all of it at once. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'slow patterns': () => json('POST', '/agents', agent({}, { rules: list(100, { when: SLOW_PATTERN, say: '$&' }) })),
  'a million phrases': () => json('POST', '/agents', agent({ phrases: list(900_000, 7) }, {})),
  'wrong settings': () => json('POST', '/agents', agent({}, { rules: list(900, { a: 1, b: 2, c: 3 }) })),
  'new agents': (_, turn) =>
    json('POST', '/agents', { ...agent({}, { otherwise: 'x'.repeat(150_000) }), name: `Hostile ${turn}` }),
  'wrong passwords': ({ victim }, turn) =>
    json('POST', '/users/login', { email: victim.email, password: `wrong ${turn}` }),
  'sign-ups': ({ email }, turn) =>
    json('POST', '/users/signup', { email: `${turn}.${email}`, password: 'a long password', organisation_name: 'x' }),
  'forgotten passwords': ({ victim }) => json('POST', '/users/forgot-password', { email: victim.email }),
  invitations: ({ orgId }, turn) =>
    json('POST', '/members/invite', {
      org_id: orgId,
      email: `${turn}.victim@example.com`,
      password: 'my own password',
      role: 'member',
    }),
  renewals: ({ orgId }) => json('POST', '/users/switch-organisation', { org_id: orgId }),
  analytics: ({ orgId }) => get(`/calls/org/${orgId}/analytics`),
  'call lists': ({ orgId }) => get(`/calls/org/${orgId}`),
  'foreign objects': ({ victim }) => get(`/agents/${victim.agentId}`),
  documents: (_, turn) => upload('/knowledge/upload', 'hostile.pdf', PDFS[turn % PDFS.length] as Uint8Array),
  'contact lists': () => upload('/campaign/upload', 'contacts.csv', CONTACTS),
  numbers: ({ agentId }, turn) =>
    json('POST', '/phone-numbers/attach', {
      phone_number: `+1555${String(turn).padStart(7, '0')}`,
      provider: 'simulator',
      agent_id: agentId,
    }),
  credentials: (_, turn) =>
    json('POST', '/auth', { provider: 'openai_compatible', auth: { api_key: `key ${turn}`.padEnd(4_000, 'x') } }),
  'forged webhooks': ({ victim }, turn) => ({
    method: 'POST',
    path: `/answer?agent_id=${victim.agentId}&org_id=${victim.orgId}`,
    body: new URLSearchParams({ CallUUID: `forged-${turn}`, From: '1', To: '2', Direction: 'inbound' }),
    runtime: true,
  }),
};
