import { assert } from 'chai';
import { plivoTelephony } from '../../../adapters/providers/plivo/telephony.ts';
import { standstill } from '../../support/standstill.ts';
import { formRequest } from '../carriers/requests.ts';
import { simulatedNetwork, type SimulatedNetwork } from './simulated-network.ts';
import { eventually } from '../../support/eventually.ts';

describe('the carrier simulator', function () {
  let network: SimulatedNetwork;
  beforeEach(async () => (network = await simulatedNetwork()));
  afterEach(() => network.close());

  const answered = async () => {
    const sid = await network.dial('+14155550190');
    const { agent } = network;
    await agent.once(() => agent.lines.length > 0);
    return { sid, line: agent.lines[0]! };
  };

  it('gives every account twenty numbers, and applications that answer them', async () => {
    const { carrier, application } = network;
    const numbers = await carrier.numbers();
    assert.lengthOf(numbers, 20);
    assert.deepEqual([numbers.at(0), numbers.at(-1)], ['+15550100000', '+15550100019']);
    const id = await carrier.addApplication(application);
    await carrier.changeApplication(id, { ...application, name: 'changed' });
    await carrier.link(numbers[0]!, id);
    await carrier.unlink(numbers[0]!, 'another');
    assert.equal(
      (await network.ask('POST', '/simulate/inbound', { to: numbers[0], from: '+14155550100' })).status,
      200,
    );
    await carrier.unlink(numbers[0]!, id);
    assert.equal(
      (await network.ask('POST', '/simulate/inbound', { to: numbers[0], from: '+14155550100' })).status,
      404,
    );
    await carrier.removeApplication(id);
    await carrier.removeApplication(id);
  });

  for (const [digit, status, response] of [
    ['1', 'busy', 'busy'],
    ['2', 'no_answer', 'no_answer'],
    ['3', 'failed', 'failed'],
    ['5', 'busy', 'declined'],
    ['6', 'completed', 'answered'],
  ] as const)
    it(`lets a number that ends in ${digit} be ${response}`, async () => {
      const sid = await network.dial(`+1415555010${digit}`);
      const report = plivoTelephony.dialect.readReport(formRequest('https://x/', await network.hangUp(sid)));
      assert.deepInclude(report, { sid, status, response, isAnswered: response === 'answered' });
      const found = await network.carrier.lookUp({
        callId: 'c',
        sid: null,
        to: `+1415555010${digit}`,
        from: '+15550100000',
        since: new Date(Date.now() - 60_000),
      });
      assert.deepInclude(found as object, { sid, status, response });
    });

  it('says that a machine answered, to whom asked for it', async () => {
    const { agent } = network;
    await network.dial('+14155550104', `${agent.url}/machine`);
    await agent.once(() => agent.webhooks.some(({ path }) => path === '/machine'));
    const { parameters } = agent.webhooks.find(({ path }) => path === '/machine')!;
    assert.equal(plivoTelephony.dialect.readAnsweredBy(formRequest('https://x/', parameters))?.answeredBy, 'machine');
  });

  it('asks in order, and signs everything as Plivo does', async () => {
    const { sid, line } = await answered();
    line.close();
    await network.hangUp(sid);
    const { webhooks } = network.agent;
    assert.deepEqual(
      webhooks.map(({ parameters }) => parameters['Event']),
      ['Ring', 'StartApp', 'Hangup'],
    );
    for (const { authenticity } of [...webhooks, line]) assert.equal(authenticity, 'genuine');
    assert.deepInclude(webhooks.at(-1)?.parameters, { HangupCauseCode: '4010', HangupSource: 'Plivo' });
  });

  it('sends sound in real time, and says something', async () => {
    const stoodStill = standstill();
    const { line } = await answered();
    await network.agent.once(() => line.of('media').length >= 60);
    const [start] = line.messages;
    assert.deepInclude((start as { start: object } | undefined)?.start, {
      accountId: 'MA1',
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000 },
    });
    const lasted = line.arrivals.at(-1)! - line.arrivals[1]!;
    assert.isAtLeast(lasted, 59 * 20 - 120 - stoodStill());
    assert.isTrue(line.heard.some((byte) => byte !== 0xff));
    assert.lengthOf(line.heard, line.of('media').length * 160);
  });

  it('plays what it gets in real time, and tells when a checkpoint was reached', async () => {
    const { sid, line } = await answered();
    const startedAt = performance.now();
    line.play(200);
    line.send({ event: 'checkpoint', streamId: 's', name: 'first' });
    line.play(200);
    line.send({ event: 'checkpoint', streamId: 's', name: 'second' });
    await network.agent.once(() => line.of('playedStream').length === 2);
    assert.isAtLeast(performance.now() - startedAt, 300);
    assert.deepEqual(
      line.of('playedStream').map(({ name }) => name),
      ['first', 'second'],
    );
    line.close();
    await network.hangUp(sid);
    const { body } = await network.ask('GET', `/simulate/calls/${sid}`);
    assert.equal(body.heard.text, 'words');
    assert.isAtLeast(body.heard.ms, 400);
    assert.deepInclude(body, { status: 'ended', direction: 'outbound' });
    assert.deepEqual(
      body.media.notes.map(({ what, name }) => `${what} ${name}`),
      ['mark first', 'mark second', 'mark_reached first', 'mark_reached second'],
    );
    const wav = Buffer.from(await (await fetch(`${network.url}${body.heard.wav}`)).arrayBuffer());
    assert.equal(wav.subarray(0, 4).toString(), 'RIFF');
  });

  it('clears unplayed audio and its checkpoints', async () => {
    const { sid, line } = await answered();
    line.play(5_000);
    line.send({ event: 'checkpoint', streamId: 's', name: 'never' });
    line.send({ event: 'clearAudio', streamId: 's' });
    line.send({ event: 'checkpoint', streamId: 's', name: 'at once' });
    await network.agent.once(() => line.of('playedStream').length === 1);
    assert.equal(line.of('playedStream')[0]?.['name'], 'at once');
    assert.lengthOf(line.of('clearedAudio'), 1);
    line.close();
    await network.hangUp(sid);
    assert.isBelow((await network.ask('GET', `/simulate/calls/${sid}`)).body.heard.ms, 5_000);
  });

  it('places inbound calls that press keys, speak and hang up', async () => {
    const { carrier, agent, application } = network;
    await carrier.link('+15550100003', await carrier.addApplication(application));
    const rung = await network.ask('POST', '/simulate/inbound', {
      to: '+15550100003',
      from: '+14155550100',
      say: 'Hi',
    });
    const sid = rung.body.call_uuid;
    await agent.once(() => agent.lines.length > 0);
    const [{ parameters } = assert.fail()] = agent.webhooks;
    assert.deepInclude(parameters, { Direction: 'inbound', From: '14155550100', To: '15550100003', CallUUID: sid });
    await network.ask('POST', `/simulate/calls/${sid}`, { press: '1#' });
    await agent.once(() => agent.lines[0]!.of('dtmf').length === 2);
    await network.ask('POST', `/simulate/calls/${sid}`, { say: 'Now' });
    await agent.once(() => agent.lines[0]!.heard.some((byte) => byte !== 0xff));
    await network.ask('POST', `/simulate/calls/${sid}`, { hang_up: true });
    assert.deepInclude(await network.hangUp(sid), {
      HangupCauseCode: '4000',
      HangupSource: 'Caller',
      Direction: 'inbound',
    });
    await agent.once(() => agent.lines[0]!.isClosed);
  });

  it('turns a caller away as the agent wishes', async () => {
    const { carrier, agent, application } = network;
    await carrier.link('+15550100003', await carrier.addApplication(application));
    agent.replies.push({ body: plivoTelephony.dialect.reject('busy').body });
    const rung = await network.ask('POST', '/simulate/inbound', { to: '+15550100003', from: '+14155550100' });
    const hangUp = await network.hangUp(rung.body.call_uuid);
    assert.deepInclude(hangUp, { CallStatus: 'busy', AnswerTime: '' });
  });

  it('configures the callee at a number', async () => {
    await network.ask('POST', '/simulate/callees', { number: '+14155550107', behaviour: 'declined' });
    assert.equal((await network.hangUp(await network.dial('+14155550107')))['HangupCauseCode'], '3020');
  });

  it('ends calls on request, before and after they were answered', async () => {
    await network.ask('POST', '/simulate/callees', { number: '+14155550102', rings_ms: 60_000 });
    const ringing = await network.dial('+14155550102', null, 60);
    await network.carrier.hangUp(ringing);
    assert.equal((await network.hangUp(ringing))['HangupCauseCode'], '1000');
    const { sid } = await answered();
    await network.carrier.hangUp(sid);
    assert.deepInclude(await network.hangUp(sid), { HangupCauseCode: '4000', HangupSource: 'API Request' });
    await network.carrier.hangUp(sid);
  });

  it('says when no answer document came, and when it was none', async () => {
    const { agent } = network;
    agent.replies.push({}, { status: 404 });
    assert.equal((await network.hangUp(await network.dial('+14155550107')))['HangupCauseCode'], '7011');
    agent.replies.push({}, { body: '<Response><Stream>wss://x/?a=1&b=2</Stream></Response>' });
    assert.equal((await network.hangUp(await network.dial('+14155550107')))['HangupCauseCode'], '8011');
  });

  it('tries a webhook again that was not taken', async () => {
    const { agent } = network;
    agent.replies.push({ status: 500 });
    const sid = await network.dial('+14155550101');
    await network.hangUp(sid);
    const events = agent.webhooks.map(({ parameters }) => parameters['Event']);
    assert.deepEqual(events, ['Ring', 'Ring', 'Hangup']);
  });

  it('refuses whom it does not know, and what makes no sense', async () => {
    assert.equal((await fetch(`${network.url}/v1/Account/MA1/Number/`)).status, 401);
    assert.equal((await network.ask('GET', '/nothing')).status, 404);
    assert.equal((await network.ask('PUT', '/simulate/faults')).status, 405);
    assert.equal((await network.ask('GET', '/simulate/calls/none')).status, 404);
    const inbound = (body: object) => network.ask('POST', '/simulate/inbound', body);
    assert.equal((await inbound({ to: '+15550100000', from: '+1' })).status, 422);
    assert.equal((await inbound({ to: '+19990100000', from: '+14155550100' })).status, 404);
    const callee = (body: object) => network.ask('POST', '/simulate/callees', { number: '+14155550107', ...body });
    for (const body of [
      { behaviour: 'sings' },
      { say: [], behaviour: 1 },
      { say: [''] },
      { patience_ms: 1.5 },
      { rings_ms: -1 },
      { wav: 7 },
    ])
      assert.equal((await callee(body)).status, 422, JSON.stringify(body));
    const failed = await network.carrier.link('+19990100000', '1').catch((error: { status: number }) => error.status);
    assert.equal(failed, 404);
    const big = await fetch(`${network.url}/simulate/faults`, { method: 'POST', body: 'x'.repeat(9 * 1_048_576) });
    assert.equal(big.status, 413);
  });

  it('tells how it is', async () => {
    assert.deepInclude((await network.ask('GET', '/health')).body, { status: 'ok' });
    assert.equal(await (await fetch(`${network.url}/metrics`)).text(), 'figures');
    await eventually(() => network.exchange.liveCalls === 0, 'no call is left');
  });
});
