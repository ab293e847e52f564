import { assert } from 'chai';
import { vobiz } from '../../../adapters/providers/telephony/vobiz.ts';
import { carrierContract, SECRET } from '../../contracts/carrier.contract.ts';
import { keeps } from '../../support/contract.ts';
import { carrierStand, type Script } from './stand.ts';
import { vobizService } from './vobiz-service.ts';

const SECRETS = { auth_id: 'MA_1', auth_token: SECRET };
const stand = (script: Script = vobizService) => carrierStand(vobiz, SECRETS, script);

describe('carrier: vobiz', () => keeps(carrierContract, () => stand()));

describe('vobiz', () => {
  const reference = { callId: 'c', sid: 'u1', to: '+14155550123', from: '+14155551000', since: new Date(0) };

  it('reads the record of a call that ended, which it alone keeps under a lower-case path', async () => {
    const { carrier, asks } = await stand((asked, state) =>
      asked.url.pathname === '/Account/MA_1/cdr/u1'
        ? { status: 200, body: { answer_time: '2026-03-02T09:00:00Z', billsec: 12, hangup_cause_code: 4000 } }
        : vobizService(asked, state),
    );
    assert.deepEqual(await carrier.lookUp(reference), {
      sid: 'u1',
      status: 'completed',
      response: 'answered',
      isAnswered: true,
      cause: '4000',
    });
    assert.lengthOf(asks, 3);
  });

  it('cannot tell of a call that has no record yet, nor of one whose id it never told', async () => {
    const { carrier } = await stand();
    assert.equal(await carrier.lookUp(reference), 'unknown');
    assert.equal(await carrier.lookUp({ ...reference, sid: null }), 'unknown');
  });
});
