import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 10 });

/** Sends so many equal requests over ten connections and answers how long each took, in milliseconds. Rejects at any other answer than 200. */
export async function load(url: string, count: number, headers: Record<string, string> = {}): Promise<number[]> {
  const times: number[] = [];
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      times.push(await once(url, headers));
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  return times;
}

function once(url: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume();
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${String(response.statusCode)}`));
      response.on('end', () => resolve(performance.now() - startedAt));
    })
      .on('error', reject)
      .end();
  });
}
