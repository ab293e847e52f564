import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { temporaryDirectory } from '../support/temporary.ts';

const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The Firefox of this machine, null when there is none. */
export const FIREFOX = PLACES.find((place) => existsSync(place)) ?? null;

/** A microphone without a device, and audio without a click: nothing but what tests need. */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'remote.active-protocols': 1,
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};
const ADDRESS = /WebDriver BiDi listening on (ws:\/\/\S+)/;

interface Answer {
  readonly id?: number;
  readonly type: string;
  readonly result?: unknown;
  readonly message?: string;
}

/** A page in Firefox. */
export interface FirefoxPage {
  /** Runs an expression in the page, as if its user had just clicked. The result is JSON. */
  run<T>(expression: string): Promise<T>;
  /** Resolves when the expression is true in the page. */
  until(expression: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a page in a Firefox of its own, over WebDriver BiDi. */
export async function openFirefox(url: string): Promise<FirefoxPage> {
  const profile = await temporaryDirectory();
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'];
  const child = spawn(FIREFOX ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await addressIn(child.stderr);
  // Read on: a full pipe would stop the browser.
  child.stderr.resume();
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const send = commandsOver(socket);
  await send('session.new', { capabilities: {} });
  const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string };
  await send('browsingContext.navigate', { context, url, wait: 'complete' });
  async function run<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await send('script.evaluate', {
      expression: `(async () => JSON.stringify(await (${expression}) ?? null))()`,
      target: { context },
      awaitPromise: true,
      userActivation: true,
    })) as { result?: { value: string }; exceptionDetails?: { text: string } };
    if (!result) throw new Error(exceptionDetails?.text ?? 'The page did not answer');
    return JSON.parse(result.value) as T;
  }
  return {
    run,
    until: async (expression) =>
      run(`new Promise((resolve) => {
        const look = () => ((${expression}) ? resolve() : setTimeout(look, 50));
        look();
      })`),
    async close() {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
      socket.terminate();
    },
  };
}

async function addressIn(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stderr })) {
    const [, address] = ADDRESS.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('Firefox ended before it could be reached');
}

function commandsOver(socket: WebSocket): (method: string, params: object) => Promise<unknown> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let count = 0;
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  return async (method, params) => {
    const id = (count += 1);
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answered;
    waiting.delete(id);
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result;
  };
}
