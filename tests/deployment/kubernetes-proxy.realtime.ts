import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { assert } from 'chai';
import { WebSocket, WebSocketServer } from 'ws';
import { root } from '../architecture/cruise.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { skip } from '../support/skipped.ts';
import { atEndOfTest, killAtEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const HAPROXY = '/usr/sbin/haproxy';
const LONGEST_MS = 120_000;
/** More than the least that HAProxy needs for its many places, and less than the open files of any machine allow. */
const CONNECTIONS = '2000';

/** Addresses by the name of a Service, and how often any was asked for. */
interface Zone {
  readonly addresses: Map<string, readonly string[]>;
  queries: number;
}

/** Of four names, for two kinds of address: after as many more queries an answer is known. */
const ROUND_OF_QUERIES = 16;

/** A name server of a cluster, in the namespace `voice`. */
async function nameServer(zone: Zone): Promise<string> {
  const socket = createSocket('udp4');
  atEndOfTest(() => new Promise<void>((done) => void socket.close(done)));
  socket.on('message', (query, { port, address }) => {
    zone.queries++;
    const end = query.indexOf(0, 12);
    const [service, namespace] = query
      .toString('latin1', 12, end)
      .split(/[^a-z-]/)
      .filter(Boolean);
    const isForV4 = query[end + 2] === 1;
    const found = (isForV4 && namespace === 'voice' && zone.addresses.get(service!)) || [];
    const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, found.length, 0, 0, 0, 0]);
    const records = found.map((each) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 5, 0, 4, ...each.split('.').map(Number)]),
    );
    socket.send(Buffer.concat([head, query.subarray(12, end + 5), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

/** A pod that answers with its address, and on sockets with what it got. */
async function pod(host: string, port: number) {
  const state = { host, isReady: true };
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/readyz' && !state.isReady ? 503 : 200;
    response.end(host);
  });
  new WebSocketServer({ server }).on('connection', (socket) => {
    socket.on('message', (data: Buffer) => socket.send(`${host} ${data.toString()}`));
  });
  server.listen(port, host);
  await once(server, 'listening');
  atEndOfTest(() => {
    server.close().closeAllConnections();
  });
  return state;
}

/** HAProxy as the pods of the proxy run it, but for ports and the name server. */
async function startProxy(zone: Zone, apiPort: number, runtimePort: number) {
  const [port, directory, names] = [await freePort(), await temporaryDirectory(), await nameServer(zone)];
  const backends = (await readFile(`${root}deploy/kubernetes/base/backends.cfg`, 'utf8'))
    .replace('parse-resolv-conf', `nameserver cluster ${names}`)
    .replaceAll(':8000"', `:${apiPort}"`)
    .replaceAll(':7860"', `:${runtimePort}"`);
  const file = join(directory, 'backends.cfg');
  await writeFile(file, backends);
  const proxy = spawn(HAPROXY, ['-db', '-n', CONNECTIONS, '-f', `${root}deploy/haproxy/haproxy.cfg`, '-f', file], {
    stdio: 'ignore',
    env: { HTTP_BIND: `127.0.0.1:${port}`, NAMESPACE: 'voice' },
  });
  killAtEndOfTest(proxy);
  const ask = (path: string): Promise<string> =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      async (response) => (response.ok ? response.text() : String(response.status)),
      () => 'unreachable',
    );
  return { proxy, ask, socketUrl: `ws://127.0.0.1:${port}/agent/a` };
}

describe('HAProxy before the pods of a cluster', function () {
  this.timeout(LONGEST_MS);
  before(function () {
    if (!existsSync(HAPROXY)) skip(this, 'there is no HAProxy: apt-get install haproxy');
  });

  it('keeps sockets of a pod that drains and leaves DNS, and its own while it ends', async () => {
    const [apiPort, runtimePort] = [await freePort(), await freePort()];
    const runtimes = [await pod('127.0.0.2', runtimePort), await pod('127.0.0.3', runtimePort)];
    await pod('127.0.0.4', apiPort);
    const addresses = new Map([
      ['api-pods', ['127.0.0.4']],
      ['runtime', ['127.0.0.2', '127.0.0.3']],
    ]);
    const zone: Zone = { addresses, queries: 0 };
    const { proxy, ask, socketUrl } = await startProxy(zone, apiPort, runtimePort);
    await eventually(async () => (await ask('/health')) === '127.0.0.4', 'an API that is found');
    for (const { host } of runtimes) await eventually(async () => (await ask('/answer')) === host, `calls of ${host}`);
    assert.equal(await ask('/metrics'), '404');
    assert.equal(await ask('/api/v1/calls/internal/x'), '404');

    const socket = new WebSocket(socketUrl);
    await once(socket, 'open');
    const closing = new AbortController();
    socket.once('close', () => closing.abort());
    const echo = async (text: string): Promise<string> => {
      socket.send(text);
      const [data] = (await once(socket, 'message', { signal: closing.signal })) as [Buffer];
      return String(data);
    };
    const [host] = (await echo('one')).split(' ');
    const draining = runtimes.find((each) => each.host === host)!;
    const other = runtimes.find((each) => each.host !== host)!;
    draining.isReady = false;
    const onlyOther = async (): Promise<boolean> =>
      (await Promise.all(Array.from({ length: 6 }, () => ask('/answer')))).every((answer) => answer === other.host);
    await eventually(onlyOther, 'no new call for the pod that drains');
    assert.equal(await echo('two'), `${host} two`);
    addresses.set('runtime', [other.host]);
    draining.isReady = true;
    const before = zone.queries;
    await eventually(() => zone.queries > before + ROUND_OF_QUERIES, 'answers without the pod');
    await eventually(
      async () => (await onlyOther()) && (await echo('three')) === `${host} three`,
      'a name that is gone',
    );

    proxy.kill('SIGUSR1');
    await eventually(async () => (await ask('/health')) === 'unreachable', 'a proxy that takes nothing new');
    assert.equal(await echo('four'), `${host} four`);
    const exit = once(proxy, 'exit');
    socket.close();
    assert.deepEqual(await exit, [0, null]);
  });
});
