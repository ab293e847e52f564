import { assert } from 'chai';
import { agentIn, failure, liveAgent } from './agents.ts';
import { FakeBrowser, settled } from './fake-browser.ts';

const READY_MS = 20_000;

describe('a voice agent that cannot connect', () => {
  it('passes on when a ticket endpoint is busy', async () => {
    const browser = new FakeBrowser();
    browser.answer = () => new Response('', { status: 429, headers: { 'Retry-After': '30' } });
    const { agent, ends } = agentIn(browser);
    assert.deepInclude(await failure(agent.connect()), { reason: 'busy', retryAfterSecs: 30 });
    assert.lengthOf(ends, 1);
    assert.isTrue(browser.audio.isClosed);
  });

  it('reports an endpoint that refuses, answers nonsense or does not know the runtime', async () => {
    const answers = [
      () => new Response('', { status: 403 }),
      () => new Response('<html>'),
      () => Response.json({}),
      () => Response.json(null),
      () => Response.json({ socket_url: null, ticket: 't' }),
    ];
    for (const answer of answers) {
      const browser = new FakeBrowser();
      browser.answer = answer;
      assert.strictEqual((await failure(agentIn(browser).agent.connect())).reason, 'no_ticket');
      assert.isEmpty(browser.sockets);
    }
  });

  it('keeps what a ticket function threw', async () => {
    const cause = new Error('not logged in');
    const ticket = () => Promise.reject(cause);
    const how = await failure(agentIn(new FakeBrowser(), { ticket }).agent.connect());
    assert.deepInclude(how, { reason: 'no_ticket', detail: 'not logged in', cause });
  });

  it('opens a lost socket again with the same ticket, twice at most', async () => {
    const browser = new FakeBrowser();
    const { agent } = agentIn(browser);
    const connecting = agent.connect();
    for (const waitMs of [500, 1_000]) {
      await settled();
      browser.socket.ends(1006);
      await settled();
      browser.elapse(waitMs);
    }
    await settled();
    browser.socket.ends(1006);
    assert.strictEqual((await failure(connecting)).reason, 'unreachable');
    assert.lengthOf(browser.requests, 1, 'no other call is registered');
    assert.strictEqual(new Set(browser.sockets.map(({ url }) => url.href)).size, 1);
    assert.lengthOf(browser.sockets, 3);
  });

  it('reports why it was lost if the attempt before has used the ticket or the call up', async () => {
    for (const code of [4403, 4404]) {
      const browser = new FakeBrowser();
      const connecting = agentIn(browser).agent.connect();
      await settled();
      browser.socket.ends(1013, 'the API is away');
      await settled();
      browser.elapse(500);
      await settled();
      browser.socket.ends(code, 'the ticket is used');
      assert.deepInclude(await failure(connecting), { reason: 'busy', code: 1013, detail: 'the API is away' });
      assert.lengthOf(browser.sockets, 2);
    }
  });

  it('does not try again what is refused', async () => {
    for (const [code, reason] of [
      [4403, 'refused'],
      [4404, 'agent_missing'],
      [4429, 'busy'],
    ] as const) {
      const browser = new FakeBrowser();
      const connecting = agentIn(browser).agent.connect();
      await settled();
      browser.socket.ends(code, 'the reason');
      assert.deepInclude(await failure(connecting), { reason, code, detail: 'the reason' });
      assert.isEmpty(browser.timers);
    }
  });

  it('says in its message what the runtime says of the cause, with the setting to change', async () => {
    const causes = [
      [4403, 'Origin not allowed: add it to CORS_ORIGINS', '.'],
      [4403, 'The ticket is invalid, expired or used', '.'],
      [4404, 'Call not found', '.'],
      [4429, 'The organisation has 5 calls at once. Try again later.', ''],
    ] as const;
    for (const [code, detail, stop] of causes) {
      const browser = new FakeBrowser();
      const connecting = agentIn(browser).agent.connect();
      await settled();
      browser.socket.ends(code, detail);
      const { message } = await failure(connecting);
      assert.strictEqual(message, `The call could not begin: ${detail}${stop}`);
    }
    const { browser, ends } = await liveAgent();
    browser.socket.ends(4429, 'Too much audio');
    assert.strictEqual(ends[0]?.message, 'The call was ended: Too much audio.');
  });

  it('advises on what a runtime without a reason may have refused', async () => {
    const browser = new FakeBrowser();
    const connecting = agentIn(browser).agent.connect();
    await settled();
    browser.socket.ends(4403);
    assert.include((await failure(connecting)).message, 'web.allowed_origins');
  });

  it('waits twenty seconds for the agent', async () => {
    const browser = new FakeBrowser();
    const connecting = agentIn(browser).agent.connect();
    await settled();
    browser.socket.open();
    browser.elapse(READY_MS);
    assert.deepInclude(await failure(connecting), { code: 4408, wasLive: false });
    assert.strictEqual(browser.socket.readyState, 3);
  });

  it('does not resume a live call', async () => {
    const { browser, ends } = await liveAgent();
    browser.socket.ends(1006);
    await settled();
    assert.deepInclude(ends[0], { reason: 'connection_lost', wasLive: true });
    assert.lengthOf(browser.sockets, 1);
  });

  it('says that a page may not open the socket', async () => {
    const browser = new FakeBrowser();
    browser.openSocket = () => {
      throw new Error('an insecure socket from a secure page');
    };
    assert.deepInclude(await failure(agentIn(browser).agent.connect()), { reason: 'unreachable', code: 0 });
  });
});

describe('a voice agent that is disconnected while it connects', () => {
  it('ends at once and closes what still comes', async () => {
    const browser = new FakeBrowser();
    let opened: (() => void) | undefined;
    const open = browser.openAudio.bind(browser);
    browser.openAudio = async (...args) => {
      await new Promise<void>((resolve) => (opened = resolve));
      return open(...args);
    };
    const { agent, ends } = agentIn(browser);
    const connecting = agent.connect();
    agent.disconnect();
    assert.deepInclude(ends[0], { reason: 'caller_left', wasLive: false });
    opened?.();
    assert.strictEqual((await failure(connecting)).reason, 'caller_left');
    assert.isTrue(browser.audio.isClosed);
    assert.isEmpty(browser.requests);
  });

  it('does not begin when the agent is ready too late, and ends without an answer', async () => {
    const browser = new FakeBrowser();
    const { agent, ends, states } = agentIn(browser);
    const connecting = agent.connect();
    await settled();
    browser.socket.open();
    agent.disconnect();
    browser.socket.report('bot-ready');
    browser.elapse(2_000);
    assert.strictEqual((await failure(connecting)).reason, 'caller_left');
    assert.deepInclude(ends[0], { reason: 'caller_left', wasLive: false });
    assert.deepEqual(states, ['connecting', 'ended']);
    assert.isTrue(browser.audio.isClosed);
  });

  it('opens no socket again', async () => {
    const browser = new FakeBrowser();
    const { agent, ends } = agentIn(browser);
    const connecting = agent.connect();
    await settled();
    browser.socket.ends(1013);
    await settled();
    agent.disconnect();
    assert.strictEqual((await failure(connecting)).reason, 'caller_left');
    assert.isEmpty(browser.timers);
    assert.lengthOf(browser.sockets, 1);
    assert.lengthOf(ends, 1);
  });

  it('refuses a second call at the same time', async () => {
    const browser = new FakeBrowser();
    const { agent } = agentIn(browser);
    void agent.connect().catch(() => undefined);
    const error = await agent.connect().then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.match(String(error), /disconnect\(\) first/);
  });
});
