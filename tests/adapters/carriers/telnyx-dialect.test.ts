import { assert } from 'chai';
import { generateKeyPairSync, sign } from 'node:crypto';
import { telnyxTelephony } from '../../../adapters/providers/telnyx/telephony.ts';
import { formRequest, getRequest, RECEIVED_AT } from './requests.ts';

const { dialect } = telnyxTelephony;
const keys = (): { privateKey: ReturnType<typeof generateKeyPairSync>['privateKey']; shown: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, shown: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64') };
};
const ACCOUNT = keys();
const URL_OF_CALL = 'https://voice.example.com/answer?org_id=o&agent_id=a&call_id=c';
const FORM = { CallSid: 'v3:1', From: '+14155551000', To: '+14155550123', Zeta: 'ü & =' };
const NOW = RECEIVED_AT.getTime() / 1_000;

/** A request that Telnyx signed `ago` seconds ago. */
function signedRequest(form: Record<string, string> = FORM, { ago = 0, url = URL_OF_CALL } = {}) {
  const request = formRequest(url, form);
  const timestamp = String(NOW - ago);
  const signature = sign(null, Buffer.from(`${timestamp}|${Buffer.from(request.body).toString()}`), ACCOUNT.privateKey);
  const headers = { 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature.toString('base64') };
  return { ...request, headers: { ...request.headers, ...headers } };
}

describe('signatures of telnyx', () => {
  const authenticity = (request: ReturnType<typeof signedRequest>, public_key: unknown = ACCOUNT.shown) =>
    dialect.authenticity(request, { public_key });

  it('are genuine with the key of the account', () => {
    assert.equal(authenticity(signedRequest()), 'genuine');
  });

  it('are good for five minutes, before and after', () => {
    for (const ago of [300, -300]) assert.equal(authenticity(signedRequest(FORM, { ago })), 'genuine');
    for (const ago of [301, -301]) assert.equal(authenticity(signedRequest(FORM, { ago })), 'forged');
  });

  it('are checked with every stored key, and refused while none is stored', () => {
    assert.equal(authenticity(signedRequest(), [keys().shown, ` ${ACCOUNT.shown}\n`]), 'genuine');
    assert.equal(authenticity(signedRequest(), keys().shown), 'forged');
    assert.equal(authenticity(signedRequest(), 'no key'), 'forged');
    assert.equal(dialect.authenticity(signedRequest(), {}), 'forged');
  });

  it('are checked over everything that they cover', () => {
    const good = signedRequest();
    const without = (name: string) => Object.fromEntries(Object.entries(good.headers).filter(([key]) => key !== name));
    for (const request of [
      { ...good, body: Buffer.from('CallSid=v3%3A2') },
      { ...good, headers: without('telnyx-timestamp') },
      { ...good, headers: without('telnyx-signature-ed25519') },
      { ...good, headers: { ...good.headers, 'telnyx-timestamp': String(NOW - 1) } },
      { ...good, headers: { ...good.headers, 'telnyx-timestamp': 'soon' } },
      { ...good, headers: { ...good.headers, 'telnyx-signature-ed25519': 'AAAA' } },
    ])
      assert.equal(dialect.authenticity(request, { public_key: ACCOUNT.shown }), 'forged');
  });

  it('make nothing of a GET genuine, whose query they do not cover', () => {
    const { headers } = signedRequest({});
    const request = getRequest(`${URL_OF_CALL}&CallSid=v3:1&CallStatus=busy`, headers);
    assert.equal(dialect.authenticity(request, { public_key: ACCOUNT.shown }), 'forged');
    assert.isNull(dialect.readReport(request));
  });
});

describe('documents of telnyx', () => {
  it('connect a call to a stream of mu-law in both directions', () => {
    const { body } = dialect.connect('wss://voice.example.com/carrier/telnyx/a?b=1&c=2');
    const [, element, attributes = ''] =
      /<Response><Connect><(\w+) ([^>]*)\/><\/Connect><\/Response>$/.exec(body) ?? [];
    assert.equal(element, 'Stream');
    assert.deepEqual(attributes.split(' '), [
      'url="wss://voice.example.com/carrier/telnyx/a?b=1&amp;c=2"',
      'track="inbound_track"',
      'codec="PCMU"',
      'bidirectionalMode="rtp"',
      'bidirectionalCodec="PCMU"',
      'bidirectionalSamplingRate="8000"',
    ]);
  });

  it('turn a call away', () => {
    assert.include(dialect.reject('busy').body, '<Response><Reject reason="busy"/></Response>');
    assert.include(dialect.reject('rejected').body, '<Response><Reject reason="rejected"/></Response>');
  });
});

describe('callbacks of telnyx', () => {
  const report = (form: Record<string, string>) =>
    dialect.readReport(
      formRequest('https://voice.example.com/hangup?org_id=o&CallSid=unsigned', {
        CallSid: 'v3:1',
        CallbackSource: 'call-progress-events',
        ...form,
      }),
    );

  it('are parsed into the call that waits for its answer document', () => {
    assert.deepEqual(dialect.readCall(formRequest(URL_OF_CALL, FORM)), {
      sid: 'v3:1',
      from: '+14155551000',
      to: '+14155550123',
      answeredBy: 'unknown',
    });
  });

  it('mean nothing by what is not signed, and nothing by keys that were pressed', () => {
    assert.isNull(dialect.readReport(formRequest(`${URL_OF_CALL}&CallSid=v3:1`, { CallStatus: 'busy' })));
    assert.isNull(report({ CallStatus: 'dtmf', Digit: '5' }));
  });

  for (const [word, status] of [
    ['initiated', 'initiated'],
    ['ringing', 'ringing'],
    ['in-progress', 'in_progress'],
  ] as const)
    it(`say with ${word} that a call is ${status}`, () => {
      assert.deepInclude(report({ CallStatus: word, CallDuration: '10' }), { status, response: null });
    });

  for (const [word, cause, sip, status, response] of [
    ['busy', 'user_busy', '486', 'busy', 'busy'],
    ['busy', 'call_rejected', '603', 'busy', 'declined'],
    ['failed', 'call_rejected', 'unspecified', 'busy', 'declined'],
    ['no-answer', 'timeout', '', 'no_answer', 'no_answer'],
    ['no-answer', 'originator_cancel', '487', 'no_answer', 'no_answer'],
    ['canceled', 'originator_cancel', '487', 'canceled', 'canceled'],
    ['failed', 'not_found', '404', 'failed', 'invalid_number'],
    ['failed', 'unallocated_number', '', 'failed', 'invalid_number'],
    ['failed', 'user_busy', '', 'busy', 'busy'],
    ['failed', 'unspecified', '480', 'failed', 'unreachable'],
    ['failed', 'normal_clearing', '503', 'failed', 'failed'],
    ['completed', 'user_busy', '', 'busy', 'busy'],
    ['completed', 'timeout', '', 'no_answer', 'no_answer'],
  ] as const)
    it(`say with ${word}, ${cause} and ${sip || 'no code'} that a call was ${response}`, () => {
      const reported = report({ CallStatus: word, HangupCause: cause, SipHangupCause: sip, CallDuration: '20' });
      const causes = [/^\d/.test(sip) ? `SIP ${sip}` : '', cause];
      assert.deepInclude(reported, { status, response, isAnswered: false, cause: causes.join(' ').trim() });
    });

  it('say with evidence of an answer that a call was answered, whatever ended it', () => {
    const answered = { status: 'completed', response: 'answered', isAnswered: true } as const;
    for (const HangupCause of ['normal_clearing', 'time_limit', ''])
      assert.deepInclude(report({ CallStatus: 'completed', HangupCause }), answered);
    const AnsweredTime = '2026-03-02T09:00:00Z';
    assert.deepInclude(report({ CallStatus: 'completed', HangupCause: 'timeout', AnsweredTime }), answered);
    assert.deepInclude(report({ CallStatus: 'completed', AnsweredBy: 'machine' }), { response: 'voicemail' });
  });

  it('tell who picked up', () => {
    const answeredBy = (AnsweredBy: string) =>
      dialect.readAnsweredBy(formRequest(URL_OF_CALL, { CallSid: 'v3:1', AnsweredBy }))?.answeredBy;
    for (const word of ['human', 'human_residence', 'human_business']) assert.equal(answeredBy(word), 'person');
    for (const word of ['machine', 'machine_start', 'fax', 'fax_detected']) assert.equal(answeredBy(word), 'machine');
    for (const word of ['unknown', 'not_sure', 'silence']) assert.equal(answeredBy(word), 'unknown');
  });
});
