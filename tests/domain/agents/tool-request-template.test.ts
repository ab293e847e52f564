import { assert } from 'chai';
import { parseTools } from '../../../domain/agents/tools.ts';
import { reasons } from './known-providers.ts';
import { bookTable, toolWith } from './tools-example.ts';

const refusedRequest = (changes: object): readonly string[] =>
  reasons(() => parseTools([{ ...bookTable(), request: { ...bookTable().request, ...changes } }], ['restaurant']));

describe('the request of a tool', () => {
  const ADDRESS =
    'tools[0].request.url must be an http or https URL without credentials, spaces and fragment, and without placeholders before its path';
  for (const url of [
    'ftp://api.example.com/',
    'api.example.com',
    'https://{{restaurant}}/x',
    'https://api.{{restaurant}}.com/',
    '{{restaurant}}://api.example.com/',
    'https://api.example.com{{restaurant}}',
    'https://ada:secret@api.example.com/',
    'https://api.example.com@evil.example/',
    'https://api.example.com\\@evil.example/',
    'https://api.example.com/#x',
    'https://api.example.com/a b',
    'https://[::1',
  ])
    it(`rejects the URL ${url}`, () => {
      assert.deepEqual(refusedRequest({ url }), [ADDRESS]);
    });

  it('rejects a secret in the URL, which servers write to their logs', () => {
    for (const url of ['https://a.example/{{secret.key}}', 'https://a.example/?key={{secret.key}}'])
      assert.deepEqual(refusedRequest({ url }), [
        'tools[0].request.url must not contain secrets: send them in headers, query or body of a tool',
      ]);
  });

  it('rejects segments of dots in the URL', () => {
    for (const url of ['https://a.example/a/../b', 'https://a.example/%2E%2e/b', 'https://a.example/.'])
      assert.deepEqual(refusedRequest({ url }), ['tools[0].request.url must not have the segments . and ..']);
  });

  it('rejects headers that the platform sets, and malformed ones', () => {
    for (const name of [
      'Host',
      'content-length',
      'Connection',
      'Transfer-Encoding',
      'Proxy-Authorization',
      'Idempotency-Key',
    ])
      assert.deepEqual(refusedRequest({ headers: { [name]: 'x' } }), [
        `tools[0].request.headers.${name} must be omitted: the platform sets it`,
      ]);
    for (const name of ['X Key', 'X:Key', 'X-Ключ'])
      assert.deepEqual(refusedRequest({ headers: { [name]: 'x' } }), [
        `tools[0].request.headers.${name} must be a header name`,
      ]);
    assert.deepEqual(refusedRequest({ headers: { 'X-Key': 'a', 'x-key': 'b' } }), [
      'tools[0].request.headers.x-key must not repeat a header',
    ]);
    for (const end of ['\r\n', '\n', '\0', '\u0085']) {
      assert.deepEqual(refusedRequest({ headers: { 'X-Key': `a${end}Evil: b` } }), [
        'tools[0].request.headers.X-Key must not contain control characters or invalid Unicode',
      ]);
      assert.lengthOf(refusedRequest({ headers: { [`X${end}Evil`]: 'b' } }), 1);
    }
  });

  it('rejects unknown placeholders in every part', () => {
    for (const name of ['nothing', 'secrets.key', ' day', 'day ', '', 'constructor'])
      for (const part of ['headers', 'query', 'body'])
        assert.include(refusedRequest({ [part]: { x: `a{{${name}}}` } })[0], `unknown placeholder {{${name}}}`);
  });

  it('tells which placeholder a misspelt one means', () => {
    assert.deepEqual(refusedRequest({ query: { x: '{{ day }}' } }), [
      'tools[0].request.query.x has an unknown placeholder {{ day }}: did you mean {{day}}?',
    ]);
    assert.deepEqual(refusedRequest({ query: { x: '{{guest}}' } }), [
      'tools[0].request.query.x has an unknown placeholder {{guest}}: did you mean {{guests}}?',
    ]);
  });

  for (const [text, found, name] of [
    ['a{{day', '{{day', 'day'],
    ['{{day}', '{{day', 'day'],
    ['{{day}} {{ secret.key }', '{{ secret.key', 'secret.key'],
    ['{day}}', '{day}}', 'day'],
    ['{{', '{{', 'name'],
  ] as const)
    it(`rejects the unclosed placeholder in ${text}`, () => {
      const message = `has a placeholder with missing braces, ${found}: write {{${name}}}`;
      assert.deepEqual(refusedRequest({ query: { x: text } }), [`tools[0].request.query.x ${message}`]);
      assert.deepEqual(refusedRequest({ body: { x: [text] } }), [`tools[0].request.body.x[0] ${message}`]);
    });

  it('takes JSON in a text, and single braces, as they are', () => {
    const body = { filter: '{"a":{"b":"{{day}}"}}', note: '{day} } {' };
    assert.deepEqual(toolWith({ body }).request.body, body);
  });

  it('tells which field a misspelt one means', () => {
    assert.deepEqual(refusedRequest({ header: {} }), ['tools[0].request.header is unknown: did you mean headers?']);
  });

  it('rejects a body for GET, a deep body and a long one', () => {
    assert.deepEqual(refusedRequest({ method: 'GET' }), ['tools[0].request.body must be omitted for the method GET']);
    const deep = JSON.parse('['.repeat(30) + ']'.repeat(30)) as unknown;
    assert.deepEqual(refusedRequest({ body: deep }), [
      'tools[0].request.body must not be nested deeper than 20 levels',
    ]);
    assert.deepEqual(refusedRequest({ body: 'x'.repeat(16_383) }), [
      'tools[0].request.body must have at most 16384 characters of JSON',
    ]);
  });

  it('rejects other methods and values that are not text', () => {
    assert.deepEqual(refusedRequest({ method: 'TRACE' }), [
      'tools[0].request.method must be one of: GET, POST, PUT, PATCH, DELETE',
    ]);
    assert.deepEqual(refusedRequest({ headers: { a: 7 }, query: { '': 'x' } }), [
      'tools[0].request.headers.a must be a string',
      'tools[0].request.query must not have an empty name',
    ]);
    assert.lengthOf(
      refusedRequest({ query: Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`a${n}`, 'x'])) }),
      1,
    );
    assert.lengthOf(refusedRequest({ query: { a: 'x'.repeat(2_001) } }), 1);
  });
});
