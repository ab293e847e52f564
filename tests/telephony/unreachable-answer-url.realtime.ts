import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { assert } from 'chai';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { freePort } from '../support/free-port.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { joinTelephone, TIMEOUT_MS, type Telephone } from './telephone.ts';
import { eventually } from '../support/eventually.ts';
import { localServer } from '../support/local-server.ts';

/** Passes all requests to a runtime, except the answer requests of this many calls. */
const withoutAnswers = (runtime: string) =>
  localServer((incoming: IncomingMessage, response: ServerResponse) => {
    const { method, headers, url = '/' } = incoming;
    if (url.startsWith('/answer')) return response.writeHead(503).end();
    const onward = request(new URL(url, runtime), { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    onward.on('error', () => response.destroy());
    return incoming.pipe(onward);
  });

describe('answered calls during an outage of the answer URL', function () {
  this.timeout(2 * TIMEOUT_MS);
  let platform: OpenPlatform;
  let telephone: Telephone;
  before(async () => {
    const port = await freePort();
    const proxy = await withoutAnswers(`http://127.0.0.1:${port}`);
    const env = { RUNTIME_PORT: String(port), VOICE_SERVER_BASE_URL: proxy.url };
    platform = await openPlatform({ services: ['api', 'runtime', 'simulator'], env });
    telephone = await joinTelephone({ ...platform, runtimeUrl: `http://127.0.0.1:${port}` });
  });

  it('fail with the carrier’s error text', async () => {
    const { call_id } = await telephone.dial('+14155550208');
    const over = await telephone.over(call_id);
    assert.deepInclude(over, { status: 'failed', call_response: 'failed', start_time_utc: null });
    assert.include(over.error_message, '7011 Error Reaching Answer URL');
  });

  it('count as campaign failures and open the circuit breaker', async () => {
    const { api, agentId } = telephone;
    const numbers = Array.from({ length: 6 }, (_, each) => `+1415555031${each + 3}`);
    const list = new Blob([['phone_number', ...numbers].join('\n')]);
    const { source_id } = await api.upload<{ source_id: string }>('/campaign/upload', 'list.csv', list);
    const { campaign_id } = await api.ask<Campaign>('POST', '/campaign/create', {
      ...{ name: 'Outage', agent_id: agentId, source_id, max_concurrency: 1, rate_limit_per_second: 20 },
      circuit_breaker: { enabled: true, failure_threshold: 0.5, window_seconds: 300, min_calls_in_window: 2 },
    });
    await api.ask('POST', `/campaign/${campaign_id}/start`);
    const paused = await eventually(
      async () => {
        const campaign = await api.ask<Campaign>('GET', `/campaign/${campaign_id}`);
        return campaign.state === 'running' ? null : campaign;
      },
      'the end or pause of the campaign',
      TIMEOUT_MS,
    );
    assert.equal(paused.state, 'paused');
    assert.isAtLeast(paused.processed_rows, 2);
    assert.equal(paused.failed_rows, paused.processed_rows);
    assert.match(paused.orchestrator_metadata.paused_reason ?? '', /^Circuit breaker: /);
  });
});
