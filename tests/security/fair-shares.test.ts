import { setImmediate as turn } from 'node:timers/promises';
import { assert } from 'chai';
import { scriptedModel } from '../../adapters/providers/llm/script.ts';
import { compileScript } from '../../domain/script/script.ts';
import { END_CONVERSATION } from '../../domain/voice/messages.ts';
import { INTERNAL_KEY, openWorld, type World } from '../support/world.ts';

describe('the pace of an organisation', () => {
  let world: World;
  let idleTimers = 0;
  beforeEach(async () => {
    world = await openWorld(undefined, { rateLimits: true });
    idleTimers = world.ports.clock.waiting;
  });
  afterEach(() => world.close());

  const signUp = async (name: string): Promise<string> => {
    const body = { email: `${name}@example.com`, password: 'correct horse', organisation_name: name };
    const { body: answer } = await world.ask('POST', '/api/v1/users/signup', { body });
    return (answer as { access_token: string }).access_token;
  };
  const read = (token: string) => world.ask('GET', '/api/v1/agents', { token });
  /** Resolves when this many requests wait for their turn. */
  const paced = async (count: number): Promise<void> => {
    while (world.ports.clock.waiting < idleTimers + count) await turn();
  };

  it('lets 500 requests through at once and then 50 a second, while those of others go on', async () => {
    const [busy, other] = [await signUp('busy'), await signUp('other')];
    for (let count = 0; count < 500; count += 1) assert.equal((await read(busy)).status, 200);
    const next = read(busy);
    await paced(1);
    assert.equal((await read(other)).status, 200);
    world.ports.clock.advance(20);
    assert.equal((await next).status, 200);
  });

  it('counts large bodies as many requests, and answers 429 when the wait would be longer than 20 s', async () => {
    const token = await signUp('large');
    const body = { name: 'x'.repeat(1_900_000) };
    const post = () => world.ask('POST', '/api/v1/agents', { token, body });
    for (let count = 0; count < 5; count += 1) assert.equal((await post()).status, 422);
    const waiting = Array.from({ length: 10 }, post);
    await paced(10);
    const refused = await post();
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '21');
    world.ports.clock.advance(20_000);
    assert.deepEqual(new Set((await Promise.all(waiting)).map(({ status }) => status)), new Set([422]));
  });

  it('does not hold for the platform’s own services', async () => {
    const token = await signUp('own');
    const me = await world.ask('GET', '/api/v1/users/me', { token });
    const bot = await world.ask('POST', '/api/v1/users/bot/token', {
      key: INTERNAL_KEY,
      body: { org_id: (me.body as { org_id: string }).org_id },
    });
    const { access_token } = bot.body as { access_token: string };
    const missing = () => world.ask('GET', '/api/v1/agents/no-such-agent', { token: access_token });
    for (let count = 0; count < 600; count += 1) assert.equal((await missing()).status, 404);
  });
});

describe('the rules of scripted agents', () => {
  it('leave three quarters of the event loop to others, however slow they are', async () => {
    const rules = Array.from({ length: 100 }, () => ({ when: '(?:a|aa|a)+b', say: 'x' }));
    const script = compileScript(rules, 'Nothing fits.');
    const model = scriptedModel(script, 0);
    const replies = Array.from({ length: 20 }, async () => {
      const words: string[] = [];
      const messages = [{ role: 'user', content: 'a'.repeat(500) }] as const;
      const request = { messages, tools: [END_CONVERSATION] };
      for await (const thought of model.think(request, new AbortController().signal))
        if (thought.type === 'text') words.push(thought.text);
      return words.join('');
    });
    const { utilization } = await measuredLoop(Promise.all(replies));
    assert.deepEqual(new Set(await Promise.all(replies)), new Set(['Nothing fits.']));
    assert.isBelow(utilization, 0.5);
  });
});

async function measuredLoop(work: Promise<unknown>) {
  const before = performance.eventLoopUtilization();
  await work;
  return performance.eventLoopUtilization(before);
}
