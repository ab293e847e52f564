import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

/**
 * Sends `count` equal requests over keep-alive connections, one at a time on each, and returns their times in ms. Uses
 * minimal HTTP, so that the load is on the server. Rejects for any status but 200.
 */
export async function load(url: string, count: number, headers: Headers = {}, connections = 10): Promise<number[]> {
  const times: number[] = [];
  let left = count;
  const worker = async (): Promise<void> => {
    const socket = connectTo(url);
    while (left > 0) {
      left -= 1;
      times.push(await exchange(socket, requestFor(url, headers)));
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: Math.min(connections, count) }, worker));
  return times;
}

/** Sends a request every few milliseconds, whether or not the last was answered, and tells how long each took. */
export async function paced(
  url: string,
  count: number,
  everyMs: number,
  headersOf: (turn: number) => Headers = () => ({}),
): Promise<number[]> {
  const idle: Socket[] = [];
  const one = async (turn: number): Promise<number> => {
    // In turn, so that the server closes none of them for being idle.
    const socket = idle.shift() ?? connectTo(url);
    const time = await exchange(socket, requestFor(url, headersOf(turn)));
    idle.push(socket);
    return time;
  };
  const times: Promise<number>[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    times.push(one(sent));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  const all = await Promise.all(times);
  for (const socket of idle) socket.destroy();
  return all;
}

type Headers = Readonly<Record<string, string>>;

function connectTo(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname).setNoDelay();
}

function requestFor(url: string, headers: Headers): string {
  const { pathname, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function exchange(socket: Socket, request: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    if (socket.destroyed) throw new Error('The server closed the connection');
    let answer = '';
    const read = (chunk: Buffer): void => {
      answer += chunk.toString('latin1');
      if (!isWhole(answer)) return;
      socket.off('data', read).off('error', reject).off('close', left);
      if (answer.startsWith('HTTP/1.1 200 ')) resolve(performance.now() - started);
      else reject(new Error(`Asked ${request.split('\r\n', 1)[0]}, got ${answer.slice(0, 300)}`));
    };
    const left = (): void => reject(new Error('The server closed the connection'));
    socket.on('data', read).on('error', reject).on('close', left).write(request);
  });
}

function isWhole(answer: string): boolean {
  const headLength = answer.indexOf(HEAD_END);
  if (headLength < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, headLength))?.[1];
  if (length === undefined) throw new Error('The answer does not say how long it is');
  return answer.length >= headLength + HEAD_END.length + Number(length);
}
