import { assert } from 'chai';
import { exotelTelephony } from '../../../adapters/providers/exotel/telephony.ts';
import { formRequest, getRequest } from './requests.ts';

const { dialect } = exotelTelephony;
const ANSWER = 'https://voice.example.com/answer?agent_id=a&org_id=o';
const STATUS = 'https://voice.example.com/hangup?agent_id=a&org_id=o&call_id=c';

const json = (body: object) => ({
  ...formRequest(STATUS, {}, { 'content-type': 'application/json' }),
  body: Buffer.from(JSON.stringify(body)),
});

const multipart = (fields: Readonly<Record<string, string>>, type = 'multipart/form-data; boundary=----b1') => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `------b1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    ...formRequest(STATUS, {}, { 'content-type': type }),
    body: Buffer.from(`${parts.join('')}------b1--\r\n`),
  };
};

describe('documents of exotel', () => {
  it('name the socket to the applet, or none', () => {
    const url = 'wss://voice.example.com/carrier/exotel/t?a="1"';
    assert.deepEqual(dialect.connect(url), { contentType: 'application/json', body: JSON.stringify({ url }) });
    for (const why of ['busy', 'rejected'] as const)
      assert.deepEqual(JSON.parse(dialect.reject(why).body), { url: '' });
  });
});

describe('callbacks of exotel', () => {
  it('are never signed', () => {
    assert.equal(dialect.authenticity(json({}), { api_token: 'x' }), 'unsigned');
  });

  it('are parsed into the answered call that waits for its media socket', () => {
    const call = { sid: '80bf', from: '+919876543210', to: '+918047491899', answeredBy: 'unknown' } as const;
    const numbers = 'CallFrom=%2B919876543210&CallTo=918047491899&Direction=incoming';
    assert.deepEqual(dialect.readCall(getRequest(`${ANSWER}&CallSid=80bf&${numbers}`)), call);
    assert.deepEqual(
      dialect.readCall(formRequest(ANSWER, { CallSid: '80bf', From: '+919876543210', To: '+918047491899' })),
      call,
    );
    const national = dialect.readCall(getRequest(`${ANSWER}&CallSid=80bf&CallFrom=09876543210&CallTo=08047491899`));
    assert.deepEqual(national, call);
    const abroad = dialect.readCall(getRequest(`${ANSWER}&CallSid=80bf&CallFrom=09876543210&CallTo=6531234567`));
    assert.deepInclude(abroad, { from: '09876543210', to: '+6531234567' });
    for (const query of [numbers, 'CallSid=80bf&CallTo=1', 'CallSid=80bf&CallFrom=1'])
      assert.isNull(dialect.readCall(getRequest(`${ANSWER}&${query}`)));
  });

  for (const [Status, status, response] of [
    ['completed', 'completed', 'answered'],
    ['busy', 'busy', 'busy'],
    ['no-answer', 'no_answer', 'no_answer'],
    ['canceled', 'canceled', 'canceled'],
    ['failed', 'failed', 'failed'],
  ] as const)
    it(`say with ${Status} that a call was ${response}, as JSON and in every kind of form`, () => {
      const facts = { CallSid: '80bf', Status, EventType: 'terminal', RecordingUrl: 'https://x/' };
      const reported = { sid: '80bf', status, response, isAnswered: Status === 'completed', cause: Status };
      for (const request of [json({ ...facts, Legs: [{ OnCallDuration: 4 }] }), formRequest(STATUS, facts)])
        assert.deepEqual<unknown>(dialect.readReport(request), reported);
      assert.deepEqual<unknown>(dialect.readReport(multipart(facts)), reported);
      assert.deepEqual<unknown>(
        dialect.readReport(multipart(facts, 'multipart/form-data; charset=utf-8; boundary="----b1"')),
        reported,
      );
    });

  for (const [facts, status, isAnswered] of [
    [{ Status: 'queued' }, 'initiated', false],
    [{ Status: 'in-progress' }, 'ringing', false],
    [{ Status: 'in-progress', EventType: 'ringing' }, 'ringing', false],
    [{ Status: 'in-progress', EventType: 'answered' }, 'in_progress', true],
    [{ EventType: 'answered' }, 'in_progress', true],
  ] as const)
    it(`say with ${JSON.stringify(facts)} that a call is ${status}`, () => {
      assert.deepEqual<unknown>(dialect.readReport(json({ CallSid: '80bf', ...facts })), {
        ...{ sid: '80bf', status, isAnswered, response: null, cause: null },
      });
    });

  it('mean nothing without a call, or a status that is one', () => {
    for (const facts of [{ Status: 'completed' }, { CallSid: '80bf' }, { CallSid: '80bf', Status: 'null' }])
      assert.isNull(dialect.readReport(json(facts)));
  });

  it('mean nothing as a form that cannot be read', () => {
    const facts = { CallSid: '80bf', Status: 'busy' };
    const good = multipart(facts);
    for (const body of ['', '------b1', '------b1\r\nname="CallSid"\r\n------b1--', good.body.toString().slice(0, 60)])
      assert.isNull(dialect.readReport({ ...good, body: Buffer.from(body) }));
    for (const type of ['multipart/form-data', 'multipart/mixed; boundary=----b1', 'multipart/form-data; boundary=b2'])
      assert.isNull(dialect.readReport(multipart(facts, type)));
    const file = good.body.toString().replace('name="Status"', 'name="Status"; filename="s.txt"');
    assert.isNull(dialect.readReport({ ...good, body: Buffer.from(file) }));
  });

  it('tell nothing of machines', () => {
    assert.isNull(dialect.readAnsweredBy(json({ CallSid: '80bf', AnsweredBy: 'machine' })));
  });
});
