import { setImmediate as turn } from 'node:timers/promises';
import { assert } from 'chai';
import { TimeSlices } from '../../adapters/lib/time-slices.ts';
import { scriptedModel } from '../../adapters/providers/script/llm.ts';
import { compileScript } from '../../domain/script/script.ts';
import { END_CONVERSATION } from '../../domain/voice/conversation-context.ts';
import { manualTimers } from '../support/manual-timers.ts';
import { INTERNAL_KEY, openWorld, type World } from '../support/world.ts';

describe('request pace of an organisation', () => {
  let world: World;
  let level: 'low' | 'raised' | 'busy' = 'busy';
  let hasCalls = false;
  let idleTimers = 0;
  beforeEach(async () => {
    [level, hasCalls] = ['busy', false];
    const load = { level: () => level, hasCalls: () => hasCalls };
    world = await openWorld(() => ({ load }), { rateLimits: true });
    idleTimers = world.ports.clock.waiting;
  });

  const signUp = async (name: string): Promise<string> => {
    const body = { email: `${name}@example.com`, password: 'correct horse', organisation_name: name };
    const { body: answer } = await world.ask('POST', '/api/v1/users/signup', { body });
    return (answer as { access_token: string }).access_token;
  };
  const read = (token: string) => world.ask('GET', '/api/v1/agents', { token });
  /** All that an organisation may ask for at once. */
  const spent = async (token: string): Promise<void> => {
    for (let count = 0; count < 100; count += 1) assert.equal((await read(token)).status, 200);
  };
  /** Resolves when this many requests wait for their turn. */
  const paced = async (count: number): Promise<void> => {
    while (world.ports.clock.waiting < idleTimers + count) await turn();
  };

  it('admits 100 requests at once, then 10 a second, without delaying others', async () => {
    const [busy, other] = [await signUp('busy'), await signUp('other')];
    await read(other);
    await spent(busy);
    const next = read(busy);
    await paced(1);
    assert.equal((await read(other)).status, 200);
    world.ports.clock.advance(100);
    assert.equal((await next).status, 200);
  });

  it('applies while the process runs calls, without requests of others', async () => {
    const token = await signUp('lonely');
    hasCalls = true;
    await spent(token);
    const next = read(token);
    await paced(1);
    world.ports.clock.advance(100);
    assert.equal((await next).status, 200);
  });

  it('does not apply in an idle process or without other organisations', async () => {
    const token = await signUp('lonely');
    await spent(token);
    assert.equal((await read(token)).status, 200);
    [level, hasCalls] = ['low', true];
    for (let count = 0; count < 300; count += 1) assert.equal((await read(token)).status, 200);
    level = 'busy';
    const next = read(token);
    await paced(1);
    world.ports.clock.advance(100);
    assert.equal((await next).status, 200);
  });

  it('counts large bodies as many requests and answers 429 beyond a 20 s wait', async () => {
    const [token, other] = [await signUp('large'), await signUp('other')];
    await read(other);
    const body = { name: 'x'.repeat(1_900_000) };
    const post = () => world.ask('POST', '/api/v1/agents', { token, body });
    assert.equal((await post()).status, 422);
    const waiting = Array.from({ length: 2 }, post);
    await paced(2);
    const refused = await post();
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '29');
    world.ports.clock.advance(20_000);
    assert.deepEqual(new Set((await Promise.all(waiting)).map(({ status }) => status)), new Set([422]));
  });

  it('applies to large bodies alone while the load is only raised', async () => {
    const [token, other] = [await signUp('large'), await signUp('other')];
    await read(other);
    level = 'raised';
    const post = (length: number) => world.ask('POST', '/api/v1/agents', { token, body: { name: 'x'.repeat(length) } });
    assert.equal((await post(1_900_000)).status, 422);
    const large = post(1_900_000);
    await paced(1);
    for (let count = 0; count < 300; count += 1) assert.equal((await read(token)).status, 200);
    assert.equal((await post(10_000)).status, 422);
    level = 'low';
    assert.equal((await post(1_900_000)).status, 422);
    world.ports.clock.advance(20_000);
    assert.equal((await large).status, 422);
  });

  it('does not apply to the platform’s own services', async () => {
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

describe('rules of scripted agents', () => {
  it('leave three quarters of the event loop to others, however many run concurrently', async () => {
    let now = 0;
    const pauses: number[] = [];
    const slices = new TimeSlices(
      () => now,
      async (ms) => void pauses.push(ms),
    );
    const work = function* (): Generator<void, string> {
      for (let step = 0; step < 40; step += 1) yield void (now += 0.5);
      return 'done';
    };
    const { signal } = new AbortController();
    const results = await Promise.all([slices.run(work(), signal), slices.run(work(), signal)]);
    assert.deepEqual(results, ['done', 'done']);
    assert.deepEqual(pauses, Array<number>(20).fill(6));
  });

  it('pause while others work, and reply in the end', async () => {
    const timers = manualTimers();
    const rules = Array.from({ length: 100 }, () => ({ when: '(?:a|aa|a)+b', say: 'x' }));
    const model = scriptedModel(compileScript(rules, 'Nothing fits.'), 0);
    const replies: string[] = [];
    const ask = async (): Promise<void> => {
      const words: string[] = [];
      const messages = [{ role: 'user', content: 'a'.repeat(500) }] as const;
      const request = { messages, tools: [END_CONVERSATION] };
      for await (const thought of model.generate(request, new AbortController().signal))
        if (thought.type === 'text') words.push(thought.text);
      replies.push(words.join(''));
    };
    const requests = Array.from({ length: 20 }, ask);
    for (let turns = 0; turns < 100; turns += 1) await turn();
    assert.isBelow(replies.length, requests.length, 'no reply continues while no time passes');
    while (replies.length < requests.length) {
      timers.pass(10);
      await turn();
    }
    assert.deepEqual(replies, Array<string>(20).fill('Nothing fits.'));
  });
});
