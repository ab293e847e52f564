import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { assert } from 'chai';

interface Fault {
  /** What is wrong with the scripted server. */
  readonly is: string;
  /** The suite of the SDK that must notice. */
  readonly suite: string;
  /** A file of the scripted server, a text in it, and what it says instead. */
  readonly file: string;
  readonly text: string;
  readonly instead: string;
}

const FAULTS: readonly Fault[] = [
  {
    is: 'Deepgram marks its last words with another field',
    suite: 'deepgram',
    ...{ file: 'providers/deepgram-server.ts', text: 'is_final', instead: 'is_last' },
  },
  {
    is: 'Cartesia sends its audio under another name',
    suite: 'cartesia',
    ...{ file: 'speech-vendors/cartesia-server.ts', text: "type: 'chunk'", instead: "type: 'audio'" },
  },
  {
    is: 'Twilio names a call by another field',
    suite: 'twilio',
    ...{ file: 'carriers/twilio-service.ts', text: 'sid:', instead: 'call_sid:' },
  },
  {
    is: 'Azure sends a phrase with another path',
    suite: 'azure-speech',
    ...{
      file: 'speech-vendors/azure-server.ts',
      text: "reported('speech.phrase'",
      instead: "reported('speech.phrases'",
    },
  },
  {
    is: 'Sarvam tells its final words by another event',
    suite: 'sarvam',
    ...{ file: 'speech-vendors/sarvam-server.ts', text: "'transcript.final'", instead: "'transcript.done'" },
  },
  {
    is: 'OpenAI tells the reason of an end under another name',
    suite: 'openai-chat',
    ...{ file: 'providers/chat-dialects.ts', text: 'finish_reason', instead: 'end_reason' },
  },
  {
    is: 'OpenAI writes the arguments of all calls under one index',
    suite: 'openai-chat',
    ...{
      file: 'providers/chat-dialects.ts',
      text: 'fragment(index, { function: {',
      instead: 'fragment(0, { function: {',
    },
  },
  {
    is: 'Anthropic writes all calls into one block',
    suite: 'anthropic',
    ...{ file: 'providers/claude-dialect.ts', text: 'at + 1', instead: '1' },
  },
];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PLANT = pathToFileURL(fileURLToPath(new URL('support/plant.js', import.meta.url))).href;

/** Runs the suite of an SDK in a process of its own, with the fault in its scripted server. */
async function run({ suite, file, text, instead }: Fault): Promise<{ code: number; output: string }> {
  // A client that waits for a message that never comes must not wait for long, nor keep the process.
  const args = ['node_modules/mocha/bin/mocha.js', '--timeout', '5000', '--exit', `tests/vendor-sdks/${suite}.ts`];
  const mocha = spawn(process.execPath, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=${PLANT}`,
      PLANTED_FAULT: JSON.stringify({ file: `tests/adapters/${file}`, text, instead }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = textOf(mocha.stdout);
  const [code] = (await once(mocha, 'close')) as [number];
  return { code, output: await output };
}

describe('a fault that is planted in a scripted server', () => {
  for (const fault of FAULTS)
    it(`is caught by an SDK: ${fault.is}`, async () => {
      const { code, output } = await run(fault);
      assert.isAbove(code, 0, output);
      assert.match(output, /\d+ failing/, 'the suite runs, and fails by its own tests');
    });

  it('is what makes a suite fail: without one the same suite passes', async () => {
    const { code, output } = await run({ ...FAULTS[0]!, instead: FAULTS[0]!.text });
    assert.equal(code, 0, output);
  });
});
