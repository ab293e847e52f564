import { assert } from 'chai';
import { plivoSignature } from '../../../adapters/lib/plivo-signature.ts';
import { plivoTelephony } from '../../../adapters/providers/plivo/telephony.ts';
import { formRequest, getRequest } from './requests.ts';

const { dialect } = plivoTelephony;
const TOKEN = 'a token of the account';
const URL_OF_CALL = 'https://voice.example.com/answer?org_id=o&agent_id=a%20b&call_id=c';
const FORM = { CallUUID: 'u1', From: '14155551000', To: '14155550123', Zeta: 'ü & =', Alpha: '' };
const NONCE = '05429567804466091622';

describe('signatures of plivo', () => {
  const signed = (method: 'GET' | 'POST', url: string, form: Record<string, string>) =>
    plivoSignature(TOKEN, { method, url, form: Object.entries(form), nonce: NONCE });

  for (const [what, method, url, form, signature] of [
    ['a form with a query', 'POST', URL_OF_CALL, FORM, 'AdGeUc0x7lHjRE1bpBgtgE2zj9+kakmvGA9mX2kcXKs='],
    [
      'a form without a query',
      'POST',
      'https://voice.example.com:8443/hangup',
      FORM,
      'ad+bSAPC30eYe3tomUcMnmp62H++uX9MKImWPonnvoo=',
    ],
    ['a query without a form', 'POST', URL_OF_CALL, {}, 'm1jHK+KALzhFayA912YQvKis/UDMuxyjTF1eStNehII='],
    [
      'nothing but a path',
      'POST',
      'https://voice.example.com/hangup',
      {},
      'aPFMP2dZ084yQ1bEWuPTZOiRHChDOBDQrW8f2cZYOtk=',
    ],
    ['a GET', 'GET', URL_OF_CALL, {}, 'm1jHK+KALzhFayA912YQvKis/UDMuxyjTF1eStNehII='],
    [
      'a media socket',
      'GET',
      'wss://voice.example.com/carrier/plivo/abc.def',
      {},
      'oXMxlYNxsIZVN3vdbJSSffTVEQ44tsbAWAG2ajqkuOo=',
    ],
  ] as const)
    it(`are accepted by Plivo’s SDK for ${what}`, () => {
      assert.equal(signed(method, url, form), signature);
    });

  const headers = (signature: string, name = 'x-plivo-signature-v3') => ({
    [name]: signature,
    'x-plivo-signature-v3-nonce': NONCE,
  });
  const authenticity = (given: Record<string, string>, auth: object = { auth_token: TOKEN }, url = URL_OF_CALL) =>
    dialect.authenticity(formRequest(url, FORM, given), auth as Record<string, unknown>);
  const good = signed('POST', URL_OF_CALL, FORM);

  it('make a request genuine, by the account or its owner, alone or among others', () => {
    assert.equal(authenticity(headers(good)), 'genuine');
    assert.equal(authenticity(headers(good, 'x-plivo-signature-ma-v3')), 'genuine');
    assert.equal(authenticity(headers(`${'A'.repeat(43)}=, ${good}`)), 'genuine');
    assert.equal(authenticity(headers(good), { auth_token: ['another', TOKEN] }), 'genuine');
  });

  it('are checked over everything that was sent', () => {
    for (const request of [
      authenticity({}),
      authenticity(headers('')),
      authenticity(headers(good.slice(1))),
      authenticity({ ...headers(good), 'x-plivo-signature-v3-nonce': '1' }),
      authenticity(headers(good), { auth_token: 'another' }),
      authenticity(headers(good), undefined, `${URL_OF_CALL}&more=1`),
      authenticity(headers(good), undefined, 'no url'),
      dialect.authenticity(formRequest(URL_OF_CALL, { ...FORM, To: '1' }, headers(good)), { auth_token: TOKEN }),
    ])
      assert.equal(request, 'forged');
  });

  it('are refused while no token is stored', () => {
    assert.equal(authenticity(headers(good), {}), 'forged');
    assert.equal(authenticity({}, { auth_token: 7 }), 'forged');
  });

  it('are verified on media sockets', () => {
    const url = 'wss://voice.example.com/carrier/plivo/abc.def';
    const request = getRequest(url, headers(signed('GET', url, {})));
    assert.equal(dialect.authenticity(request, { auth_token: TOKEN }), 'genuine');
  });
});

describe('documents of plivo', () => {
  it('connect a call to a media socket, whatever its address holds', () => {
    const { body, contentType } = dialect.connect('wss://voice.example.com/carrier/plivo/a?b=1&c=<2>');
    const attributes = 'bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000"';
    const url = 'wss://voice.example.com/carrier/plivo/a?b=1&amp;c=&lt;2&gt;';
    assert.include(body, `<Response><Stream ${attributes}>${url}</Stream></Response>`);
    assert.match(contentType, /^application\/xml/);
  });

  it('turn a call away', () => {
    for (const reason of ['busy', 'rejected'] as const)
      assert.include(dialect.reject(reason).body, `<Response><Hangup reason="${reason}"/></Response>`);
  });
});

describe('callbacks of plivo', () => {
  const HANGUP_URL = 'https://voice.example.com/hangup?org_id=o&CallUUID=never-mind';
  const report = (form: Record<string, string>) =>
    dialect.readReport(formRequest(HANGUP_URL, { CallUUID: 'u1', ...form }));
  const end = (form: Record<string, string>) => report({ Event: 'Hangup', CallStatus: 'completed', ...form });

  it('are parsed into the call that waits for its answer document, by POST and by GET', () => {
    const call = { sid: 'u1', from: '+14155551000', to: '+14155550123', answeredBy: 'unknown' };
    assert.deepEqual(dialect.readCall(formRequest(URL_OF_CALL, FORM)), call as never);
    assert.deepEqual(
      dialect.readCall(getRequest(`${URL_OF_CALL}&${new URLSearchParams(FORM).toString()}`)),
      call as never,
    );
    const unnamed = dialect.readCall(formRequest(URL_OF_CALL, { ...FORM, From: 'sip:ann@example.com' }));
    assert.equal(unnamed?.from, 'sip:ann@example.com');
  });

  it('mean nothing when they do not name the call', () => {
    const nothing = formRequest('https://voice.example.com/answer', { Event: 'Hangup' });
    assert.isNull(dialect.readCall(nothing));
    assert.isNull(dialect.readReport(nothing));
    assert.isNull(dialect.readAnsweredBy(nothing));
  });

  it('tell how a call goes', () => {
    assert.deepInclude(report({ Event: 'Ring', CallStatus: 'ringing' }), {
      sid: 'u1',
      status: 'ringing',
      isAnswered: false,
    });
    assert.deepInclude(report({ CallStatus: 'in-progress' }), {
      status: 'in_progress',
      isAnswered: true,
      response: null,
    });
    assert.isNull(report({ Event: 'StopStream', CallStatus: 'completed' }));
    assert.isNull(report({ CallStatus: 'dancing' }));
  });

  for (const [code, status, response] of [
    ['1000', 'canceled', 'canceled'],
    ['1010', 'failed', 'failed'],
    ['2000', 'failed', 'invalid_number'],
    ['2010', 'failed', 'unreachable'],
    ['3000', 'no_answer', 'no_answer'],
    ['3010', 'busy', 'busy'],
    ['3020', 'busy', 'declined'],
    ['3050', 'failed', 'invalid_number'],
    ['3080', 'failed', 'unreachable'],
    ['3130', 'failed', 'failed'],
    ['5020', 'failed', 'failed'],
    ['6010', 'no_answer', 'no_answer'],
    ['7011', 'failed', 'failed'],
    ['9100', 'completed', 'voicemail'],
  ] as const)
    it(`say with ${code} that a call was ${response}`, () => {
      assert.deepInclude(end({ HangupCauseCode: code, HangupCauseName: 'So' }), {
        status,
        response,
        isAnswered: false,
        cause: `${code} So`,
      });
    });

  it('say with evidence of an answer that a call was answered, whatever ended it', () => {
    for (const code of ['4000', '4010', '6000', '5010', '6020'])
      for (const evidence of [{ AnswerTime: '2026-03-02 09:00:00' }, { BillDuration: '60' }])
        assert.deepInclude(end({ HangupCauseCode: code, AnswerTime: '', BillDuration: '0', ...evidence }), {
          status: 'completed',
          response: 'answered',
          isAnswered: true,
        });
    assert.deepInclude(end({ HangupCauseCode: '9100', BillDuration: '60' }), {
      response: 'voicemail',
      isAnswered: true,
    });
  });

  it('report a failed call when the answer document was missing, although the call was answered', () => {
    for (const code of ['7011', '7034', '8011', '8014'])
      assert.deepInclude(end({ HangupCauseCode: code, HangupCauseName: 'So', BillDuration: '60' }), {
        status: 'failed',
        response: 'failed',
        isAnswered: true,
        cause: `${code} So`,
      });
  });

  it('are understood without a code, and without an event', () => {
    assert.deepInclude(end({ HangupCause: 'USER_BUSY' }), { status: 'busy', response: 'busy', cause: 'USER_BUSY' });
    assert.deepInclude(report({ HangupCause: 'NO_ANSWER' }), { status: 'no_answer' });
    assert.deepInclude(end({ CallStatus: 'timeout' }), { status: 'no_answer', response: 'no_answer', cause: null });
    assert.deepInclude(end({ CallStatus: 'completed' }), { status: 'completed', response: null });
    assert.deepInclude(end({ HangupCauseCode: '0', CallStatus: 'failed' }), { status: 'failed', response: 'failed' });
  });

  it('tell who picked up', () => {
    const answeredBy = (Machine: string) =>
      dialect.readAnsweredBy(formRequest(HANGUP_URL, { CallUUID: 'u1', Machine }));
    assert.deepEqual(answeredBy('true'), { sid: 'u1', answeredBy: 'machine' });
    assert.deepEqual(answeredBy('False'), { sid: 'u1', answeredBy: 'person' });
    assert.isNull(answeredBy(''));
  });
});
