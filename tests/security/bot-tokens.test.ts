import { assert } from 'chai';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { INTERNAL_KEY, openWorld, type World } from '../support/world.ts';
import { namedOperations } from './named-operations.ts';
import { fillOrganisation, PLAIN, type FilledOrganisation } from './two-organisations.ts';

/** What the runtime asks for with a bot token, and what the specification names for one. */
const ALLOWED = [
  ...[
    'getAgent',
    'getAgentDraft',
    'getAgentVersion',
    'getProviderAuth',
    'getToolSecret',
    'registerInboundCall',
    'registerWebCall',
    'claimCall',
  ],
  ...['getCall', 'updateCall', 'updateCallByProviderSid', 'getCallMetrics', 'putCallMetrics'],
  ...['scheduleCallback', 'cancelCallback'],
];

const UPLOADS: Readonly<Record<string, string>> = {
  uploadContacts: 'phone_number\n+14155550101\n',
  importSuppressions: 'phone_number\n+14155550101\n',
  uploadDocument: '%PDF-words',
};

describe('bot token', () => {
  let world: World;
  let ada: FilledOrganisation;
  let token: string;
  before(async () => {
    world = await openWorld();
    ada = await fillOrganisation(world, 'ada', 1);
    await world.ports.ingestion.stop();
    const exchange = { key: INTERNAL_KEY, body: { org_id: ada.fixture.org_id } };
    const { body } = await world.ask('POST', '/api/v1/users/bot/token', exchange);
    token = (body as { access_token: string }).access_token;
  });

  const ask = ({ id, method, request }: ReturnType<typeof namedOperations>[number]) => {
    const { path, body, ...sound } = request({ ...PLAIN, ...ada.names });
    const content = UPLOADS[id];
    if (content !== undefined)
      return sendForm(
        world,
        token,
        fileForm(content, id === 'uploadDocument' ? 'Hours.pdf' : 'list.csv'),
        path.replace('/api/v1', ''),
      );
    return world.ask(method, path, { token, ...sound, ...(body !== undefined && { body }) });
  };

  it('opens only the operations that the runtime and the specification need', async () => {
    const opened: string[] = [];
    for (const operation of namedOperations().filter(({ credential }) => credential === 'token')) {
      const { status, text } = await ask(operation);
      if (status === 403) assert.include(text, 'A bot token may not do this', operation.id);
      else opened.push(operation.id);
      assert.notInclude([401, 500], status, `${operation.id} ${text}`);
    }
    assert.sameMembers(opened, ALLOWED);
  });

  it('has the role admin and sees credentials in plain text', async () => {
    const answer = await world.ask('GET', '/api/v1/auth/test_llm', { token });
    assert.deepInclude(answer.body as object, { auth: { api_key: 'of ada' } });
    assert.deepInclude(world.ports.tokens.verify(token)!, { role: 'admin' });
  });
});
