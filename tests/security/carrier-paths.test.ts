import { assert } from 'chai';
import type { TelephonyProvider } from '../../adapters/providers/define.ts';
import { exotelTelephony } from '../../adapters/providers/exotel/telephony.ts';
import { plivoTelephony } from '../../adapters/providers/plivo/telephony.ts';
import { telnyxTelephony } from '../../adapters/providers/telnyx/telephony.ts';
import { twilioTelephony } from '../../adapters/providers/twilio/telephony.ts';
import { vobizTelephony } from '../../adapters/providers/vobiz/telephony.ts';
import { vonageTelephony } from '../../adapters/providers/vonage/telephony.ts';
import { httpControlPlane } from '../../adapters/control-plane/http.ts';
import { PRIVATE_KEY } from '../adapters/carriers/vonage-service.ts';
import { carrierStand } from '../adapters/carriers/stand.ts';
import { vendorServer } from '../adapters/providers/vendor-server.ts';
import { fakeClock } from '../support/fake-clock.ts';

const SECRETS = {
  ...{ auth_id: 'MA_1', auth_token: 't', account_sid: 'AC1', api_key: 'k', api_secret: 's', api_token: 't' },
  ...{ app_id: '1', private_key: PRIVATE_KEY, signature_secret: 's' },
  public_key: Buffer.alloc(32, 1).toString('base64'),
};

/** Each turns `Call/{id}/` into another resource: all calls, the account, what is above it. */
const HOSTILE = ['', '.', '..', '../..', 'a/../..', '..\\..', '%2e%2e', '..%2f..', '%252e%252e'];

/** `DELETE …/Account/MA_1/Call/../` deletes an account, and `DELETE …/Call/./` hangs up all of its calls. */
describe('call ids that are paths', () => {
  const carriers: readonly [TelephonyProvider, sidOf?: (id: string) => string][] = [
    [plivoTelephony],
    [vobizTelephony],
    [twilioTelephony],
    [telnyxTelephony],
    [vonageTelephony, (id) => `${id}@app-1`],
    [exotelTelephony],
  ];
  for (const [provider, sidOf = (id: string) => id] of carriers)
    it(`lead to no request to ${provider.declaration.provider}`, async () => {
      const answer = () => ({ status: 200, body: { data: { organization_id: 'o' }, account_sid: 'o' } });
      const { carrier, asks, clock } = await carrierStand(provider, SECRETS, answer);
      for (const sid of HOSTILE.map(sidOf)) {
        await carrier.hangUp(sid).catch(() => undefined);
        await carrier.redirect(sid, 'https://voice.example.com/transfer').catch(() => undefined);
        await carrier.lookUp({ callId: 'c', sid, to: '+1', from: '+2', since: clock.now() }).catch(() => undefined);
      }
      // Telnyx is asked for the account first.
      const paths = asks.map(({ method, url }) => `${method} ${url.pathname}`);
      assert.deepEqual(
        paths.filter((path) => path !== 'GET /whoami' && path !== 'GET /v2/whoami'),
        [],
      );
    });

  it('lead to no request to the API', async () => {
    const api = await vendorServer({
      http: (_request, response) => void response.end(JSON.stringify({ token: 't', expires_in: 1_800 })),
    });
    const controlPlane = httpControlPlane({ apiBaseUrl: api.url, internalApiKey: 'k' }, fakeClock());
    for (const id of HOSTILE.filter((each) => each !== '')) {
      await controlPlane.call('o', id).catch(() => undefined);
      await controlPlane.agent('o', id).catch(() => undefined);
      await controlPlane.updateCall('o', id, {}).catch(() => undefined);
      await controlPlane.updateCallBySid('o', id, {}).catch(() => undefined);
    }
    const paths = api.received.map(({ method, url }) => `${method} ${url.pathname}`);
    assert.deepEqual(paths, []);
  });
});
