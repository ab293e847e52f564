import { assert } from 'chai';
import { InstallationApi } from '../../../tools/lib/installation-api.ts';
import { loadTargetOf } from '../../../tools/load/load-target.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { errorText } from '../../support/refusals.ts';
import { localServer } from '../../support/local-server.ts';

const BROWSER_AGENT = { agent_id: 'a1', org_id: 'o1', agent_category: 'websocket', status: 'active', telephony: null };
const TELEPHONE_AGENT = {
  ...BROWSER_AGENT,
  agent_category: 'telephony',
  telephony: { provider: 'simulator', answer_url: 'http://127.0.0.1:9/answer?agent_id=a1', application_id: '1' },
};
const CHOICE = { agent: 'a1', through: null, metrics: [], hosts: [] };

/** An API with this agent, which says that its runtime is there. */
async function api(agent: object, runtimeUrl: string | null = 'http://127.0.0.1:9'): Promise<InstallationApi> {
  const { url } = await localServer((request, response) => {
    const isSettings = request.url === '/console/settings.json';
    response.end(JSON.stringify(isSettings ? { runtime_url: runtimeUrl } : agent));
  });
  return apiAt(url);
}

const apiAt = async (url: string): Promise<InstallationApi> =>
  InstallationApi.open({ VOICE_API_URL: url, VOICE_API_TOKEN: 'token', HOME: await temporaryDirectory() });

describe('the agent that is loaded', () => {
  it('is reached as its category says', async () => {
    const browser = await loadTargetOf(CHOICE, await api(BROWSER_AGENT));
    assert.deepEqual([browser.through, browser.orgId, browser.isLocal], ['browser', 'o1', true]);
    assert.equal(browser.metrics[0], 'http://127.0.0.1:9/metrics');
    const carrier = await loadTargetOf(CHOICE, await api(TELEPHONE_AGENT));
    assert.deepEqual(
      [carrier.through, carrier.webhooks],
      ['carrier', { provider: 'simulator', answerUrl: TELEPHONE_AGENT.telephony.answer_url, hangupUrl: null }],
    );
  });

  it('cannot be reached otherwise, archived, or at a carrier with another protocol', async () => {
    const through = 'carrier' as const;
    assert.match(await errorText(loadTargetOf({ ...CHOICE, through }, await api(BROWSER_AGENT))), /--through browser/);
    const archived = await api({ ...BROWSER_AGENT, status: 'archived' });
    assert.match(await errorText(loadTargetOf(CHOICE, archived)), /is archived/);
    const telnyx = await api({ ...TELEPHONE_AGENT, telephony: { ...TELEPHONE_AGENT.telephony, provider: 'telnyx' } });
    assert.match(await errorText(loadTargetOf(CHOICE, telnyx)), /An agent at telnyx cannot be loaded/);
  });

  it('is on this machine unless its host is named', async () => {
    const elsewhere = loadTargetOf(CHOICE, await apiAt('https://voice.example.com'));
    assert.match(await errorText(elsewhere), /voice\.example\.com is not this machine.*--yes-load-this-host voice/);
    const runtimeElsewhere = await api(BROWSER_AGENT, 'https://media.example.com');
    assert.match(await errorText(loadTargetOf(CHOICE, runtimeElsewhere)), /^media\.example\.com is not this machine/);
    const named = await loadTargetOf({ ...CHOICE, hosts: ['media.example.com'] }, runtimeElsewhere);
    assert.equal(named.isLocal, false);
    const disguised = await apiAt('http://localhost.example.com:8000');
    assert.match(await errorText(loadTargetOf(CHOICE, disguised)), /is not this machine/);
    const metrics = ['http://10.0.0.5:7860/metrics'];
    const watched = loadTargetOf({ ...CHOICE, metrics }, await api(BROWSER_AGENT));
    assert.match(await errorText(watched), /^10\.0\.0\.5 is not this machine/);
  });

  it('is not called by webhooks to another machine', async () => {
    const telephony = { ...TELEPHONE_AGENT.telephony, answer_url: 'https://tunnel.example.com/answer?agent_id=a1' };
    const tunnelled = await api({ ...TELEPHONE_AGENT, telephony });
    assert.match(await errorText(loadTargetOf(CHOICE, tunnelled)), /^tunnel\.example\.com is not this machine/);
  });

  it('needs an API with a valid address that knows the runtime', async () => {
    assert.match(await errorText(loadTargetOf(CHOICE, await apiAt('127.0.0.1'))), /is not an address such as/);
    assert.match(await errorText(loadTargetOf(CHOICE, await api(BROWSER_AGENT, null))), /set VOICE_SERVER_BASE_URL/);
  });
});
