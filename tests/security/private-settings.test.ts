import { assert } from 'chai';
import { addressFields } from '../../domain/providers/hosts.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { operationsWithBodies, type Schema } from '../http/described-operations.ts';
import { pingTool } from '../support/fake-tools.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';
import { declarations } from './provider-places.ts';

/** Servers that no organisation may name, by the host of their URL. */
const PRIVATE = [
  ...['127.0.0.1', '127.0.0.1:8000', '10.0.0.1', '172.16.3.4', '192.168.1.1', '100.64.0.1', '0.0.0.0', '0x7f000001'],
  ...['2130706433', '0177.0.0.1', '169.254.169.254', '168.63.129.16', '[::1]', '[fd00::1]', '[::ffff:10.0.0.1]'],
  ...['localhost', 'localhost.', 'a.localhost', 'metadata', 'metadata.google.internal', 'printer.local', 'db.lan'],
];

const PUBLIC = ['api.example.com', '8.8.8.8', '[2606:4700::1111]'];

type Bodies = Readonly<Record<string, (url: string) => object>>;

const agentBodies = (config: Bodies, bodyOf: (config: object) => object): Bodies =>
  Object.fromEntries(
    Object.entries(config).map(([field, change]) => [
      field,
      (url: string) => bodyOf({ ...testConfig(), ...change(url) }),
    ]),
  );

const CONFIG: Bodies = {
  'config.tools[].request.url': (url) => ({ tools: [{ ...pingTool(), request: { method: 'GET', url } }] }),
  'config.pre_call.url': (url) => ({ pre_call: { url } }),
  'config.mcp_servers[].url': (url) => ({ mcp_servers: [{ name: 'crm', url, tools: [] }] }),
};

/** Every field of a request in which the contract has a URL that the platform requests, and a body with it. */
const FIELDS: Readonly<Record<string, Bodies>> = {
  createAgent: agentBodies(CONFIG, (config) => ({ name: 'Porter', agent_category: 'websocket', config })),
  updateAgent: agentBodies(CONFIG, (config) => ({ config })),
  saveAgentDraft: agentBodies(CONFIG, (config) => ({ config })),
  listMcpTools: { url: (url) => ({ url }) },
  createEventEndpoint: { url: (url) => ({ url, event_types: ['call.ended'] }) },
  updateEventEndpoint: { url: (url) => ({ url }) },
  addWebPage: { url: (url) => ({ url }) },
  addSitemap: { url: (url) => ({ url }) },
  createSsoConnection: {
    issuer: (issuer) => ({ issuer, client_id: 'voice', client_secret: 'a secret', domain: 'acme.example' }),
  },
};

/** Fields whose URLs the platform only compares or shows. */
const NOT_REQUESTED: readonly string[] = [
  'finishSingleSignOn redirect_uri',
  'compareAgentChange config.tools[].request.url',
  'compareAgentChange config.pre_call.url',
  'compareAgentChange config.mcp_servers[].url',
  ...['updateCall', 'updateCallByProviderSid'].flatMap((id) => [`${id} transcript_url`, `${id} recording_url`]),
];

/** The texts of a body that are URLs by their name or format. */
function urlFieldsOf(schema: Schema, path = ''): string[] {
  const parts = (schema.anyOf ?? []).flatMap((each) => urlFieldsOf(each, path));
  const items = schema.items ? urlFieldsOf(schema.items, `${path}[]`) : [];
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => {
    const field = path === '' ? name : `${path}.${name}`;
    const isUrl = /(^|_)(ur[il]|issuer|endpoint)$/.test(name) || each.format === 'uri';
    return isUrl ? [field] : urlFieldsOf(each, field);
  });
  return [...new Set([...parts, ...items, ...named])];
}

const operations = operationsWithBodies().json;

describe('settings with a URL', () => {
  let world: World;
  let ada: AgentFixture;
  before(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
  });
  after(() => world.close());

  async function send(id: string, body: object) {
    const { method, path } = operations.find((each) => each.id === id)!;
    const endpoint = { url: 'https://crm.example.com/', event_types: ['call.ended'] };
    const { endpoint_id } = path.includes('{endpoint_id}')
      ? await ada.post<{ endpoint_id: string }>('/event-endpoints', endpoint)
      : { endpoint_id: '' };
    const place = path.replace('{agent_id}', ada.agentId).replace('{endpoint_id}', endpoint_id);
    const answer = await world.ask(method, place, { token: ada.token, body });
    if (endpoint_id !== '') await ada.ask('DELETE', `/event-endpoints/${endpoint_id}`);
    return answer;
  }

  it('are all listed here, as the contract has them', () => {
    const inContract = operations.flatMap(({ id, body }) => urlFieldsOf(body).map((field) => `${id} ${field}`));
    const here = Object.entries(FIELDS).flatMap(([id, bodies]) => Object.keys(bodies).map((field) => `${id} ${field}`));
    assert.sameMembers(inContract, [...here, ...NOT_REQUESTED]);
  });

  for (const [id, bodies] of Object.entries(FIELDS))
    for (const [field, bodyWith] of Object.entries(bodies)) {
      it(`are refused when ${field} of ${id} leads to a private server, with what to do about it`, async () => {
        for (const host of PRIVATE) {
          const { status, text } = await send(id, bodyWith(`https://${host}/a`));
          assert.equal(status, 422, `${host}: ${text}`);
          assert.match(text, /must not lead to the private server [^ ]+: use a public host name, or ask the operator /);
        }
      });

      it(`are accepted when ${field} of ${id} leads to a public server or to one of the operator`, async () => {
        for (const origin of [...PUBLIC.map((host) => `https://${host}`), 'http://operator.example']) {
          const { status, text } = await send(id, bodyWith(`${origin}/a`));
          assert.isBelow(status, 300, `${origin}: ${text}`);
          await removeCreated(id, text);
        }
      });
    }

  /** What has a name, or is one of few, makes room for the next one. */
  async function removeCreated(id: string, text: string): Promise<void> {
    const created = JSON.parse(text) as Readonly<Record<string, string>>;
    const path = {
      createAgent: `/agents/${created['agent_id']}`,
      createEventEndpoint: `/event-endpoints/${created['endpoint_id']}`,
      createSsoConnection: `/sso-connections/${created['connection_id']}`,
    }[id];
    if (path !== undefined) assert.equal((await ada.ask('DELETE', path)).status, 200);
  }

  const models = declarations.filter(
    ({ kind, fields }) => kind !== 'telephony' && addressFields({ fields }).length > 0,
  );

  for (const { kind, provider, fields, required } of models)
    for (const name of addressFields({ fields }))
      it(`are refused when ${name} of ${kind} ${provider} leads to a private server`, async () => {
        const config = testConfig() as { models: object };
        const needed = Object.fromEntries(
          required.filter((each) => !fields[each]?.secret).map((each) => [each, fields[each]?.default ?? 'm']),
        );
        for (const host of ['127.0.0.1', '[::1]', 'db.lan']) {
          const chosen = { provider, ...needed, [name]: `https://${host}/v1` };
          const body = { config: { ...config, models: { ...config.models, [`${kind}_config`]: chosen } } };
          const { status, detail } = await ada.ask('PATCH', `/agents/${ada.agentId}`, { body });
          assert.equal(status, 422, host);
          assert.match(
            String(detail),
            new RegExp(`^models\\.${kind}_config\\.${name} must not lead to the private server `),
          );
        }
      });

  it('are refused when those of a carrier lead to a private server, without showing them', async () => {
    const account = { account_sid: 'a', api_key: 'k', api_token: 't', app_id: '1' };
    const store = (host: string) =>
      ada.ask('POST', '/auth', {
        body: { provider: 'exotel', auth: { ...account, api_base_url: ['https://api.exotel.com', `https://${host}`] } },
      });
    for (const host of PRIVATE) {
      const { status, text } = await store(host);
      assert.equal(status, 422, host);
      assert.include(
        text,
        'auth.api_base_url must not lead to a private server: use a public one, or ask the operator',
      );
      assert.notInclude(text, host);
    }
    assert.equal((await store('api.in.exotel.com')).status, 201);
  });
});
