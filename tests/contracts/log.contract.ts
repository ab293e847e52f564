import { assert } from 'chai';
import type { Log } from '../../application/ports/log.ts';
import type { Contract } from '../support/contract.ts';

export interface WrittenLog {
  readonly log: Log;
  /** Everything that was written so far, line by line. */
  lines(): Record<string, unknown>[];
}

const only = ({ lines }: WrittenLog): Record<string, unknown> => {
  assert.lengthOf(lines(), 1);
  return lines()[0]!;
};

export const logContract: Contract<WrittenLog> = {
  'writes one line per event with its level, its moment and its fields': async (written) => {
    written.log.warn('call.ended', { call_id: 'c', turns: 3, deep: { list: [1, null, 'x'] } });
    const { time, ...line } = only(written);
    assert.deepEqual(line, {
      level: 'warn',
      event: 'call.ended',
      call_id: 'c',
      turns: 3,
      deep: { list: [1, null, 'x'] },
    });
    assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  },

  'keeps the levels apart': async (written) => {
    written.log.info('one');
    written.log.warn('two');
    written.log.error('three');
    assert.deepEqual(
      written.lines().map(({ level, event }) => [level, event]),
      [
        ['info', 'one'],
        ['warn', 'two'],
        ['error', 'three'],
      ],
    );
  },

  'adds the fields of its parents, the nearest word last': async (written) => {
    written.log.child({ service: 'api', org_id: 'o' }).child({ call_id: 'c' }).info('x', { org_id: 'p' });
    const { service, org_id, call_id } = only(written);
    assert.deepEqual([service, org_id, call_id], ['api', 'p', 'c']);
  },

  'hides personal data at any depth': async (written) => {
    const fields = {
      pii_number: '+15550100000',
      call: [{ text_pii: 'hello' }],
      pii: { name: 'Ann' },
      pIIsland: 'shown',
    };
    written.log.child({ caller_pii_name: 'Ann' }).info('x', fields);
    const line = only(written);
    assert.notMatch(JSON.stringify(line), /Ann|hello|555/);
    assert.equal(line['pii_number'], '[redacted]');
    assert.deepEqual(line['call'], [{ text_pii: '[redacted]' }]);
    assert.equal(line['pIIsland'], 'shown');
  },

  'hides secrets at any depth, however their keys are written': async (written) => {
    const keys =
      'password token access_token accessToken Authorization api_key apiKey X-API-Key secret client_secret cookie jwt';
    const secrets = Object.fromEntries(keys.split(' ').map((key) => [key, 'hunter2']));
    written.log
      .child(secrets)
      .info('x', { ...secrets, headers: { list: [secrets] }, map: new Map([['token', 'hunter2']]) });
    assert.notInclude(JSON.stringify(only(written)), 'hunter2');
  },

  'shows what only sounds like a secret': async (written) => {
    const fields = { max_tokens: 5, key: 'org/call', keyboard: 'de', passwordless: true };
    written.log.info('x', fields);
    const { max_tokens, key, keyboard, passwordless } = only(written);
    assert.deepEqual({ max_tokens, key, keyboard, passwordless }, fields);
  },

  "logs an error's message, stack and cause, and no other fields": async (written) => {
    const request = { headers: { 'x-custom': 'hunter2' } };
    const cause = Object.assign(new Error('disk full'), { code: 'ENOSPC', request });
    written.log.error('x', { error: new TypeError('no', { cause }), nested: { errors: [cause] } });
    const line = only(written);
    const error = line['error'] as Record<string, unknown>;
    assert.include(error, { name: 'TypeError', message: 'no' });
    assert.include(String(error['stack']), 'log.contract');
    assert.deepInclude(error['cause'], { message: 'disk full', code: 'ENOSPC' });
    assert.notInclude(JSON.stringify(line), 'hunter2');
  },

  'survives every field': async (written) => {
    const circular: Record<string, unknown> = { bytes: new Uint8Array(1e6), big: 12n, when: new Date(Number.NaN) };
    circular['self'] = circular;
    const deep = JSON.parse('{"a":'.repeat(5000) + '1' + '}'.repeat(5000)) as object;
    const trap = Object.defineProperty({}, 'x', { enumerable: true, get: () => assert.fail('a trap') });
    written.log.info('one', { circular, deep, list: [circular, circular], run: () => 1, none: undefined });
    written.log.info('two', { trap });
    written.log.info('three', JSON.parse('{"__proto__":{"a":1}}') as Record<string, unknown>);
    assert.deepEqual(
      written.lines().map(({ event }) => event),
      ['one', 'two', 'three'],
    );
    assert.isBelow(JSON.stringify(written.lines()).length, 5000);
  },
};
