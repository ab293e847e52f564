import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as iteration } from 'node:timers/promises';
import { assert } from 'chai';
import { JsonShape } from '../../adapters/http/json-shape.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type Signer, type World } from '../support/world.ts';

/** A text of 9 values, one level of which is 3 deep, with brackets, commas and quotation marks within strings. */
const TEXT = String.raw`{"a":[1,{"b,":"\\"},"\"[[{,","é\\\","],"c":{}}`;

describe('the shape of a JSON text', () => {
  const pieces = (text: string, size: number): Uint8Array[] => {
    const bytes = Buffer.from(text);
    return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
  };
  const faultOf = (text: string, mostValues: number, size: number): string | undefined =>
    pieces(text, size).reduce((shape, piece) => shape.add(piece), new JsonShape(mostValues)).fault?.message;

  it('does not depend on where the text is divided', () => {
    for (let size = 1; size <= TEXT.length; size += 1) {
      assert.isUndefined(faultOf(TEXT, 9, size), `${size}`);
      assert.equal(faultOf(TEXT, 8, size), 'The body must not hold more than 8 values', `${size}`);
      assert.isUndefined(faultOf(`${'['.repeat(64)}${']'.repeat(64)}`, 100, size));
      assert.match(faultOf(`${'['.repeat(65)}${']'.repeat(65)}`, 100, size) ?? '', /64 levels/);
    }
  });
});

describe('a JSON body that arrives in pieces', () => {
  let world: World;
  let ada: Signer;
  let socket: Socket;
  let received = '';
  before(async () => {
    world = await openWorld();
    ada = await world.signUp();
  });
  beforeEach(() => {
    received = '';
    socket = connect(Number(new URL(world.url).port), '127.0.0.1').setNoDelay();
    socket.setEncoding('utf8').on('data', (text: string) => void (received += text));
  });
  afterEach(() => socket.destroy());

  const head = (path: string, length: string): string =>
    `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
  /** The status lines received so far. */
  const statuses = (): string[] => received.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(-3)) ?? [];
  async function answered(count: number): Promise<string> {
    while (statuses().length < count || !received.includes('}')) await once(socket, 'data');
    return received;
  }
  async function write(bytes: Uint8Array | string): Promise<void> {
    if (!socket.write(bytes)) await once(socket, 'drain');
    await iteration();
  }
  async function send(path: string, body: string, size: number): Promise<void> {
    const bytes = Buffer.from(body);
    await write(head(path, `Content-Length: ${bytes.length}`));
    for (let at = 0; at < bytes.length; at += size) await write(bytes.subarray(at, at + size));
  }
  /** The connection serves further requests. */
  async function serves(): Promise<void> {
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    await answered(2);
    assert.equal(statuses()[1], '200');
  }

  const MANY = `{"a":[${'7,'.repeat(10_000)}7],"rest":"${'x'.repeat(900_000)}"}`;
  for (const [path, size] of [
    ['/agents', 1_000_000],
    ['/agents', 10_007],
    ['/calls/web', 65_536],
  ] as const)
    it(`is 422 with too many values at ${path} in pieces of ${size} bytes, and its connection serves further requests`, async () => {
      await send(path, MANY, size);
      assert.include(await answered(1), 'The body must not hold more than 10000 values');
      assert.deepEqual(statuses(), ['422']);
      await serves();
    });

  it('is 422 with too many levels, and its connection serves further requests', async () => {
    await send('/calls/web', `{"a":${'['.repeat(70)}${']'.repeat(70)},"rest":"${'x'.repeat(200_000)}"}`, 50_000);
    assert.include(await answered(1), '64 levels');
    await serves();
  });

  it('is dropped once it has too many values, however much its client still sends', async () => {
    const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
    await write(head('/agents', 'Transfer-Encoding: chunked') + chunk(`[${'7,'.repeat(11_000)}`));
    for (let sent = 0; sent < 4 * 1024 * 1024; sent += 64 * 1024) await write(chunk('7,'.repeat(32 * 1024)));
    await write(chunk('7]') + chunk(''));
    assert.include(await answered(1), 'The body must not hold more than 10000 values');
    assert.deepEqual(statuses(), ['422']);
    await serves();
  });

  it('leaves the next request alone when its client is gone before its end', async () => {
    await write(head('/agents', `Content-Length: ${MANY.length}`));
    await write(MANY.slice(0, 100_000));
    socket.destroy();
    assert.equal((await world.ask('GET', '/api/v1/agents', { token: ada.token })).status, 200);
  });

  for (const size of [1_013, 65_537])
    it(`creates an agent in pieces of ${size} bytes`, async () => {
      const config = testConfig();
      const prompt = 'Sag: „Grüß Gott“, "guten Tag" und \\ so weiter…\n'.repeat(3_000);
      const prompts = { ...(config['prompts'] as object), system_prompt: prompt };
      await send(
        '/agents',
        JSON.stringify({ name: `In ${size}`, agent_category: 'websocket', config: { ...config, prompts } }),
        size,
      );
      await answered(1);
      assert.deepEqual(statuses(), ['201']);
      const { body } = await world.ask('GET', '/api/v1/agents', { token: ada.token });
      const made = (body as { name: string; config: { prompts: object } }[]).find(({ name }) => name === `In ${size}`);
      assert.deepInclude(made?.config.prompts, { system_prompt: prompt });
    });
});
