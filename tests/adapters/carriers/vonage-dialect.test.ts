import { assert } from 'chai';
import { createHash } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import { vonageTelephony } from '../../../adapters/providers/vonage/telephony.ts';
import { getRequest, RECEIVED_AT } from './requests.ts';

const { dialect } = vonageTelephony;
const SECRET = 'a signature secret of the account';
const ANSWER = 'https://voice.example.com/answer?agent_id=a&org_id=o';
const EVENTS = 'https://voice.example.com/hangup?agent_id=a&org_id=o';
const NOW = RECEIVED_AT.getTime() / 1_000;
const CALL = { from: '14155550123', to: '14155551000', uuid: 'u-1', conversation_uuid: 'CON-1' };

interface SignatureOptions {
  readonly ago?: number;
  readonly claims?: object;
  readonly secret?: string;
  readonly algorithm?: jwt.Algorithm;
}

/** A webhook that Vonage signed `ago` seconds ago. */
function signed(body: object, { ago = 0, claims = {}, secret = SECRET, algorithm = 'HS256' }: SignatureOptions = {}) {
  const bytes = Buffer.from(JSON.stringify(body));
  const payload = {
    ...{ iss: 'Vonage', jti: 'j', api_key: 'abcd1234', application_id: 'app-1', iat: NOW - ago },
    payload_hash: createHash('sha256').update(bytes).digest('hex'),
    ...claims,
  };
  const reported = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
  const token = jwt.sign(reported, secret, { algorithm, noTimestamp: !('iat' in reported) });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return { method: 'POST', url: EVENTS, headers, body: bytes, receivedAt: RECEIVED_AT } satisfies CarrierRequest;
}

describe('signatures of vonage', () => {
  const authenticity = (request: CarrierRequest, signature_secret: unknown = SECRET) =>
    dialect.authenticity(request, { signature_secret });

  it('are genuine with the secret and the hash of the body, whichever way it is written', () => {
    assert.equal(authenticity(signed(CALL)), 'genuine');
    const upper = createHash('sha256').update(JSON.stringify(CALL)).digest('hex').toUpperCase();
    assert.equal(authenticity(signed(CALL, { claims: { payload_hash: upper } })), 'genuine');
  });

  it('are good for five minutes, before and after', () => {
    for (const ago of [300, -300]) assert.equal(authenticity(signed(CALL, { ago })), 'genuine');
    for (const ago of [301, -301]) assert.equal(authenticity(signed(CALL, { ago })), 'forged');
  });

  it('are checked with every stored secret, and refused while none is stored', () => {
    assert.equal(authenticity(signed(CALL), ['another', SECRET]), 'genuine');
    assert.equal(authenticity(signed(CALL), 'another'), 'forged');
    assert.equal(dialect.authenticity(signed(CALL), {}), 'forged');
  });

  it('are checked over everything that they cover', () => {
    const good = signed(CALL);
    const header = (authorization: string) => ({ ...good, headers: { ...good.headers, authorization } });
    for (const request of [
      { ...good, body: Buffer.from(JSON.stringify({ ...CALL, from: '1900' })) },
      signed(CALL, { claims: { payload_hash: undefined } }),
      signed(CALL, { claims: { payload_hash: 7 } }),
      signed(CALL, { claims: { iat: undefined } }),
      signed(CALL, { claims: { exp: NOW - 301 } }),
      signed(CALL, { secret: '', algorithm: 'none' }),
      signed(CALL, { algorithm: 'HS512' }),
      header(''),
      header('Bearer no.token.atall'),
      header(good.headers.authorization.replace('Bearer', 'Basic')),
    ])
      assert.equal(authenticity(request), 'forged');
  });

  it('make nothing of a GET genuine, whose query they do not cover', () => {
    const { authorization } = signed({}).headers;
    assert.equal(authenticity(getRequest(`${EVENTS}&uuid=u-1&status=busy`, { authorization })), 'forged');
  });
});

describe('documents of vonage', () => {
  it('connect a call to a socket of 16-bit audio at 16 kHz', () => {
    const url = 'wss://voice.example.com/carrier/vonage/a.b?c=1&d="2"';
    const { contentType, body } = dialect.connect(url);
    assert.equal(contentType, 'application/json');
    assert.deepEqual(JSON.parse(body), [
      {
        action: 'connect',
        endpoint: [{ type: 'websocket', uri: url, 'content-type': 'audio/l16;rate=16000' }],
      },
    ]);
  });

  it('turn a call away without a word, for either reason', () => {
    for (const why of ['busy', 'rejected'] as const) assert.deepEqual(JSON.parse(dialect.reject(why).body), []);
  });
});

describe('callbacks of vonage', () => {
  const report = (event: object) => dialect.readReport(signed({ ...CALL, ...event }));

  it('are parsed into the call that waits for its answer document, with its application id in the sid', () => {
    assert.deepEqual(dialect.readCall({ ...signed(CALL), url: ANSWER }), {
      sid: 'u-1@app-1',
      from: '+14155550123',
      to: '+14155551000',
      answeredBy: 'unknown',
    });
    assert.isNull(dialect.readCall(getRequest(`${ANSWER}&uuid=u-1&from=1415&to=anonymous`)));
    for (const missing of ['uuid', 'from', 'to'])
      assert.isNull(dialect.readCall(signed({ ...CALL, [missing]: undefined })));
  });

  it('name the application only where a token tells one', () => {
    assert.equal(dialect.readCall(signed(CALL, { claims: { application_id: undefined } }))?.sid, 'u-1');
    const good = signed(CALL);
    for (const authorization of ['', 'Bearer x', 'Bearer a.b.c'])
      assert.equal(dialect.readCall({ ...good, headers: { ...good.headers, authorization } })?.sid, 'u-1');
  });

  for (const [word, status, isAnswered] of [
    ['started', 'initiated', false],
    ['ringing', 'ringing', false],
    ['answered', 'in_progress', true],
  ] as const)
    it(`say with ${word} that a call is ${status}`, () => {
      assert.deepEqual<unknown>(report({ status: word, direction: 'outbound' }), {
        ...{ sid: 'u-1@app-1', status, response: null, isAnswered, cause: null },
      });
    });

  for (const [word, detail, status, response] of [
    ['busy', '', 'busy', 'busy'],
    ['cancelled', '', 'canceled', 'canceled'],
    ['unanswered', '', 'no_answer', 'no_answer'],
    ['unanswered', 'timeout', 'no_answer', 'no_answer'],
    ['unanswered', 'unavailable', 'failed', 'unreachable'],
    ['timeout', '', 'no_answer', 'no_answer'],
    ['rejected', '', 'busy', 'declined'],
    ['rejected', 'declined', 'busy', 'declined'],
    ['rejected', 'restricted', 'failed', 'failed'],
    ['rejected', 'invalid_number', 'failed', 'invalid_number'],
    ['failed', '', 'failed', 'failed'],
    ['failed', 'internal_error', 'failed', 'failed'],
    ['failed', 'cannot_route', 'failed', 'unreachable'],
    ['failed', 'number_out_of_service', 'failed', 'invalid_number'],
  ] as const)
    it(`say with ${word} and ${detail || 'no detail'} that a call was ${response}`, () => {
      const cause = `${word} ${detail}`.trim();
      assert.deepInclude(report({ status: word, detail }), { status, response, isAnswered: false, cause });
    });

  it('say with seconds that were talked that a call was answered, and without any only that it is over', () => {
    const over = { status: 'completed', cause: null } as const;
    assert.deepInclude(report({ status: 'completed', duration: '2' }), {
      ...{ ...over, response: 'answered', isAnswered: true },
    });
    for (const duration of ['0', undefined])
      assert.deepInclude(report({ status: 'completed', duration }), { ...over, response: null, isAnswered: false });
  });

  it('tell who picked up where they tell everything else, and where the beep of a machine begins', () => {
    const { uuid: call_uuid, ...rest } = CALL;
    const machine = signed({ ...rest, call_uuid, status: 'machine' });
    assert.isNull(dialect.readReport(machine), 'the call may continue');
    assert.deepEqual(dialect.readAnsweredBy(machine), { sid: 'u-1@app-1', answeredBy: 'machine' });
    const beep = signed({ ...rest, call_uuid, status: 'machine', sub_state: 'beep_start' });
    assert.deepInclude(dialect.readAnsweredBy(beep), { answeredBy: 'machine', greetingEnded: true });
    const human = signed({ ...rest, call_uuid, status: 'human' });
    assert.isNull(dialect.readReport(human));
    assert.deepEqual(dialect.readAnsweredBy(human), { sid: 'u-1@app-1', answeredBy: 'person' });
    assert.isNull(dialect.readAnsweredBy(signed({ ...CALL, status: 'answered' })));
    assert.isNull(dialect.readAnsweredBy(signed({ status: 'human' })));
  });

  it('mean nothing for the call by what becomes of its leg to our socket', () => {
    const to = 'wss://voice.example.com/carrier/vonage/t';
    for (const status of ['started', 'answered', 'completed', 'failed', 'unanswered', 'rejected'])
      assert.isNull(report({ status, to }));
    assert.isNull(report({ status: 'disconnected' }));
  });

  it('mean nothing without a status that is one, or without a call', () => {
    for (const event of [{}, { status: 'record' }, { status: 7 }, { type: 'transfer' }, { reason: 'Syntax error' }])
      assert.isNull(report(event));
    assert.isNull(dialect.readReport(signed({ status: 'busy' })));
    assert.isNull(dialect.readReport({ ...signed(CALL), body: Buffer.from('{') }));
  });
});
