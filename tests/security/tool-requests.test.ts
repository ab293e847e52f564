import { assert } from 'chai';
import { toolAt, callerOf } from '../adapters/tools/tool-calls.ts';

const SECRET = 'k3y+/&"<x>\' y';

/** How servers repeat a header, a query or a body. */
const ECHOES: Readonly<Record<string, (secret: string) => string>> = {
  'in JSON': (secret) => JSON.stringify({ secret }),
  'in a URL': (secret) => `/bookings?key=${encodeURIComponent(secret)}`,
  'in a URL with small letters': (secret) =>
    `/x?key=${encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())}`,
  'in a form': (secret) => new URLSearchParams({ key: secret }).toString(),
  'in an error page': (secret) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'in Base64': (secret) => Buffer.from(secret).toString('base64'),
  'in Base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
  'in Base64 after a user name': (secret) => Buffer.from(`booking:${secret}`).toString('base64'),
  'in Base64 between other words': (secret) => Buffer.from(`to:${secret}:and more`).toString('base64'),
};

/** Values by which a caller, through the model, would reach another resource than that of the tool. */
const WAYS_OUT = [
  '..',
  '.',
  '../admin',
  '..\\admin',
  'x/../../admin',
  '%2e%2e',
  '%2e%2e%2fadmin',
  '%252e%252e%252fadmin',
  './admin',
];

describe('requests of tools', () => {
  const answerTo = async (status: number, headers: Readonly<Record<string, string>>, text: string) => {
    const { call, server } = await callerOf((response) => response.writeHead(status, headers).end(text));
    const tool = toolAt(server.url, { response: { format: 'text' } }, { body: { key: '{{secret.key}}' } });
    return call(tool, { secrets: [{ name: 'key', value: SECRET, hosts: [server.host] }] });
  };

  for (const [how, echo] of Object.entries(ECHOES))
    for (const status of [200, 400])
      it(`show no secret that the server repeats ${how} with status ${status}`, async () => {
        const answer = await answerTo(status, {}, echo(SECRET));
        assert.equal(answer.status, status);
        assert.include(answer.content, '****');
        const shown = JSON.stringify(answer);
        for (const part of [echo(SECRET), 'k3y', Buffer.from('k3y+/').toString('base64')])
          assert.notInclude(shown, part);
      });

  it('show no secret in the address of a redirect', async () => {
    const location = `https://example.com/login/${encodeURIComponent(SECRET)}`;
    const { cause } = await answerTo(302, { location }, '');
    assert.include(cause, 'https://example.com/login/****');
  });

  for (const value of WAYS_OUT)
    it(`stay at the resource of the tool when an argument is ${value}`, async () => {
      const { call, server } = await callerOf((response) => response.end('{}'));
      const tool = toolAt(
        server.url,
        {},
        { method: 'GET', url: `${server.url}/customers/{{day}}/bookings`, body: null },
      );
      const { ok, content } = await call(tool, { arguments: { day: value } });
      assert.isFalse(ok);
      assert.match(content, /must not have the segments \. and \.\./);
      assert.isEmpty(server.requests);
    });

  it('take arguments with dots and slashes that lead nowhere else', async () => {
    const { call, server } = await callerOf((response) => response.end('{}'));
    const tool = toolAt(server.url, {}, { method: 'GET', url: `${server.url}/files/{{day}}`, body: null });
    for (const day of ['a/b.txt', '...', 'v1.2', '24/12/2026', 'x..y'])
      assert.isTrue((await call(tool, { arguments: { day } })).ok, day);
  });
});
