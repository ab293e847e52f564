import { assert } from 'chai';
import { createHash, createHmac } from 'node:crypto';
import { twilioTelephony } from '../../../adapters/providers/twilio/telephony.ts';
import { formRequest, getRequest } from './requests.ts';

const { dialect } = twilioTelephony;
const TOKEN = 'a token of the account';
const URL_OF_CALL = 'https://voice.example.com/answer?org_id=o&agent_id=a%20b&call_id=c';
const FORM = { CallSid: 'CA1', From: '+14155551000', To: '+14155550123', Zeta: 'ü & =', Alpha: '' };

/** As https://www.twilio.com/docs/usage/security has it; Twilio's own signatures are tried with its SDK. */
function signed(url: string, form: Record<string, string | string[]> = {}): Record<string, string> {
  const fields = Object.keys(form)
    .toSorted()
    .flatMap((name) => [...new Set([form[name] ?? []].flat())].toSorted().map((value) => name + value));
  const signature = createHmac('sha1', TOKEN)
    .update(url + fields.join(''))
    .digest('base64');
  return { 'x-twilio-signature': signature };
}

describe('signatures of twilio', () => {
  const authenticity = (
    headers: Record<string, string>,
    { auth = { auth_token: TOKEN }, url = URL_OF_CALL }: { auth?: Record<string, unknown>; url?: string } = {},
  ) => dialect.authenticity(formRequest(url, FORM, headers), auth);

  for (const [what, url] of [
    ['a form with a query', URL_OF_CALL],
    ['a form without a query', 'https://voice.example.com/hangup'],
    ['a URL with a port', 'https://voice.example.com:8443/hangup?a=1'],
    ['a URL over an IPv6 address', 'http://[::1]:8080/hangup'],
  ] as const)
    it(`cover ${what}, with its port and without`, () => {
      const [, port] = /^\w+:\/\/.*?:(\d{4})\//.exec(url) ?? [];
      const asSigned = [url, port ? url.replace(`:${port}`, '') : url.replace('.com/', '.com:443/')];
      for (const each of asSigned) assert.equal(authenticity(signed(each, FORM), { url }), 'genuine', each);
    });

  it('cover the query of a GET', () => {
    const url = `${URL_OF_CALL}&${new URLSearchParams(FORM).toString()}`;
    assert.equal(dialect.authenticity(getRequest(url, signed(url)), { auth_token: TOKEN }), 'genuine');
    assert.equal(dialect.authenticity(getRequest(`${url}1`, signed(url)), { auth_token: TOKEN }), 'forged');
  });

  it('cover a repeated field once for each of its values', () => {
    const fields = new URLSearchParams([
      ['Digit', '2'],
      ['Digit', '1'],
      ['Digit', '2'],
      ['A', ''],
    ]);
    const headers = signed(URL_OF_CALL, { Digit: ['2', '1', '2'], A: '' });
    const request = { ...formRequest(URL_OF_CALL, {}, headers), body: Buffer.from(fields.toString()) };
    assert.equal(dialect.authenticity(request, { auth_token: TOKEN }), 'genuine');
  });

  it('cover another body by its digest in the URL', () => {
    const body = Buffer.from('{"CallSid":"CA1"}');
    const digest = createHash('sha256').update(body).digest('hex');
    const url = `${URL_OF_CALL}&bodySHA256=${digest}`;
    const request = { ...formRequest(url, {}, { ...signed(url), 'content-type': 'application/json' }), body };
    assert.equal(dialect.authenticity(request, { auth_token: TOKEN }), 'genuine');
    const other = { ...request, body: Buffer.from('{"CallSid":"CA2"}') };
    assert.equal(dialect.authenticity(other, { auth_token: TOKEN }), 'forged');
    const undigested = { ...request, url: URL_OF_CALL, headers: { ...request.headers, ...signed(URL_OF_CALL) } };
    assert.equal(dialect.authenticity(undigested, { auth_token: TOKEN }), 'forged');
  });

  it('are checked with every stored token, and refused while none is stored', () => {
    assert.equal(authenticity(signed(URL_OF_CALL, FORM), { auth: { auth_token: ['another', TOKEN] } }), 'genuine');
    assert.equal(authenticity(signed(URL_OF_CALL, FORM), { auth: {} }), 'forged');
    assert.equal(authenticity({}, { auth: { auth_token: 7 } }), 'forged');
  });

  it('are checked over everything that was sent', () => {
    const good = signed(URL_OF_CALL, FORM);
    for (const verdict of [
      authenticity({}),
      authenticity({ 'x-twilio-signature': '' }),
      authenticity({ 'x-twilio-signature': good['x-twilio-signature']!.slice(1) }),
      authenticity(good, { auth: { auth_token: 'another' } }),
      authenticity(good, { url: `${URL_OF_CALL}&more=1` }),
      authenticity(good, { url: 'no url' }),
      dialect.authenticity(formRequest(URL_OF_CALL, { ...FORM, To: '1' }, good), { auth_token: TOKEN }),
    ])
      assert.equal(verdict, 'forged');
  });
});

describe('documents of twilio', () => {
  it('connect a call to a media socket, whatever its address holds', () => {
    const document = dialect.connect('wss://voice.example.com/carrier/twilio/a?b=1&c=<2"');
    const stream = '<Stream url="wss://voice.example.com/carrier/twilio/a?b=1&amp;c=&lt;2&quot;"/>';
    assert.include(document.body, `<Response><Connect>${stream}</Connect></Response>`);
    assert.match(document.contentType, /^application\/xml/);
  });

  it('turn a call away', () => {
    for (const reason of ['busy', 'rejected'] as const)
      assert.include(dialect.reject(reason).body, `<Response><Reject reason="${reason}"/></Response>`);
  });
});

describe('callbacks of twilio', () => {
  const HANGUP_URL = 'https://voice.example.com/hangup?org_id=o&CallSid=never-mind';
  const report = (form: Record<string, string>) =>
    dialect.readReport(formRequest(HANGUP_URL, { CallSid: 'CA1', CallbackSource: 'call-progress-events', ...form }));

  it('are parsed into the call that waits for its answer document, by POST and by GET', () => {
    const call = { sid: 'CA1', from: '+14155551000', to: '+14155550123', answeredBy: 'unknown' };
    assert.deepEqual(dialect.readCall(formRequest(URL_OF_CALL, FORM)), call as never);
    const inQuery = `${URL_OF_CALL}&${new URLSearchParams(FORM).toString()}`;
    assert.deepEqual(dialect.readCall(getRequest(inQuery)), call as never);
    const answered = dialect.readCall(formRequest(URL_OF_CALL, { ...FORM, AnsweredBy: 'machine_start' }));
    assert.equal(answered?.answeredBy, 'machine');
  });

  it('mean nothing when they do not name the call', () => {
    const nothing = formRequest('https://voice.example.com/answer', { CallStatus: 'busy', AnsweredBy: 'human' });
    assert.isNull(dialect.readCall(nothing));
    assert.isNull(dialect.readReport(nothing));
    assert.isNull(dialect.readAnsweredBy(nothing));
  });

  it('are ignored when they report something other than the call’s progress', () => {
    assert.isNull(report({ CallbackSource: 'recording', CallStatus: 'completed' }));
    assert.isNull(report({ CallbackSource: '', StreamEvent: 'stream-stopped' }));
    assert.isNull(report({ CallStatus: 'dancing' }));
  });

  for (const [word, status, isAnswered] of [
    ['queued', 'initiated', false],
    ['initiated', 'initiated', false],
    ['ringing', 'ringing', false],
    ['in-progress', 'in_progress', true],
  ] as const)
    it(`say with ${word} that a call is ${status}`, () => {
      assert.deepEqual(report({ CallStatus: word }), { sid: 'CA1', status, isAnswered, response: null, cause: null });
    });

  for (const [word, code, status, response] of [
    ['busy', '486', 'busy', 'busy'],
    ['busy', '603', 'busy', 'declined'],
    ['no-answer', '487', 'no_answer', 'no_answer'],
    ['no-answer', '480', 'no_answer', 'no_answer'],
    ['no-answer', '603', 'busy', 'declined'],
    ['canceled', '487', 'canceled', 'canceled'],
    ['failed', '404', 'failed', 'invalid_number'],
    ['failed', '484', 'failed', 'invalid_number'],
    ['failed', '604', 'failed', 'invalid_number'],
    ['failed', '408', 'failed', 'unreachable'],
    ['failed', '480', 'failed', 'unreachable'],
    ['failed', '486', 'busy', 'busy'],
    ['failed', '600', 'busy', 'busy'],
    ['failed', '607', 'busy', 'declined'],
    ['failed', '403', 'failed', 'failed'],
    ['failed', '503', 'failed', 'failed'],
  ] as const)
    it(`say with ${word} and ${code} that a call was ${response}`, () => {
      assert.deepEqual(report({ CallStatus: word, SipResponseCode: code, CallDuration: '0' }), {
        sid: 'CA1',
        status,
        response,
        isAnswered: false,
        cause: `SIP ${code}`,
      });
    });

  it('say without a code no more than the status does', () => {
    assert.deepInclude(report({ CallStatus: 'failed' }), { status: 'failed', response: 'failed', cause: null });
    assert.deepInclude(report({ CallStatus: 'busy', SipResponseCode: 'x' }), { response: 'busy', cause: null });
  });

  it('say with evidence of an answer that a call was answered, whatever ended it', () => {
    const answered = { status: 'completed', response: 'answered', isAnswered: true } as const;
    assert.deepInclude(report({ CallStatus: 'completed', SipResponseCode: '200' }), answered);
    assert.deepInclude(report({ CallStatus: 'failed', CallDuration: '12' }), answered);
    assert.deepInclude(report({ CallStatus: 'failed', AnsweredBy: 'human' }), answered);
    for (const AnsweredBy of ['machine_start', 'machine_end_beep', 'fax'])
      assert.deepInclude(report({ CallStatus: 'completed', AnsweredBy }), { ...answered, response: 'voicemail' });
  });

  it('tell who picked up', () => {
    const answeredBy = (AnsweredBy: string) =>
      dialect.readAnsweredBy(formRequest(HANGUP_URL, { CallSid: 'CA1', AnsweredBy }));
    assert.deepEqual(answeredBy('human'), { sid: 'CA1', answeredBy: 'person' });
    for (const word of ['machine_start', 'fax'])
      assert.deepEqual(answeredBy(word), { sid: 'CA1', answeredBy: 'machine' });
    for (const word of ['machine_end_beep', 'machine_end_silence', 'machine_end_other'])
      assert.deepEqual(answeredBy(word), { sid: 'CA1', answeredBy: 'machine', greetingEnded: true });
    assert.deepEqual(answeredBy('unknown'), { sid: 'CA1', answeredBy: 'unknown' });
    assert.isNull(answeredBy(''));
  });
});
