import { assert } from 'chai';
import type { Answer } from '../support/client.ts';
import { testConfig } from '../support/providers.ts';
import { INTERNAL_KEY, openWorld, type World } from '../support/world.ts';
import { namedOperations, type NamedOperation, type Names } from './named-operations.ts';
import { fillOrganisation, ON_THE_TELEPHONE, PLAIN, type FilledOrganisation } from './two-organisations.ts';

/** What a name that stands for nothing of an organisation stands for. Names that end like an id have to be here. */
const NO_OBJECT: Readonly<Record<string, string>> = {
  client_id: 'what an OpenID provider calls this platform',
  url: 'one’s own server, which receives events',
  to_number: 'whom a call is made to',
  turn_number: 'the turns of a call, counted',
  answer_number: 'the answers of a call, counted',
  number: 'the answers of a call, counted',
  canary_id: 'the canary that decided on a call, as the log of the call has it',
  chunk_id: 'a passage of a document, in a citation',
  key: 'a key of a telephone',
  publication_key: 'a run that the command publishes, among those of one suite',
  idempotency_key: 'a request to a tool, for the server of the tool only',
};
/** How names end that could stand for something of an organisation. */
const ID = /(?:^|_)(?:ids?|sid|email|number|url|key|actor)$|^secret_name$/;

/** Operations that need a name of their own for the same thing, and those where it is none of an organisation. */
const OTHERWISE_NAMED: Readonly<Record<string, string>> = {
  'getSttSetting provider': 'a provider, which is public',
  'getTtsSetting provider': 'a provider, which is public',
  'getLlmSetting provider': 'a provider, which is public',
  'getTelephonySetting provider': 'a provider, which is public',
  'getAuthCatalogEntry provider': 'a provider, which is public',
  'putCallMetrics provider': 'a provider in the usage of a call, which is public',
  'listProviderInventory provider': 'a provider; the numbers are those of one’s own account there',
  'attachPhoneNumber provider': 'a provider; its credentials are one’s own',
  'storeProviderAuth provider': 'a provider; the credentials become one’s own',
  'inviteMember email': 'a person, who may belong to several organisations',
  'registerInboundCall from_number': 'any user',
  'addSuppression phone_number': 'any person',
  'requestErasure phone_number': 'any person: what one’s own organisation stores about it is erased',
  'registerInboundCall provider_call_sid': 'what the carrier calls one’s own call',
  'updateCall provider_call_sid': 'what the carrier calls one’s own call',
  'updateCall document_id': 'a document that an answer cites',
  'updateCall agent_id': 'an agent that spoke in the call, which the runtime reports',
  'updateCallByProviderSid agent_id': 'an agent that spoke in the call, which the runtime reports',
  'updateCallByProviderSid document_id': 'a document that an answer cites',
};

/** What is answered where it is not 404, as the specification has it; to what exists nowhere just as well. */
const ANSWERS: Readonly<Record<string, number>> = {
  'switchOrganisation org_id': 400,
  'getUser email': 403,
  'listMembers org_id': 403,
  'deleteOrganisation org_id': 403,
  'listOrganisationCalls org_id': 403,
  'getCallAnalytics org_id': 403,
  'getCallOutcomes org_id': 403,
  'exportCalls org_id': 403,
  'getOrganisationUsage org_id': 403,
  'getRetention org_id': 403,
  'setRetention org_id': 403,
  'getBudget org_id': 403,
  'setBudget org_id': 403,
  'eraseOrganisation org_id': 403,
  'listAuditEvents actor': 200,
  // The run that the test has is over.
  'publishRehearsalConversation conversation_id': 400,
  'publishRehearsalRecording conversation_id': 400,
  'listRehearsalSuites agent_id': 200,
  'listCosts agent_id': 200,
  'listOrganisationCalls agent_id': 200,
  'listGaps agent_id': 200,
  'getCallOutcomes agent_id': 200,
  'exportCalls agent_id': 200,
  'listCosts campaign_id': 200,
  'listOrganisationCalls campaign_id': 200,
  'exportCalls campaign_id': 200,
  // Only an account that has the number at the carrier learns that it is taken.
  'attachPhoneNumber phone_number': 422,
  'startOutboundCall from_number': 422,
  'createCampaign from_number': 422,
  'updateCall recording_url': 422,
  'updateCall transcript_url': 422,
  'updateCallByProviderSid recording_url': 422,
  'updateCallByProviderSid transcript_url': 422,
  'createCampaign source_id': 400,
  'renewCalls call_id': 200,
  'retrieveChunks document_ids': 200,
  'askKnowledge document_ids': 200,
  'createAgent config': 422,
  'updateAgent config': 422,
  'saveAgentDraft config': 422,
};

/**
 * What they cannot do any more once they have done all else: the draft of the agent is published, and the agent deleted by then. The suite
 * is replaced by one that does not answer the tool of the agent, and deleted with its run.
 */
const AFTERWARDS = [
  'deleteOrganisation',
  'discardAgentDraft',
  'abortAgentCanary',
  'startRehearsalRun',
  'deleteRehearsalRun',
];

/** Where ids hide in what the contract leaves open. */
const HIDDEN: Readonly<Record<string, readonly string[]>> = {
  createAgent: ['config'],
  updateAgent: ['config'],
  saveAgentDraft: ['config'],
};

interface Try {
  readonly operation: NamedOperation;
  readonly name: string;
  readonly what: string;
}

describe('two organisations', () => {
  const operations = namedOperations().filter(({ credential }) => credential !== null);
  const tries: Try[] = operations.flatMap((operation) =>
    [...operation.names.filter((name) => isForeign(operation, name)), ...(HIDDEN[operation.id] ?? [])].map((name) => ({
      operation,
      name,
      what: `${operation.id} ${name}`,
    })),
  );
  let world: World;
  let ada: FilledOrganisation;
  let eve: FilledOrganisation;
  let belonged: readonly string[];
  before(async () => {
    world = await openWorld();
    ada = await fillOrganisation(world, 'ada', 1);
    eve = await fillOrganisation(world, 'eve', 2);
    // Their background writes are not traces of a request.
    await world.ports.ingestion.stop();
    await world.ports.erasureWorker.stop();
    await world.ports.campaignEngine.stop();
    belonged = await belongings();
    assert.isAbove(belonged.length, 10);
  });

  const numbersAtCarrier = (): Set<string> => world.ports.carriers.carrier('plivo').numbersOwned;

  const ask = ({ operation, name }: Try, as: FilledOrganisation, named: Names): Promise<Answer> => {
    const { path, ...sent } = operation.request({ ...PLAIN, ...ownNames(as, operation), ...named }, name);
    const credential = operation.credential === 'key' ? { key: INTERNAL_KEY } : { token: as.fixture.token };
    return world.ask(operation.method, path, { ...credential, ...sent });
  };

  /** Everything that is stored of Ada’s, and the names of all objects. */
  const belongings = async (): Promise<string[]> => {
    const stored = Object.values(await world.ports.documents.everything()).flat();
    const keys: string[] = [];
    for await (const key of world.ports.objects.keys()) keys.push(key);
    const { org_id, email } = ada.fixture;
    return [...stored.map((each) => JSON.stringify(each)), ...keys]
      .filter((each) => each.includes(org_id) || each.includes(email))
      .toSorted();
  };

  it('are tested with every path parameter of the contract', () => {
    const unknown = operations.flatMap(({ id, names }) =>
      names
        .filter((name) => ID.test(name) && !(name in ada.names) && !(name in NO_OBJECT))
        .map((name) => `${id} ${name}`),
    );
    assert.deepEqual(unknown, [], 'add a value of each organisation to two-organisations.ts, or the name to NO_OBJECT');
    const known = new Set(tries.map(({ what }) => what));
    const gone = Object.keys(ANSWERS).filter((what) => !known.has(what));
    assert.deepEqual(gone, []);
    assert.isAbove(tries.length, 40);
  });

  it('see nothing of each other in any list', async () => {
    // The id of a conversation is its place in a run: two characters, which other ids have as well.
    const { conversation_id: _place, ...names } = ada.names;
    const secrets = [ada.fixture.email, ...Object.values(names).flat()]
      .filter((value) => value !== 'test_llm')
      .map(String);
    const reads = operations.filter(({ method, credential }) => method === 'GET' && credential === 'token');
    assert.isAbove(reads.length, 20);
    for (const operation of reads) {
      const { text } = await ask({ operation, name: '', what: operation.id }, eve, {});
      for (const secret of secrets) assert.notInclude(text, secret, operation.id);
    }
  });

  for (const each of tries)
    it(`cannot access each other’s object: ${each.what}`, async () => {
      const { name, what } = each;
      const [theirs, nowhere] = [namedBy(ada.names, name), nothing(ada.names, name)];
      // In the tests all organisations share one account at the carrier: Eve's does not hold Ada's number.
      numbersAtCarrier().delete(String(ada.names['phone_number']));
      const answer = await ask(each, eve, theirs);
      assert.deepEqual(await belongings(), belonged, 'it left a trace');
      const other = await ask(each, eve, nowhere);
      const expected = ANSWERS[what] ?? 404;
      assert.deepEqual([answer.status, other.status], [expected, expected], `${answer.text} ${other.text}`);
      assert.equal(anonymous(answer, theirs), anonymous(other, nowhere));
    });

  it('find all of their own objects', async () => {
    numbersAtCarrier().add(String(ada.names['phone_number']));
    const lastOfAll = ({ method }: NamedOperation): number => ['GET', 'PATCH', 'PUT', 'POST', 'DELETE'].indexOf(method);
    const own = operations.filter(
      (operation) => !AFTERWARDS.includes(operation.id) && operation.names.some((name) => isForeign(operation, name)),
    );
    for (const operation of own.toSorted((one, two) => lastOfAll(one) - lastOfAll(two))) {
      const answer = await ask({ operation, name: '', what: operation.id }, ada, {});
      assert.notInclude([401, 403, 404, 422], answer.status, `${operation.id} ${answer.text}`);
    }
  });
});

/** Whether a name of an operation stands for something of an organisation that must not be found by another one. */
function isForeign({ id, credential }: NamedOperation, name: string): boolean {
  const isTheirs = ID.test(name) || name === 'provider';
  // The internal key acts for every organisation.
  const speaksFor = credential === 'key' && ['org_id', 'phone_number'].includes(name);
  return isTheirs && !speaksFor && !(name in NO_OBJECT) && !(`${id} ${name}` in OTHERWISE_NAMED);
}

const ownNames = ({ names, phone }: FilledOrganisation, { id }: NamedOperation): Names =>
  ON_THE_TELEPHONE.includes(id) ? { ...names, ...phone } : names;

const namedBy = (names: Names, name: string): Names =>
  name === 'config' ? groundedOn(names['document_ids']) : { [name]: names[name] };

const groundedOn = (document_ids: unknown): Names => ({
  config: { ...testConfig(), knowledge_base: { enabled: true, mode: 'context', document_ids } },
});

/** The same names for what exists nowhere, and as long. */
function nothing(names: Names, name: string): Names {
  if (name === 'config') return groundedOn(namelessLike(names['document_ids']));
  if (name === 'provider') return { provider: 'twilio' };
  return { [name]: namelessLike(names[name]) };
}

/** Unused numbers. */
let unheld = 10_000;

function namelessLike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(namelessLike);
  return String(value)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, () => crypto.randomUUID())
    .replace(/^ada@/, 'una@')
    .replace(/_of_ada$/, '_of_una')
    .replace(/^\+1555010000\d$/, () => `+155501${String((unheld += 1))}`);
}

/** What an answer says, but for the names that were sent and for what tells any two answers apart. */
function anonymous({ status, text, headers }: Answer, sent: Names): string {
  const reported = [...headers].filter(([name]) => !['date', 'x-request-id', 'content-length', 'etag'].includes(name));
  const values = JSON.stringify(Object.values(sent)).match(/[^"[\]{},:]{5,}/g) ?? [];
  const whole = values.reduce((words, value) => words.replaceAll(value, '…'), JSON.stringify([status, reported, text]));
  return whole.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
}
