import { assert } from 'chai';
import { atEndOfTest } from '../support/temporary.ts';
import { liveAgent, TICKETS } from './agents.ts';
import { settled } from './fake-browser.ts';

describe('a voice agent in a page', () => {
  it('asks the ticket endpoint, opens the socket with the ticket and is live when the agent is ready', async () => {
    const { browser, agent, states } = await liveAgent({ variables: { name: 'Ada' } });
    assert.deepEqual(browser.requests, [{ url: TICKETS, body: { agent_id: 'a', custom_variables: { name: 'Ada' } } }]);
    assert.strictEqual(browser.socket.url.href, 'ws://runtime.test/agent/o/a?ticket=t1&call_id=c1');
    assert.lengthOf(browser.socket.sent('client-ready'), 1);
    assert.deepEqual(states, ['connecting', 'live']);
    assert.strictEqual(agent.callId, 'c1');
    assert.isEmpty(browser.timers, 'no deadline is left');
  });

  it('sends the microphone once it is live, plays the agent and drops unplayed audio on a flush', async () => {
    const { browser } = await liveAgent();
    browser.audio.listener.onFrame(new Int16Array(320));
    assert.deepEqual(browser.socket.audio, [320]);
    browser.socket.sound(new Int16Array(160));
    assert.deepEqual(browser.audio.played, [160]);
    browser.socket.report('server-message', { type: 'flush' });
    assert.strictEqual(browser.audio.flushes, 1);
  });

  it('mutes the microphone, and not the next call', async () => {
    const { browser, agent } = await liveAgent();
    agent.mute(true);
    assert.isTrue(browser.audio.isMuted);
    browser.socket.ends(1000);
    void agent.connect();
    await settled();
    assert.isFalse(browser.audio.isMuted);
    assert.isFalse(agent.isMuted);
  });

  it('sends typed text, with the answer spoken or not', async () => {
    const { browser, agent } = await liveAgent();
    assert.isTrue(agent.sendText('hello'));
    agent.sendText('quietly', { hasVoice: false, interrupts: false });
    assert.deepEqual(
      browser.socket.sent('send-text').map(({ data }) => data),
      [
        { content: 'hello', options: { run_immediately: true, audio_response: true } },
        { content: 'quietly', options: { run_immediately: false, audio_response: false } },
      ],
    );
    browser.socket.ends(1000);
    assert.isFalse(agent.sendText('late'));
  });

  it('needs neither microphone nor loudspeaker in text mode, and is not ended while its user reads', async () => {
    const { browser, agent } = await liveAgent({ mode: 'text' });
    assert.isEmpty(browser.audios);
    assert.deepEqual(browser.socket.audio, [320], 'one silent frame');
    agent.sendText('hello');
    assert.deepInclude(browser.socket.sent('send-text')[0]?.data, {
      options: { run_immediately: true, audio_response: false },
    });
    browser.socket.sound(new Int16Array(160));
    browser.socket.report('bot-llm-started');
    assert.strictEqual(agent.activity, 'thinking');
    browser.socket.report('bot-output', { text: 'Hello.', will_be_spoken: false });
    assert.strictEqual(agent.activity, 'listening', 'after an answer in writing');
  });

  it('reports captions, which keep their id while they change', async () => {
    const { browser, captions } = await liveAgent();
    const { socket } = browser;
    socket.report('user-transcription', { text: 'what are', final: false });
    socket.report('user-transcription', { text: 'What are your hours?', final: true });
    socket.report('bot-output', { text: 'From nine.', spoken_status: 'new' });
    socket.report('bot-output', { text: 'To five.', spoken_status: 'new' });
    socket.report('bot-output', {
      text: 'To five.',
      spoken_status: 'in-progress',
      spoken_progress: { accumulated_text: 'To' },
    });
    socket.report('bot-interrupted');
    socket.report('user-transcription', { text: 'wait', final: false });
    const shown = new Map(captions.map((caption) => [caption.id, caption]));
    assert.deepEqual(
      [...shown.values()].map(({ side, text, isFinal, isInterrupted }) => ({ side, text, isFinal, isInterrupted })),
      [
        { side: 'caller', text: 'What are your hours?', isFinal: true, isInterrupted: false },
        { side: 'agent', text: 'From nine. To', isFinal: true, isInterrupted: true },
        { side: 'caller', text: 'wait', isFinal: false, isInterrupted: false },
      ],
    );
    socket.ends(1000);
    assert.deepInclude(captions.at(-1), { side: 'caller', text: '', isFinal: true }, 'words that never became final');
  });

  it('reports activity, speaking, stages, fields, handovers, sources and latency', async () => {
    const { browser, agent, warnings } = await liveAgent();
    const events: unknown[] = [];
    for (const type of ['activity', 'speaking', 'stage', 'field', 'agent', 'citations', 'latency'] as const)
      agent.on(type, (event) => events.push([type, event]));
    const { socket } = browser;
    socket.report('bot-started-speaking');
    socket.report('server-message', { type: 'stage', stage: 'order', from: null, by: 'start' });
    socket.report('server-message', { type: 'field', stage: 'order', name: 'size' });
    socket.report('server-message', { type: 'agent', name: 'Billing' });
    socket.report('server-message', { type: 'citations', sources: [{ page: 1 }] });
    socket.report('server-message', { type: 'latency', user_to_bot_secs: 0.4 });
    socket.report('error', { error: 'the voice is away', message: 'the voice is away' });
    assert.deepEqual(events, [
      ['activity', 'speaking'],
      ['speaking', { side: 'agent', isOn: true }],
      ['stage', { stage: 'order', from: null }],
      ['field', { stage: 'order', name: 'size' }],
      ['agent', { name: 'Billing' }],
      ['citations', [{ page: 1 }]],
      ['latency', { seconds: 0.4 }],
    ]);
    assert.deepEqual(warnings, [{ code: 'agent_fault', message: 'the voice is away' }]);
  });

  it('passes the end that the runtime reports on, releases the microphone and may call again', async () => {
    const { browser, agent, ends, states } = await liveAgent();
    browser.socket.report('server-message', { type: 'ended', reason: 'agent_ended' });
    browser.socket.ends(1000);
    assert.deepInclude(ends[0], { reason: 'agent_ended', reported: 'agent_ended', code: 1000, wasLive: true });
    assert.isTrue(browser.audio.isClosed);
    const again = agent.connect();
    await settled();
    browser.socket.open();
    browser.socket.report('bot-ready');
    await again;
    assert.deepEqual(states, ['connecting', 'live', 'ended', 'connecting', 'live']);
  });

  it('hangs up, also when the page is left, and does not wait long for the runtime', async () => {
    const { browser, ends } = await liveAgent();
    browser.leave();
    assert.lengthOf(browser.socket.sent('disconnect-bot'), 1);
    assert.isEmpty(ends);
    browser.elapse(2_000);
    assert.deepInclude(ends[0], { reason: 'caller_left', callId: 'c1' });
    browser.leave();
    assert.lengthOf(ends, 1);
  });

  it('reports a listener that throws to the browser and calls the others', async () => {
    const { browser, agent } = await liveAgent();
    const thrown: unknown[] = [];
    Object.assign(globalThis, { reportError: (error: unknown) => thrown.push(error) });
    atEndOfTest(() => void Reflect.deleteProperty(globalThis, 'reportError'));
    let count = 0;
    const fault = new Error('the page is broken');
    agent.on('speaking', () => {
      throw fault;
    });
    const stop = agent.on('speaking', () => (count += 1));
    browser.socket.report('bot-started-speaking');
    stop();
    browser.socket.report('bot-stopped-speaking');
    assert.deepEqual(thrown, [fault, fault]);
    assert.strictEqual(count, 1);
  });
});
