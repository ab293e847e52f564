import { assert } from 'chai';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { eventually } from '../support/eventually.ts';
import { isDelivered, joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { localServer } from '../support/local-server.ts';

const MARK = 'hunter_pass_phrase';

describe('call whose model server refuses with a message', () => {
  let platform: OpenPlatform;
  let url: string;
  before(async () => {
    ({ url } = await localServer((_request, response) => {
      const error = { message: MARK, code: MARK, type: MARK, param: MARK };
      response
        .writeHead(400, MARK, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error, detail: MARK }));
    }));
    platform = await openPlatform({ env: { LOCAL_UPSTREAMS: url } });
  });

  it('does not disclose the message to browser, call log, metrics and transcript', async () => {
    const { config } = RECEPTIONIST;
    const model = { provider: 'openai_compatible', base_url: `${url}/v1`, model: 'm' };
    const models = { ...config.models, llm_config: model };
    const user = await joinPlatform(platform, { ...RECEPTIONIST, config: { ...config, models } });
    const { callId, socket } = await user.register();
    const caller = await SyntheticCaller.join(socket);
    const stopped = (since: number) => caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000, since);
    await stopped(0);
    // After the third fault the call is given up.
    const closed = caller.closed.then(() => 'closed');
    for (let turn = 0; ; turn += 1) {
      const startedAt = performance.now();
      caller.send({ label: 'rtvi-ai', type: 'send-text', id: `${turn}`, data: { content: 'Hello?' } });
      if ((await Promise.race([closed, stopped(startedAt).catch(() => null)])) === 'closed') break;
    }
    const { reason } = await caller.closed;
    const log = await user.call(callId, isDelivered);
    assert.equal(log.error_message, 'openai_compatible answered 400: it refuses the request');
    const read = async (path: string) =>
      JSON.stringify(await user.api.ask('GET', `/calls/${callId}${path}`).catch((error: unknown) => String(error)));
    // A call that fails is reported before its artifacts are delivered.
    const metrics = await eventually(async () => {
      const seen = await read('/metrics');
      return seen.includes('breakdowns') && seen;
    }, 'the metrics of the call');
    const reported = [reason, JSON.stringify(caller.messages), JSON.stringify(log), metrics, await read('/transcript')];
    assert.notInclude(reported.join('\n').toLowerCase(), 'hunter');
  });
});
