import { assert } from 'chai';
import * as fc from 'fast-check';
import { fillRequest } from '../../../domain/agents/tool-request.ts';
import { reasons } from './known-providers.ts';
import { tool, toolWith } from './tools-example.ts';

const SECRETS = { bookings_key: 'key-of-ada' };
const filled = (made: ReturnType<typeof tool>, args: object = {}, variables: object = { restaurant: 'Roma' }) =>
  fillRequest(made, { arguments: args as never, variables: variables as never, secrets: SECRETS });

describe('fillRequest', () => {
  it('fills URL, headers, query and body, and keeps the type of a single placeholder', () => {
    assert.deepEqual(filled(tool(), { day: 'Friday & Saturday', guests: 4, wish: 'a {{day}} "window"' }), {
      method: 'POST',
      url: 'https://api.example.com/restaurants/Roma/bookings?day=Friday+%26+Saturday',
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer key-of-ada' },
      body: '{"guests":4,"note":"By telephone: a {{day}} \\"window\\"","wish":"a {{day}} \\"window\\""}',
    });
  });

  it('leaves out what a single placeholder without a value stands for', () => {
    const { body, url } = filled(tool(), { guests: 2 });
    assert.deepEqual(JSON.parse(body ?? ''), { guests: 2, note: 'By telephone: ' });
    assert.equal(url, 'https://api.example.com/restaurants/Roma/bookings');
    assert.equal(filled(toolWith({ body: ['{{wish}}', '{{guests}}'] }), { guests: [1] }).body, '[null,[1]]');
    assert.deepEqual(filled(toolWith({ method: 'GET', body: null, headers: { 'X-Wish': '{{wish}}' } })).headers, {
      accept: 'application/json',
    });
  });

  it('sends a content type of its own choice', () => {
    const headers = { 'Content-Type': 'application/vnd.api+json', Accept: 'text/plain' };
    assert.deepEqual(filled(toolWith({ headers })).headers, {
      ...{ accept: 'text/plain', 'content-type': 'application/vnd.api+json' },
    });
  });

  it('lets an argument replace a variable only when the tool declares it', () => {
    const url = 'https://a.example/{{restaurant}}/{{day}}';
    const made = toolWith({ url, query: null, body: null });
    assert.equal(filled(made, { day: 'x', restaurant: 'evil' }).url, 'https://a.example/Roma/x');
    assert.equal(filled(made, { day: 'x' }, { restaurant: 'Roma', day: 'y' }).url, 'https://a.example/Roma/x');
  });

  it('lets neither arguments nor variables replace a secret', () => {
    const { headers } = filled(tool(), { 'secret.bookings_key': 'x' }, { restaurant: 'a', 'secret.bookings_key': 'y' });
    assert.equal(headers['authorization'], 'Bearer key-of-ada');
  });

  it('keeps every value within its segment of the path and its parameter of the query', () => {
    const made = toolWith({ url: 'https://a.example/v1/{{day}}/end?a={{wish}}', query: { b: '{{wish}}' }, body: null });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1 }), (wish, day) => {
        if (/^\.{1,2}$/.test(day) || /\0/.test(wish + day)) return;
        const { url } = filled(made, { day, wish });
        const { origin, pathname, searchParams, hash } = new URL(url);
        assert.equal(origin, 'https://a.example');
        assert.deepEqual(pathname.split('/').map(decodeURIComponent), ['', 'v1', day, 'end']);
        assert.deepEqual(
          [...searchParams],
          [
            ['a', wish],
            ['b', wish],
          ],
        );
        assert.equal(hash, '');
      }),
      { numRuns: 500 },
    );
  });

  it('refuses values in the path that would lead to another resource', () => {
    const made = toolWith({ url: 'https://a.example/bookings/{{day}}' });
    for (const day of ['.', '..'])
      assert.match(reasons(() => filled(made, { day }))[0] ?? '', /must not have the segments \. and \.\.: /);
    for (const args of [{}, { day: '' }, { day: null }])
      assert.match(
        reasons(() => filled(made, args))[0] ?? '',
        /^\{\{day\}\} in the path of the URL has no value: give it as argument or variable$/,
      );
    assert.isNotEmpty(reasons(() => filled(toolWith({ url: 'https://a.example/.{{day}}' }), { day: '.' })));
  });

  it('refuses values that cannot be sent in a header', () => {
    const made = toolWith({ headers: { 'X-Wish': 'for {{wish}}' } });
    for (const wish of ['a\r\nEvil: b', 'a\nb', 'नमस्ते', '\u007f'])
      assert.deepEqual(
        reasons(() => filled(made, { wish })),
        ['a value has characters that cannot be sent in the header X-Wish'],
      );
    assert.equal(filled(made, { wish: 'café' }).headers['x-wish'], 'for café');
  });

  it('refuses arguments with NUL or invalid Unicode', () => {
    for (const wish of ['a\0', '\ud800'])
      assert.deepEqual(
        reasons(() => filled(tool(), { wish })),
        ['arguments.wish must not contain NUL characters or invalid Unicode'],
      );
  });

  it('refuses a request that values make too long, however often they are repeated', () => {
    const long = 'x'.repeat(10_000);
    const tooLong = ['the filled request has more than 65536 characters'];
    assert.deepEqual(
      reasons(() => filled(toolWith({ body: Array(7).fill('{{wish}}') }), { wish: long })),
      tooLong,
    );
    assert.deepEqual(
      reasons(() => filled(toolWith({ query: { a: '{{wish}}'.repeat(7) } }), { wish: long })),
      tooLong,
    );
    assert.isString(filled(toolWith({ body: Array(6).fill('{{wish}}') }), { wish: long }).body);
  });
});
