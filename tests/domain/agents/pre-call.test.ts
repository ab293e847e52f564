import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { preCallTool, readPreCallAnswer } from '../../../domain/agents/pre-call.ts';
import { fillRequest } from '../../../domain/agents/tool-request.ts';
import { known, least, refusal } from './known-providers.ts';

const parse = (pre_call: unknown) => parseAgentConfig({ ...least(), pre_call }, known).pre_call;
const ADDRESS = 'https://crm.example.com/calls';

describe('the pre-call request of an agent configuration', () => {
  it('is stored with the default of its time, and not at all when it is left out', () => {
    assert.deepEqual(parse({ url: ADDRESS }), { url: ADDRESS, timeout_secs: 2 });
    const whole = { url: ADDRESS, headers: { Authorization: 'Bearer {{secret.crm}}' }, timeout_secs: 0.5 };
    assert.deepEqual(parse(whole), whole);
    assert.doesNotHaveAnyKeys(parseAgentConfig({ ...least(), pre_call: null }, known), ['pre_call']);
  });

  const wrong: readonly [string, unknown, RegExp][] = [
    ['no URL', {}, /^pre_call\.url is required$/],
    ['another scheme', { url: 'ftp://crm.example.com' }, /^pre_call\.url must be an http or https URL/],
    ['a placeholder in the URL', { url: `${ADDRESS}/{{from}}` }, /^pre_call\.url has an unknown placeholder/],
    ['a secret in the URL', { url: `${ADDRESS}/{{secret.crm}}` }, /^pre_call\.url must not contain secrets/],
    ['a variable in a header', { url: ADDRESS, headers: { a: '{{name}}' } }, /^pre_call\.headers\.a has an unknown/],
    ['a header of the platform', { url: ADDRESS, headers: { Host: 'a' } }, /^pre_call\.headers\.Host must be omitted/],
    ['a long wait', { url: ADDRESS, timeout_secs: 2.1 }, /^pre_call\.timeout_secs must be a number from 0\.2 to 2$/],
    ['a method', { url: ADDRESS, method: 'GET' }, /^pre_call\.method is unknown/],
    [
      'a misspelt field',
      { url: ADDRESS, timeout_sec: 1 },
      /^pre_call\.timeout_sec is unknown: did you mean timeout_secs\?$/,
    ],
  ];
  for (const [what, input, message] of wrong)
    it(`rejects ${what}`, () =>
      assert.match(
        refusal(() => parse(input)),
        message,
      ));

  it('sends what is known of the call, and secrets in headers', () => {
    const tool = preCallTool({ url: ADDRESS, headers: { 'X-Key': '{{secret.crm}}' }, timeout_secs: 2 });
    const facts = { call_id: 'c1', agent_id: 'a1', org_id: 'o1', from: '+15550001', to: '+15550002' };
    const given = { ...facts, direction: 'inbound', carrier: 'twilio' };
    const request = fillRequest(tool, { arguments: given, variables: {}, secrets: { crm: 'sk-12345678' } });
    assert.deepEqual(JSON.parse(request.body ?? ''), given);
    assert.deepInclude(request, { method: 'POST', url: ADDRESS });
    assert.equal(request.headers['x-key'], 'sk-12345678');
  });
});

describe('the answer to a pre-call request', () => {
  const answer = (body: unknown) => readPreCallAnswer({ ok: true, content: JSON.stringify(body) });
  const failed = (reason: string) => ({ outcome: 'failed', reason, say: null, variables: {} }) as const;

  it('sets variables, or nothing', () => {
    const variables = { name: 'Ada', orders: [{ id: 7 }] };
    assert.deepEqual(answer({ variables }), { outcome: 'applied', reason: null, say: null, variables });
    assert.deepEqual(answer({}), { outcome: 'applied', reason: null, say: null, variables: {} });
    assert.deepEqual(answer({ variables: null, reject: null }), answer({}));
  });

  it('rejects the call, with a reason and words as far as they are texts, and then sets no variables', () => {
    const rejected = { outcome: 'rejected', reason: null, say: null, variables: {} } as const;
    assert.deepEqual(answer({ reject: {}, variables: { name: 'Ada' } }), rejected);
    assert.deepEqual(answer({ reject: { reason: ' Blocked\nnumber ', say: 'We are closed.' } }), {
      ...rejected,
      reason: 'Blocked number',
      say: 'We are closed.',
    });
    assert.deepEqual(answer({ reject: { reason: 5, say: ' ' } }), rejected);
    const long = answer({ reject: { reason: 'r'.repeat(300), say: 's'.repeat(2_000) } });
    assert.deepEqual([long.reason?.length, long.say?.length], [200, 1_000]);
  });

  const unusable: readonly [string, string, string][] = [
    ['text', 'hello', 'the answer must be JSON of at most 16,384 characters'],
    ['a list', '[]', 'the answer must be an object'],
    ['variables that are a list', '{"variables":[]}', 'custom_variables must be an object'],
    ['a variable without a name', '{"variables":{" ":1}}', 'custom_variables must not have an empty name'],
    ['a rejection that is a flag', '{"reject":true}', 'reject must be an object'],
    ['a misspelt field', '{"variable":{}}', 'the answer.variable is unknown: did you mean variables?'],
  ];
  for (const [what, content, reason] of unusable)
    it(`counts as failed when it is ${what}`, () =>
      assert.deepEqual(readPreCallAnswer({ ok: true, content }), failed(reason)));

  it('says why a request failed, without the words of the server', () => {
    const content = 'The tool failed: status 401. Response: Ada Lovelace is not known';
    assert.deepEqual(readPreCallAnswer({ ok: false, content }), failed('status 401'));
  });
});
