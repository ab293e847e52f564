import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { assert } from 'chai';
import { crashLocalSpeech } from '../../adapters/providers/local/engines.ts';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { freePort } from '../support/free-port.ts';
import { isDelivered, joinPlatform, openPlatform } from '../support/platform.ts';
import { builtProgram } from '../support/programs.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { synthesised } from '../support/speech.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { eventually } from '../support/eventually.ts';

const scripted = { parts: { vendors: scriptedVendors() } };

describe('call during an outage', function () {
  it('ends while the API is unreachable and is delivered once it is back', async () => {
    const dataDir = await temporaryDirectory();
    const API_PORT = String(await freePort());
    const api = await openPlatform({ services: ['api'], dataDir, env: { API_PORT } });
    const env = { API_BASE_URL: api.apiBaseUrl };
    const runtime = await openPlatform({ services: ['runtime'], dataDir, env, ...scripted });
    const user = await joinPlatform({ apiBaseUrl: api.apiBaseUrl, runtimeUrl: runtime.runtimeUrl });
    const { callId, socket } = await user.register();
    const caller = await SyntheticCaller.join(socket);
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
    await api.close();
    await caller.hangUp();
    assert.deepEqual(await readdir(join(dataDir, 'spool')), [callId]);
    const back = await openPlatform({ services: ['api'], dataDir, env: { API_PORT } });
    const call = await user.call(callId, isDelivered);
    assert.deepInclude(call, { status: 'completed', call_response: 'answered' });
    assert.isAbove((await user.api.download(`/calls/${callId}/recording`)).length, 10_000);
    assert.property(await user.api.ask('GET', `/calls/${callId}/metrics`), 'turns');
    await runtime.close();
    await back.close();
    assert.deepEqual(await readdir(join(dataDir, 'spool')), []);
  });

  it('is refused with 1013 while the API is unreachable', async () => {
    const runtime = await openPlatform({ services: ['runtime'], env: { API_BASE_URL: 'http://127.0.0.1:9/api/v1' } });
    const caller = await SyntheticCaller.connect(`${runtime.runtimeUrl.replace('http', 'ws')}/agent/o/a`);
    assert.equal((await caller.closed).code, 1013);
  });

  it('survives a crash of the recogniser and asks the caller to repeat', async () => {
    const platform = await openPlatform();
    const user = await joinPlatform(platform);
    const caller = await SyntheticCaller.join(user.socket);
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
    const question = await synthesised('rms', 'what are your opening hours');
    void caller.say(question);
    await caller.waitFor(({ type }) => type === 'user-started-speaking', 30_000);
    assert.isAbove(await crashLocalSpeech(), 0);
    await caller.waitFor(({ type }) => type === 'error', 30_000);
    const apologisedAt = performance.now();
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000, apologisedAt);
    // On a busy machine, the new recogniser may be too late for the first words.
    const isWhole = (message: { type: string; data?: unknown }): boolean =>
      isFinal(message) && (message.data as { text: string }).text === 'what are your opening hours';
    const isRecognised = async () => {
      const again = performance.now();
      await caller.say(question);
      return caller.waitFor(isWhole, 15_000, again).catch(() => null);
    };
    await eventually(isRecognised, 'the question in the transcript');
    await caller.hangUp();
  });

  it('is delivered as failed with its transcript after the runtime was killed', async () => {
    const dataDir = await temporaryDirectory();
    const api = await openPlatform({ services: ['api'], dataDir });
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      RUNTIME_PORT: '0',
      API_BASE_URL: api.apiBaseUrl,
      INTERNAL_API_KEY: TEST_KEYS.INTERNAL_API_KEY,
    };
    const child = spawn(process.execPath, [await builtProgram('bootstrap/main'), 'runtime'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const runtimeUrl = await listening(child.stdout);
    const user = await joinPlatform({ apiBaseUrl: api.apiBaseUrl, runtimeUrl });
    const { callId, socket } = await user.register();
    const caller = await SyntheticCaller.join(socket);
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
    await written(join(dataDir, 'spool', callId, 'transcript.txt'), 'assistant');
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    await caller.closed;
    assert.equal((await user.call(callId, () => true)).status, 'in_progress');
    await makeOld(join(dataDir, 'spool', callId));
    const runtime = await openPlatform({
      services: ['runtime'],
      dataDir,
      env: { API_BASE_URL: api.apiBaseUrl },
      ...scripted,
    });
    // The API may notice the death before the other runtime has delivered.
    const call = await user.call(callId, (each) => isDelivered(each) && each.recording_url !== null);
    assert.deepInclude(call, { status: 'failed', call_response: 'answered' });
    const transcript = new TextDecoder().decode(await user.api.download(`/calls/${callId}/transcript`));
    assert.include(transcript, 'assistant: Hello, this is the Blue Door restaurant.');
    assert.isAbove((await user.api.download(`/calls/${callId}/recording`)).length, 50_000);
    await runtime.close();
  });
});

const isFinal = ({ type, data }: { type: string; data?: unknown }): boolean =>
  type === 'user-transcription' && (data as { final: boolean }).final;

/** Where a runtime in a process of its own listens, as its log says. */
async function listening(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const { event, port } = JSON.parse(line) as { event: string; port: number };
    if (event !== 'runtime.listening') continue;
    // Without a reader of its output, the process would stop once the pipe is full.
    output.resume();
    return `http://127.0.0.1:${port}`;
  }
  throw new Error('The runtime ended without listening');
}

/** Waits until the file holds these words. */
const written = (path: string, words: string): Promise<unknown> =>
  eventually(async () => (await readFile(path, 'utf8')).includes(words), `${words} in ${path}`);

/** As if nothing had been written for an hour. */
async function makeOld(folder: string): Promise<void> {
  const then = new Date(Date.now() - 3_600_000);
  for (const name of await readdir(folder)) await utimes(join(folder, name), then, then);
  await utimes(folder, then, then);
}
