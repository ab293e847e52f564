import { assert } from 'chai';
import { createHmac } from 'node:crypto';
import { vobizTelephony } from '../../../adapters/providers/vobiz/telephony.ts';
import { formRequest } from './requests.ts';

const TOKEN = 'a token of the account';
const CALL = 'https://voice.example.com/answer?org_id=o';
const sign = (text: string) => createHmac('sha256', TOKEN).update(text).digest('base64');

describe('signatures of vobiz', () => {
  const authenticity = (headers: Record<string, string>, auth: Record<string, unknown> = { auth_token: TOKEN }) =>
    vobizTelephony.dialect.authenticity(formRequest(CALL, { CallUUID: 'u1' }, headers), auth);
  const v3 = {
    'x-vobiz-signature-v3': sign('https://voice.example.com/answer.123'),
    'x-vobiz-signature-v3-nonce': '123',
  };
  const v2 = {
    'x-vobiz-signature-v2': sign('https://voice.example.com/answer123'),
    'x-vobiz-signature-v2-nonce': '123',
  };

  it('are accepted in both versions', () => {
    assert.equal(authenticity(v3), 'genuine');
    assert.equal(authenticity(v2), 'genuine');
  });

  it('that are wrong make it forged, the newer one first', () => {
    assert.equal(authenticity({ ...v3, 'x-vobiz-signature-v3-nonce': '124' }), 'forged');
    assert.equal(authenticity({ ...v2, 'x-vobiz-signature-v2': '' }), 'forged');
    assert.equal(authenticity({ ...v2, ...v3, 'x-vobiz-signature-v3': sign('x') }), 'forged');
    assert.equal(authenticity({ 'x-vobiz-signature-v3': sign('https://voice.example.com/answer.') }), 'forged');
  });

  it('are accepted from the main account for callbacks of a sub-account', () => {
    const own = { 'x-vobiz-signature-v3': createHmac('sha256', 'of the sub-account').update('x').digest('base64') };
    const owner = (version: string, signed: string) => ({
      [`x-vobiz-signature-ma-${version}`]: sign(signed),
      [`x-vobiz-signature-${version}-nonce`]: '123',
    });
    assert.equal(authenticity({ ...own, ...owner('v3', 'https://voice.example.com/answer.123') }), 'genuine');
    assert.equal(authenticity(owner('v2', 'https://voice.example.com/answer123')), 'genuine');
    assert.equal(authenticity({ ...own, ...owner('v3', 'https://voice.example.com/hangup.123') }), 'forged');
    assert.equal(authenticity(owner('v3', 'https://voice.example.com/answer123')), 'forged');
  });

  it('that are missing say nothing: they are sent only where that was set up', () => {
    assert.equal(authenticity({}), 'unsigned');
  });

  it('are good for nothing while no token is stored', () => {
    for (const headers of [{}, v2, v3]) assert.equal(authenticity(headers, {}), 'forged');
  });
});

describe('documents and callbacks of vobiz', () => {
  it('contain numbers in E.164, converted from the national format of India', () => {
    const call = (From: string, To: string) =>
      vobizTelephony.dialect.readCall(formRequest(CALL, { CallUUID: 'u1', From, To }));
    assert.deepInclude(call('09876543210', '918047491899'), { from: '+919876543210', to: '+918047491899' });
    assert.deepInclude(call('+919876543210', '08047491899'), { from: '+919876543210', to: '+918047491899' });
    assert.deepInclude(call('0123', '+918047491899'), { from: '0123' });
    assert.isNull(call('', '08047491899'));
  });

  it("are Plivo's", () => {
    assert.include(vobizTelephony.dialect.connect('wss://voice.example.com/x').body, 'keepCallAlive="true"');
    const hangUp = formRequest(CALL, { CallUUID: 'u1', HangupCauseCode: '3010', HangupCause: 'USER_BUSY' });
    assert.deepInclude(vobizTelephony.dialect.readReport(hangUp), {
      sid: 'u1',
      status: 'busy',
      cause: '3010 USER_BUSY',
    });
  });
});
