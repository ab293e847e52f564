import { assert } from 'chai';
import { readAnswer } from '../../../adapters/simulator/answer-document.ts';
import { calleeOf, type Callee } from '../../../adapters/simulator/callee.ts';
import { soundOf, wavOf } from '../../../adapters/simulator/heard-audio.ts';
import { Person } from '../../../adapters/simulator/person.ts';
import { Playback } from '../../../adapters/simulator/playback.ts';
import { CalleeSpeech } from '../../../adapters/simulator/callee-speech.ts';
import { readMessage } from '../../../adapters/simulator/stream-messages.ts';
import { readWavFile } from '../../../adapters/lib/wav-file.ts';
import { plivoTelephony } from '../../../adapters/providers/plivo/telephony.ts';

const bytes = (ms: number): Uint8Array => new Uint8Array(ms * 8).fill(0x10);

describe('the playback of a simulated call', () => {
  it('takes as long as the sound lasts, however fast it came', () => {
    const playback = new Playback();
    playback.write(bytes(100), 0);
    playback.write(bytes(100), 0);
    playback.checkpoint('end');
    assert.isEmpty(playback.advance(199));
    assert.isTrue(playback.isSounding);
    assert.deepEqual(playback.advance(200), ['end']);
    assert.isFalse(playback.isSounding);
    assert.isEmpty(playback.advance(300));
  });

  it('begins when sound comes, and keeps what was heard where it was heard', () => {
    const playback = new Playback();
    playback.advance(1_000);
    playback.write(bytes(50), 1_010);
    playback.advance(1_100);
    assert.deepEqual(
      playback.heard.map(({ atMs, bytes: { length } }) => [atMs, length]),
      [[1_010, 400]],
    );
  });

  it('was heard as far as it was played when it is cleared', () => {
    const playback = new Playback();
    playback.write(bytes(100), 0);
    playback.checkpoint('never');
    playback.advance(30);
    playback.clear(40);
    assert.isFalse(playback.isSounding);
    playback.write(bytes(10), 60);
    assert.isEmpty(playback.advance(100));
    assert.deepEqual(
      playback.heard.map(({ atMs, bytes: { length } }) => [atMs, length]),
      [
        [0, 320],
        [60, 80],
      ],
    );
  });

  it('counts sound that came too late to follow, and sound that has no room', () => {
    const playback = new Playback();
    playback.write(bytes(20), 0);
    playback.advance(50);
    playback.write(bytes(20), 50);
    assert.equal(playback.gaps, 1);
    playback.write(bytes(41_000), 60);
    assert.equal(playback.overflow, 328_000);
  });
});

describe('answer documents, as the simulator reads them', () => {
  it('are what the adapter writes', () => {
    const url = 'wss://voice.example.com/carrier/plivo/t?a=1&b=<2>';
    assert.deepEqual(readAnswer(plivoTelephony.dialect.connect(url).body), [{ verb: 'stream', url }]);
    assert.deepEqual(readAnswer(plivoTelephony.dialect.reject('busy').body), [{ verb: 'hangup', reason: 'busy' }]);
    assert.deepEqual(readAnswer('<Response/>'), []);
  });

  it('are refused where Plivo would refuse them, or nothing is simulated', () => {
    const stream = (attributes: string, url: string) => `<Response><Stream ${attributes}>${url}</Stream></Response>`;
    const good = 'bidirectional="true" contentType="audio/x-mulaw;rate=8000"';
    assert.isNotNull(readAnswer(stream(good, 'wss://x/')));
    for (const document of [
      '',
      'not xml',
      '{"detail":"Not Found"}',
      '<Response><Stream></Response>',
      '<Response><Play>https://x/</Play></Response>',
      '<Response><Conference startConferenceOnEnter="true">room</Conference></Response>',
      '<Response><Redirect>nowhere</Redirect></Response>',
      '<Response>words</Response>',
      stream(good, 'wss://x/?a=1&b=2'),
      stream(good, 'https://x/'),
      stream('contentType="audio/x-mulaw;rate=8000"', 'wss://x/'),
      stream('bidirectional="true"', 'wss://x/'),
    ])
      assert.isNull(readAnswer(document), document);
  });
});

describe('messages of a media socket, as the simulator reads them', () => {
  it('are those of Plivo, and nothing else', () => {
    const read = (message: object) => readMessage(JSON.stringify(message));
    const media = { contentType: 'audio/x-mulaw', sampleRate: 8000, payload: 'AAE=' };
    assert.deepEqual(read({ event: 'playAudio', media }), { what: 'sound', bytes: Buffer.from([0, 1]) });
    assert.deepEqual(read({ event: 'checkpoint', name: 'a' }), { what: 'mark', name: 'a' });
    assert.deepEqual(read({ event: 'clearAudio' }), { what: 'clear' });
    assert.deepEqual(read({ event: 'sendDTMF', dtmf: '1#' }), { what: 'dtmf', keys: '1#' });
    for (const message of [
      { event: 'playAudio' },
      { event: 'playAudio', media: { ...media, contentType: 'audio/ogg' } },
    ])
      assert.isNull(read(message));
    for (const message of [{ event: 'checkpoint', name: 1 }, { event: 'sendDTMF' }, { event: 'dance' }, []])
      assert.isNull(read(message));
    assert.isNull(readMessage('{'));
  });
});

describe('a person on a simulated telephone', () => {
  const speech = {
    say: async (text: string) => [text],
    beep: () => ['beep'],
    wav: () => ['wav'],
  } as unknown as CalleeSpeech;
  const person = async (more: Partial<Callee> = {}, calls = false) => {
    const somebody = new Person({ ...calleeOf('+14155550190'), say: ['one', 'two'], ...more }, speech);
    await new Promise((resolve) => void setImmediate(resolve));
    let nowMs = 0;
    /** Advances the person by this time. Returns what was said and whether the person hung up. */
    return (ms: number, otherIsSpeaking = false) => {
      const utterances: string[] = [];
      for (const end = nowMs + ms; nowMs < end; nowMs += 10) {
        if (somebody.observe({ nowMs, otherIsSpeaking }, calls)) return [...utterances, 'hangs up'];
        const frame = somebody.frame();
        if (frame !== null) utterances.push(frame);
      }
      return utterances;
    };
  };

  it('who is called says hello at once, and answers when the other has finished', async () => {
    const lives = await person();
    assert.deepEqual(lives(400), ['one']);
    assert.deepEqual(lives(2_000), []);
    assert.deepEqual(lives(500, true), []);
    assert.deepEqual(lives(800), []);
    assert.deepEqual(lives(200), ['two']);
  });

  it('waits a limited time for the greeting as the caller', async () => {
    assert.deepEqual((await person({}, true))(3_900), []);
    assert.deepEqual((await person({}, true))(4_100), ['one']);
  });

  it('hangs up when there is nothing left to say and the other is silent', async () => {
    const lives = await person({ say: ['one'], silenceTimeoutMs: 1_000 });
    lives(400);
    lives(200, true);
    assert.deepEqual(lives(990), []);
    assert.deepEqual(lives(100), ['hangs up']);
  });

  it('hangs up when the other side stays silent', async () => {
    const lives = await person({ say: ['one'] });
    assert.deepEqual(lives(20_000), ['one']);
    assert.deepEqual(lives(1_000), ['hangs up']);
  });

  it('who hangs up soon does so two seconds after the other began, whenever that is', async () => {
    const lives = await person(calleeOf('+14155550106'));
    assert.notInclude(lives(5_000), 'hangs up');
    assert.notInclude([...lives(500, true), ...lives(1_490)], 'hangs up');
    assert.deepEqual(lives(100), ['hangs up']);
  });

  it('who hangs up soon waits ten seconds for the other to begin', async () => {
    const lives = await person({ say: [], hangUpAfterMs: 2_000 });
    assert.deepEqual(lives(12_000), []);
    assert.deepEqual(lives(100), ['hangs up']);
  });

  it('is a machine that does not listen, and beeps', async () => {
    const lives = await person({ behaviour: 'voicemail', say: ['leave a message'] });
    assert.deepEqual(lives(100), ['leave a message', 'beep']);
  });
});

describe('WAV files', () => {
  const samples = Int16Array.from([1, -2, 3]);

  it('are read as they are written, and wherever in the file their sound is', () => {
    assert.deepEqual(readWavFile(wavOf(samples)), { sampleRate: 8_000, samples });
    const file = Buffer.from(wavOf(samples));
    const note = Buffer.from('LIST\x03\x00\x00\x00abc\x00', 'latin1');
    assert.deepEqual(readWavFile(Buffer.concat([file.subarray(0, 36), note, file.subarray(36)]))?.samples, samples);
    assert.deepEqual(readWavFile(file.subarray(0, 48))?.samples, samples.subarray(0, 2));
  });

  it('refuses other formats', () => {
    const changed = (at: number, value: number): Buffer => {
      const file = Buffer.from(wavOf(samples));
      file.writeUInt16LE(value, at);
      return file;
    };
    for (const file of [
      changed(20, 3),
      changed(22, 2),
      changed(34, 8),
      changed(24, 1),
      Buffer.from('RIFF'),
      Buffer.alloc(0),
    ])
      assert.isNull(readWavFile(file));
  });

  it('hold what was heard, with silence between', () => {
    const sound = soundOf([
      { atMs: 1, bytes: Uint8Array.of(0xff) },
      { atMs: 2, bytes: Uint8Array.of(0x80, 0x80) },
    ]);
    assert.lengthOf(sound, 18);
    assert.isAbove(sound[16]!, 30_000);
    assert.equal(sound[0], 0);
  });
});

describe('what simulated callees say', () => {
  it('is spoken once, and again when that went wrong', async () => {
    let audio = 0;
    const speech = new CalleeSpeech({
      vendors: {
        async synthesiser() {
          audio += 1;
          if (audio === 1) throw new Error('hoarse');
          return { sampleRate: 8_000, synthesise: async function* () {}, close: () => undefined };
        },
      },
      resampling: { open: () => ({ process: (pcm) => pcm, close: () => undefined }) },
    });
    await speech.say('a').catch(() => undefined);
    await Promise.all([speech.say('a'), speech.say('a')]);
    assert.equal(audio, 2);
  });
});
