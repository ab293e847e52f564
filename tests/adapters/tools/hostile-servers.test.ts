import { assert } from 'chai';
import type { ToolAnswer } from '../../../domain/agents/tool-answer.ts';
import { failed, MAYBE, nextLoop, toolAt, toolCaller, callerOf } from './tool-calls.ts';
import { openRawServer } from './tool-server.ts';

describe('tools with a hostile server', () => {
  it('end at the timeout when no response comes', async () => {
    const {
      call,
      clock,
      server: { url, requests, connections },
    } = await callerOf(() => undefined);
    const answer = call(toolAt(url, { timeout_secs: 5 }));
    while (requests.length === 0) await nextLoop();
    clock.advance(4_999);
    assert.equal(connections(), 1);
    clock.advance(1);
    assert.deepEqual(await answer, failed(`timeout${MAYBE}`));
    while (connections() > 0) await nextLoop();
  });

  it('end at the timeout when the body drips', async () => {
    const drips = { count: 0 };
    const {
      call,
      clock,
      server: { url, connections },
    } = await callerOf((response) => {
      const drip = (): void => {
        if (response.destroyed) return;
        drips.count += 1;
        response.write(' ', () => void setImmediate(drip));
      };
      drip();
    });
    const answer = call(toolAt(url, { side_effects: false }));
    while (drips.count < 20) await nextLoop();
    clock.advance(8_000);
    assert.deepEqual(await answer, failed('timeout'));
    while (connections() > 0) await nextLoop();
  });

  it('fail when the response is JSON that is nested too deeply to be written', async () => {
    const { call, server } = await callerOf((response) => response.end('['.repeat(100_000) + ']'.repeat(100_000)));
    assert.deepEqual(await call(toolAt(server.url)), failed(`a response that is nested too deeply${MAYBE}`));
  });

  it('fail without a request when the arguments are nested too deeply to be written', async () => {
    const { call, server } = await callerOf((response) => response.end('{}'));
    const day: unknown = JSON.parse('['.repeat(30_000) + ']'.repeat(30_000));
    assert.deepEqual(await call(toolAt(server.url), { arguments: { day } }), failed('the arguments cannot be sent'));
    assert.isEmpty(server.requests);
  });

  it('read no more than 256 KiB of an endless body', async () => {
    const endless = async (format: string): Promise<ToolAnswer> => {
      let written = 0;
      const {
        call,
        server: { url, connections },
      } = await callerOf((response) => {
        const flood = (): void => {
          if (response.destroyed) return;
          written += 65_536;
          response.write('x'.repeat(65_536), () => void setImmediate(flood));
        };
        flood();
      });
      const answer = await call(toolAt(url, { response: { format } }));
      while (connections() > 0) await nextLoop();
      assert.isBelow(written, 16 * 1_048_576);
      return answer;
    };
    const { ok, content } = await endless('text');
    assert.isTrue(ok);
    assert.match(content, /^x{16372} \(shortened\)$/);
    assert.deepEqual(await endless('json'), failed(`a response that is too long, with status 200${MAYBE}`, 200));
  });

  it('fail when the connection breaks in the headers and in the body', async () => {
    for (const text of ['HTTP/1.1 200 OK\r\nContent-Le', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a":']) {
      const server = await openRawServer((socket) => socket.end(text));
      assert.deepEqual(
        await toolCaller(server.url).call(toolAt(server.url)),
        failed(`the connection was lost${MAYBE}`),
      );
      await server.close();
    }
  });

  it('fail with headers that are too long, malformed or endless', async () => {
    const bombs: readonly ((write: (text: string) => void, again: (next: () => void) => void) => void)[] = [
      (write) => write(`HTTP/1.1 200 OK\r\nX-Bomb: ${'x'.repeat(100_000)}\r\n\r\n`),
      (write) => write(`HTTP/1.1 200 OK\r\n${'X-Bomb: x\r\n'.repeat(10_000)}\r\n`),
      (write) => write('SSH-2.0-OpenSSH_9.6\r\n'),
      (write) => write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      (write, again) => {
        write('HTTP/1.1 200 OK\r\n');
        const flood = (): void => {
          write('X-Bomb: xxxxxxxxxxxxxxxxxxxxxxxxx\r\n'.repeat(100));
          again(flood);
        };
        flood();
      },
    ];
    for (const [index, bomb] of bombs.entries()) {
      const server = await openRawServer((socket) =>
        bomb(
          (text) => void socket.write(text),
          (next) => void setImmediate(() => socket.destroyed || next()),
        ),
      );
      const { url } = server;
      assert.deepEqual(await toolCaller(url).call(toolAt(url)), failed(`the connection was lost${MAYBE}`), `${index}`);
      await server.close();
    }
  });

  it('reads compressed bytes as what they are: no text for the model', async () => {
    const {
      call,
      server: { url, requests },
    } = await callerOf((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.from('1f8b08000000000000', 'hex'));
    });
    assert.equal((await call(toolAt(url))).ok, false);
    assert.isUndefined(requests[0]?.headers['accept-encoding']);
  });
});
