import { assert } from 'chai';
import { REPORT_ROWS_MAX } from '../../domain/campaigns/report.ts';
import { outboundCall, type CallLog } from '../../domain/calls/call-log.ts';
import { joinCampaigns, openCampaignWorld, type CampaignClient } from '../support/campaign-client.ts';
import { skip } from '../support/skipped.ts';
import { areDistributed } from '../support/stores.ts';
import type { World } from '../support/world.ts';
import { eventually } from '../support/eventually.ts';

const HEADER = 'call_id,to_number,status,call_response,duration,created_at';

describe('the files of campaigns over HTTP', function () {
  let world: World;
  let client: CampaignClient;
  let id: string;
  let source: string;
  before(async () => {
    world = await openCampaignWorld();
    client = await joinCampaigns(world);
    ({ campaign_id: id, source_id: source } = await client.plan(['+14155550101', '+14155550102']));
  });

  const logged = async (campaign_id: string, more: Partial<CallLog>): Promise<CallLog> => {
    const call = outboundCall({
      call_id: crypto.randomUUID(),
      org_id: client.org_id,
      agent_id: client.telephoneId,
      agent_name: 'Phone',
      telephony_provider: 'plivo',
      from_number: client.number,
      to_number: '+14155550101',
      custom_variables: {},
      now: world.ports.clock.now(),
    });
    const log = { ...call, campaign_id, queued_run_id: call.call_id, ...more };
    await world.ports.calls.add(log);
    return log;
  };
  const linkOf = async (campaign = id): Promise<string> => {
    const { status, body } = await client.ask('GET', `/campaign/${campaign}/source-download-url`);
    assert.equal(status, 200);
    return (body as { download_url: string }).download_url;
  };

  describe('report', () => {
    const report = (campaign = id) => client.ask('GET', `/campaign/${campaign}/report`);

    it('is a table to be saved, with its header alone before the first call', async () => {
      const { status, headers, text } = await report();
      assert.deepEqual([status, text], [200, `${HEADER}\r\n`]);
      assert.match(headers.get('content-type') ?? '', /^text\/csv/);
      assert.include(headers.get('content-disposition'), `attachment; filename="campaign_${id}.csv"`);
    });

    it('has a line for each call, and a cell that a spreadsheet would run is harmless in it', async () => {
      const { campaign_id } = await client.plan(['+14155550101']);
      const plain = await logged(campaign_id, { status: 'completed', call_response: 'answered', duration: 61.5 });
      world.ports.clock.advance(1_000);
      const evil = await logged(campaign_id, { to_number: '=HYPERLINK("http://evil","x")' });
      assert.deepEqual((await report(campaign_id)).text.split('\r\n'), [
        HEADER,
        `${evil.call_id},"'=HYPERLINK(""http://evil"",""x"")",initiated,,,${evil.created_at}`,
        `${plain.call_id},+14155550101,completed,answered,61.5,${plain.created_at}`,
        '',
      ]);
    });

    it(`has the newest ${REPORT_ROWS_MAX} calls and no more`, async () => {
      const { campaign_id } = await client.plan(['+14155550101']);
      const oldest = await logged(campaign_id, {});
      world.ports.clock.advance(1_000);
      await Promise.all(Array.from({ length: REPORT_ROWS_MAX }, () => logged(campaign_id, {})));
      const { text } = await report(campaign_id);
      assert.lengthOf(text.trimEnd().split('\r\n'), REPORT_ROWS_MAX + 1);
      assert.notInclude(text, oldest.call_id);
    });

    it('is hidden from other organisations', async () => {
      const eve = await joinCampaigns(world, 'eve');
      for (const path of ['report', 'source-download-url', 'runs', 'progress'])
        assert.equal((await eve.ask('GET', `/campaign/${id}/${path}`)).status, 404, path);
    });
  });

  describe('source', () => {
    it('is downloaded without a token by who has the link, under its own name', async () => {
      const response = await fetch(await linkOf());
      assert.equal(response.status, 200);
      assert.equal(await response.text(), 'phone_number\n+14155550101\n+14155550102');
      assert.match(response.headers.get('content-disposition') ?? '', /^attachment; ?filename="?list\.csv"?/);
    });

    it('has a link to where the client reached the API, behind a trusted proxy as well', async function () {
      if (areDistributed) skip(this, 'an object store serves its own links');
      assert.equal(new URL(await linkOf()).origin, world.url);
      const behind = await openCampaignWorld({ trustedProxies: 1 });
      after(() => behind.close());
      const other = await joinCampaigns(behind);
      const { campaign_id } = await other.plan(['+14155550101']);
      const ask = (host: string, to = behind, token = other.token, campaign = campaign_id) =>
        to.ask('GET', `/api/v1/campaign/${campaign}/source-download-url`, {
          token,
          headers: { 'x-forwarded-host': host, 'x-forwarded-proto': 'https' },
        });
      const { body } = await ask('api.example.com:8443');
      assert.match(
        (body as { download_url: string }).download_url,
        /^https:\/\/api\.example\.com:8443\/api\/v1\/downloads/,
      );
      assert.deepInclude(await ask('no host'), { status: 400, detail: 'The Host header is malformed' });
      const untrusted = await ask('evil.example.com', world, client.token, id);
      assert.equal(new URL((untrusted.body as { download_url: string }).download_url).origin, world.url);
    });

    it('is the only object that its link leads to', async () => {
      const { campaign_id, source_id: other } = await client.plan(['+14155550199']);
      const link = await linkOf();
      if (areDistributed) {
        // What the object store checks: the signature is one over the path.
        const [own, foreign] = [new URL(link), new URL(await linkOf(campaign_id))];
        assert.include(own.pathname, source);
        assert.notEqual(own.searchParams.get('X-Amz-Signature'), foreign.searchParams.get('X-Amz-Signature'));
        return;
      }
      for (const bent of [`${link}x`, link.replace(/downloads\/./, 'downloads/x'), resealed(link, source, other)]) {
        const response = await fetch(bent);
        assert.equal(response.status, 404, bent);
        assert.notInclude(await response.text(), '+14155550199');
      }
    });

    it('is gone behind its link after a while', async () => {
      if (areDistributed) {
        const link = await world.ports.objects.link(source, 1, { filename: 'list.csv' });
        await eventually(async () => (await fetch(link)).status >= 400, 'the end of the link');
        assert.equal(new URL(await linkOf()).searchParams.get('X-Amz-Expires'), '300');
        return;
      }
      const link = await linkOf();
      world.ports.clock.advance(299_000);
      assert.equal((await fetch(link)).status, 200);
      world.ports.clock.advance(2_000);
      assert.equal((await fetch(link)).status, 404);
    });
  });
});

/** The link with another object in it, under the signature of the one it was made for. */
function resealed(link: string, key: string, other: string): string {
  const [, path = '', content = '', seal = ''] = /^(.*\/)([^/.]+)\.([^/.]+)$/.exec(link) ?? [];
  const text = Buffer.from(content, 'base64url').toString().replace(key, other);
  return `${path}${Buffer.from(text).toString('base64url')}.${seal}`;
}
