import { assert } from 'chai';
import { failedAnswer, readAnswer } from '../../../domain/agents/tool-answer.ts';
import { tool } from './tools-example.ts';

const read = (text: string, changes: object = {}, more: object = {}) =>
  readAnswer(
    tool({ response: {}, variables: null, ...changes }),
    { status: 200, text, isCut: false, ...more },
    ['key "of" ada/1'],
    ['4111222233334444'],
  );
const TIMES = '{"booking":{"id":7,"times":[{"start":"19:00"},"late"],"none":null}}';

describe('readAnswer', () => {
  it('reads the whole response, or the part at a path', () => {
    assert.deepEqual(read(' { "a" : 1 } '), { ok: true, status: 200, content: '{"a":1}', variables: {} });
    const at = (path: string): string => read(TIMES, { response: { path } }).content;
    assert.equal(at('booking.id'), '7');
    assert.equal(at('booking.times[0].start'), '19:00');
    assert.equal(at('booking.times[0]'), '{"start":"19:00"}');
    assert.equal(at('booking.times[1]'), 'late');
  });

  it('says that a part is missing, and reads nothing that objects inherit', () => {
    for (const path of [
      'booking.other',
      'booking.times[9]',
      'booking.id.x',
      'booking.none',
      'constructor',
      'booking.__proto__',
    ])
      assert.deepEqual(read(TIMES, { response: { path } }), {
        ...{ ok: true, status: 200, content: `The tool answered without ${path}`, variables: {} },
      });
  });

  it('sets the variables that the response has', () => {
    const variables = { id: 'booking.id', first: 'booking.times[0]', none: 'booking.none', other: 'a.b' };
    assert.deepEqual(read(TIMES, { variables }).variables, { id: '7', first: '{"start":"19:00"}' });
    assert.equal(read(`{"a":"${'x'.repeat(5_000)}"}`, { variables: { a: 'a' } }).variables['a']?.length, 4_096);
  });

  it('reads text as it is', () => {
    assert.equal(read('{"a":', { response: { format: 'text' } }).content, '{"a":');
  });

  it('takes a response without content for a success', () => {
    assert.deepEqual(read('', {}, { status: 204 }), {
      ...{ ok: true, status: 204, content: 'The tool answered with status 204 and no content', variables: {} },
    });
  });

  it('shortens what the model reads to 16,384 characters and says so', () => {
    for (const format of ['json', 'text']) {
      const { ok, content } = read(JSON.stringify('x'.repeat(20_000)), { response: { format } });
      assert.isTrue(ok);
      assert.lengthOf(content, 16_384);
      assert.match(content, /x \(shortened\)$/);
    }
    assert.equal(read('abc', { response: { format: 'text' } }, { isCut: true }).content, 'abc (shortened)');
  });

  it('fails when the status is not 2xx, with the body of a 4xx response only', () => {
    for (const [status, reason] of [
      [302, ', and redirects are not followed'],
      [400, '. Response: no table'],
      [500, ''],
    ] as const)
      assert.deepInclude(read('no table', { side_effects: false }, { status }), {
        ...{ ok: false, status, content: `The tool failed: status ${status}${reason}` },
      });
  });

  it('fails when JSON is expected and something else arrives', () => {
    const [broken, cut] = [
      read('<html>', { side_effects: false }),
      read('{}', { side_effects: false }, { isCut: true }),
    ];
    assert.equal(broken.content, 'The tool failed: a response that is not JSON, with status 200');
    assert.equal(cut.content, 'The tool failed: a response that is too long, with status 200');
    assert.deepEqual([broken.ok, cut.ok], [false, false]);
  });

  it('says that an action may have been carried out when that is possible', () => {
    assert.match(read('<html>').content, /may have been carried out$/);
    assert.match(read('', {}, { status: 502 }).content, /may have been carried out$/);
    assert.equal(read('', {}, { status: 409 }).content, 'The tool failed: status 409');
    assert.equal(
      read('{"error":"Nine is free. key \\"of\\" ada/1"}', {}, { status: 409 }).content,
      'The tool failed: status 409. Response: {"error":"Nine is free. ****"}',
    );
    assert.isAtMost(read('x'.repeat(9_000), {}, { status: 400 }).content.length, 2_100);
    assert.notInclude(read('a stack trace', {}, { status: 500 }).content, 'stack');
    const redirected = read('', { side_effects: true }, { status: 303 });
    assert.include(redirected.content, 'status 303, and redirects are not followed');
    assert.isTrue(redirected.mayHaveRun);
    assert.equal(failedAnswer(tool(), { text: 'timeout', mayHaveRun: true }).status, null);
  });

  it('replaces secret digits that the server repeats, also in groups', () => {
    const text = '{"card":"4111222233334444","shown":"4111 2222-3333.4444","other":"4111222233334445"}';
    assert.equal(read(text).content, '{"card":"****","shown":"****","other":"4111222233334445"}');
    assert.deepEqual(read(text, { variables: { card: 'shown' } }).variables, { card: '****' });
    assert.include(read('no 4111222233334444', {}, { status: 400 }).content, 'no ****');
  });

  it('replaces secrets that the server repeats, in whatever form JSON has them', () => {
    const variables = { a: 'a' };
    for (const text of ['{"a":"x key \\"of\\" ada/1 y"}', '{"a":"x key \\u0022of\\u0022 ada\\/1 y"}']) {
      const answer = read(text, { variables });
      assert.equal(answer.content, '{"a":"x **** y"}');
      assert.deepEqual(answer.variables, { a: 'x **** y' });
    }
    assert.equal(read('key "of" ada/1', { response: { format: 'text' } }).content, '****');
  });

  it('replaces characters that cannot be stored', () => {
    assert.equal(read('"a\\u0000b\\ud800"', { response: { format: 'json' } }).content, 'a\ufffdb\ufffd');
  });
});
