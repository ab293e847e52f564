import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { wavHeader } from '../../domain/audio/wav.ts';
import { pinoLog } from '../../adapters/system/json-log.ts';
import type { Vendors } from '../../application/ports/providers.ts';
import { replace, resolve } from '../../bootstrap/dependencies.ts';
import { DtmfDetector } from '../../domain/audio/dtmf-detector.ts';
import { dtmfAudio } from '../../domain/audio/dtmf-tones.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { channelOf } from '../support/speech.ts';
import { eventually } from '../support/eventually.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { joinTelephone, TIMEOUT_MS, type Telephone } from './telephone.ts';
import { localServer } from '../support/local-server.ts';

/** Bytes of 20 ms in a WAV file at 8 kHz. */
const FRAME_BYTES = 320;
const CARD = '4929018264735510';
const PIN = '7290';

/** An agent that goes through a menu, and one that takes payments. */
const agent = (server: string): object => ({
  ...RECEPTIONIST,
  config: {
    ...RECEPTIONIST.config,
    models: {
      ...RECEPTIONIST.config.models,
      llm_config: {
        provider: 'script',
        rules: [
          { when: 'press one', say: '', call: { tool: 'send_dtmf', arguments: { keys: '1w2#' } } },
          { when: 'your pin', say: 'Type your PIN.', call: { tool: 'collect_digits', arguments: { entry: 'pin' } } },
          { when: 'pay', say: 'Type your card.', call: { tool: 'collect_digits', arguments: { entry: 'card' } } },
          { when: 'charge it', say: '', call: { tool: 'charge', arguments: {} } },
          { when: 'goodbye|connected', say: 'Goodbye.', end: true },
        ],
        otherwise: 'Pardon?',
      },
    },
    keypad: {
      send: true,
      collect: [
        { name: 'pin', description: 'The PIN', min_digits: 4, max_digits: 4 },
        { name: 'card', description: 'The card number', min_digits: 12, max_digits: 19, secret: true },
      ],
    },
    tools: [
      {
        ...{ type: 'http', name: 'charge', description: 'Charges the card.' },
        request: { method: 'POST', url: `${server}/charges`, body: { card: '{{card}}', pin: '{{pin}}' } },
      },
    ],
  },
});

/** A server that repeats what it was sent, as some do. */
async function echoServer() {
  const received: string[] = [];
  const { url } = await localServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push(Buffer.concat(parts).toString());
      response.setHeader('content-type', 'application/json').end(received.at(-1));
    });
  });
  return { url, received };
}

/** Tones as a base64 WAV file, with silence before them. */
function tonesWav(keys: string): string {
  const audio = dtmfAudio(`w${keys}`, 8_000);
  const bytes = Buffer.from(audio.buffer);
  return Buffer.concat([wavHeader({ sampleRate: 8_000, channels: 1, dataBytes: bytes.length }), bytes]).toString(
    'base64',
  );
}

/** Every file under a directory, with its content. */
async function filesIn(directory: string): Promise<{ name: string; bytes: Buffer }[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(files.map(async (name) => ({ name, bytes: await readFile(name) })));
}

/** The digits as a store or a log could hold them. */
const spellings = (digits: string): readonly string[] => [
  ...[
    digits,
    digits.slice(0, -3),
    digits.slice(3),
    [...digits].join(' '),
    [...digits].join(','),
    [...digits].join('","'),
  ],
  ...[digits.replace(/(\d{4})(?=\d)/g, '$1 '), digits.replace(/(\d{4})(?=\d)/g, '$1-')],
  ...[0, 1, 2].map((shift) =>
    // Without the characters that depend on what is around.
    Buffer.from('x'.repeat(shift) + digits)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  ),
  Buffer.from(digits).toString('hex'),
  Buffer.from(digits, 'utf16le').toString('latin1'),
  encodeURIComponent([...digits].map((digit) => `%3${digit}`).join('')),
];

describe('the keypad of a telephone', function () {
  this.timeout(2 * TIMEOUT_MS);
  const lines: string[] = [];
  let platform: OpenPlatform;
  let telephone: Telephone;
  let server: Awaited<ReturnType<typeof echoServer>>;
  /** What the caller says next, as the transcription reports it. */
  let words: string[] = [];
  before(async () => {
    server = await echoServer();
    platform = await openPlatform({
      services: ['api', 'runtime', 'simulator'],
      env: { LOCAL_UPSTREAMS: server.url },
      parts: { log: pinoLog({ level: 'debug', showPii: false }, { write: (line: string) => void lines.push(line) }) },
      async prepare(container) {
        const vendors = await resolve(container, 'vendors');
        const scripted = scriptedVendors();
        const transcription: Vendors['transcription'] = async (settings, options, listener) => {
          const open = await scripted.transcription(settings, options, listener);
          return {
            ...open,
            endUtterance: () => listener.transcript({ text: words.shift() ?? '', final: true }),
          };
        };
        await replace(container, { vendors: { ...vendors, transcription } });
      },
    });
    telephone = await joinTelephone(platform, agent(server.url));
  });

  const toolCalls = (call: { tool_calls?: readonly object[] | null }) =>
    (call.tool_calls as readonly Record<string, unknown>[]).map(({ name, arguments: given, outcome, answer }) => [
      ...[name, given, outcome, answer],
    ]);
  it('goes through the menu of an automated system by tones', async () => {
    words = ['press one for sales', 'you are connected'];
    const number = '+14155550127';
    const menu = { '12#': 'You are connected.', '9': 'Wrong.' };
    await telephone.simulate('POST', '/callees', { number, say: 'Press one for sales.', menu, patience_ms: 30_000 });
    const { call_id, provider_call_sid } = await telephone.dial(number);
    const call = await telephone.over(call_id);
    const carrier = await telephone.hungUp(provider_call_sid ?? '');
    assert.equal(
      carrier.media?.notes
        .filter(({ what }) => what === 'tones')
        .map(({ name }) => name)
        .join(''),
      '12#',
    );
    assert.deepEqual(toolCalls(call), [
      ['send_dtmf', '{"keys":"1w2#"}', 'ok', 'Pressed 1w2#. Wait for what the other side says.'],
    ]);
    const transcript = new TextDecoder().decode(await telephone.api.download(`/calls/${call_id}/transcript`));
    assert.match(transcript, /user: press one for sales\n\[.+Z\] user: you are connected\n/);
    assert.equal(
      new DtmfDetector(8_000).push(channelOf(await telephone.api.download(`/calls/${call_id}/recording`), 1)),
      '12#',
    );
  });

  it('collects digits, and keeps secret ones from everyone but the tool’s server', async () => {
    const sid = await telephone.ring({ say: [], patience_ms: 60_000 });
    const does = (act: object) => telephone.simulate('POST', `/calls/${sid}`, act);
    const reached = async () =>
      (await telephone.simulated(sid)).media?.notes.filter(({ what }) => what === 'mark_reached').length ?? 0;
    /** Waits until more of the agent's speech was played than before. */
    const playedAfter = (before: number) =>
      eventually(async () => (await reached()) > before, 'the speech of the agent', TIMEOUT_MS);
    /** The caller says this, and the agent answers. */
    const says = async (text: string): Promise<void> => {
      const before = await reached();
      words = [text];
      await does({ say: 'This is what I want to say.' });
      await eventually(() => words.length === 0, `the words ${text}`, TIMEOUT_MS);
      await playedAfter(before);
    };
    const sent = async () => (await telephone.simulated(sid)).media?.frames_sent ?? 0;
    /** So much more of the caller's audio is sent. */
    const passes = async (frames: number): Promise<void> => {
      const until = (await sent()) + frames;
      await eventually(async () => (await sent()) > until, `${frames} frames`, TIMEOUT_MS);
    };
    const framesOf = (wav: string): number => wav.length / ((4 / 3) * FRAME_BYTES);
    await playedAfter(0);
    await says('your pin');
    let before = await reached();
    await does({ press: PIN, wav: tonesWav(PIN) });
    await playedAfter(before);
    // The whole of the tones, before the next digits are secret.
    await passes(framesOf(tonesWav(PIN)));
    await says('I want to pay');
    before = await reached();
    const tones = tonesWav(CARD);
    await does({ wav: tones });
    await passes(framesOf(tones));
    await does({ press: `${CARD}#` });
    await playedAfter(before);
    // The caller is silenced for 1.5 s.
    await passes(100);
    words = ['charge it'];
    await does({ say: 'This is what I want to say.' });
    await eventually(() => server.received.length > 0, 'the request of the tool', TIMEOUT_MS);
    words = ['goodbye'];
    await does({ say: 'This is what I want to say.' });
    const call = await telephone.bySid(sid);

    assert.deepEqual(
      server.received.map((text) => JSON.parse(text) as unknown),
      [{ card: CARD, pin: PIN }],
    );
    assert.deepEqual(toolCalls(call), [
      ['collect_digits', '{"entry":"pin"}', 'ok', `The caller typed ${PIN}.`],
      [
        ...['collect_digits', '{"entry":"card"}', 'ok'],
        'The caller typed 16 digits. They are secret: tools that need them get them as card, you do not.',
      ],
      ['charge', '{}', 'ok', `{"card":"****","pin":"${PIN}"}`],
    ]);
    const { call_id } = call;
    const transcript = new TextDecoder().decode(await telephone.api.download(`/calls/${call_id}/transcript`));
    assert.include(transcript, `user: [keypad] ${PIN}\n`);
    assert.include(transcript, 'user: [keypad] 16 keys (hidden)\n');
    const recording = channelOf(await telephone.api.download(`/calls/${call_id}/recording`), 0);
    assert.equal(new DtmfDetector(8_000).push(recording), PIN, 'tones of the caller');

    const places = [
      { name: 'log', bytes: Buffer.from(lines.join('')) },
      { name: 'call', bytes: Buffer.from(JSON.stringify(call)) },
      {
        name: 'metrics',
        bytes: Buffer.from(JSON.stringify(await telephone.api.ask('GET', `/calls/${call_id}/metrics`))),
      },
      { name: 'transcript', bytes: Buffer.from(transcript) },
      ...(await filesIn(platform.directory)),
    ];
    assert.isTrue(
      places.some(({ bytes }) => bytes.includes(`typed ${PIN}`)),
      'the search reads the stores',
    );
    for (const { name, bytes } of places)
      for (const spelling of spellings(CARD))
        assert.isFalse(bytes.includes(spelling, 0, 'latin1'), `${spelling} in ${name}`);
  });
});
