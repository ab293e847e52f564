import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports that no system gives to connections and to servers that ask for any port: these begin at 32768. */
const [FIRST, END] = [20_000, 32_000];

/** A port that was free a moment ago, for a program that must know it in advance. No program gets it by chance. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
