import { mkdtemp } from 'node:fs/promises';
import { Agent, createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../bootstrap/config.ts';
import { startPlatform } from '../bootstrap/platform.ts';
import { resolveKeys } from '../bootstrap/secrets.ts';

/**
 * A server of the gateway's bench, in a process of its own: `upstream`, or a bare `proxy` or the `gateway` in front of
 * the one whose address follows. Prints its address as one JSON line.
 */
const [kind = '', target = ''] = process.argv.slice(2);

const PIECE = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'word ' } }] })}\n\n`;
const PIECES = 10;
const BETWEEN_MS = 5;

if (kind === 'gateway') announce(await gateway());
else await serve(kind === 'proxy' ? bareProxy() : streamed);

/** Streams words as a model does, each with the moment it left. */
function streamed(...[received, response]: Parameters<RequestListener>): void {
  received.resume();
  if (received.method === 'GET') return void response.end('{"data":[]}');
  received.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let left = PIECES;
    const next = (): void => {
      // The clock that all processes of a machine share.
      response.write(`: ${process.hrtime.bigint()}\n${PIECE}`);
      if ((left -= 1) > 0) setTimeout(next, BETWEEN_MS);
      else response.end('data: [DONE]\n\n');
    };
    next();
  });
}

/** As little as a relay can be. */
function bareProxy(): RequestListener {
  const agent = new Agent({ keepAlive: true });
  return (received, response) => {
    const { url = '', method, headers } = received;
    const onward = request(target + url, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    received.pipe(onward);
  };
}

async function serve(listener: RequestListener): Promise<void> {
  const server = createServer(listener);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

async function gateway(): Promise<string> {
  const env = {
    DATA_DIR: await mkdtemp(join(tmpdir(), 'gateway-bench-')),
    GATEWAY_PORT: '0',
    LOG_LEVEL: 'warn',
    UPSTREAM_LLM_URL: target,
  };
  const config = readConfig(env, ['gateway']);
  const running = await startPlatform(config, await resolveKeys(config));
  return running.gatewayUrl ?? '';
}

function announce(url: string): void {
  process.stdout.write(`${JSON.stringify({ url })}\n`);
}
