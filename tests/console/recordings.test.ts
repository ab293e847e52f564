import { assert } from 'chai';
import { peaksOf } from '../../console/src/pages/calls/recording/peaks.ts';
import { lineAt, readTranscript, recordingStart } from '../../console/src/pages/calls/transcript.ts';
import { readWav, type WavFacts } from '../../console/src/parts/recording/wav.ts';
import { wavHeader } from '../../domain/audio/wav.ts';

const RATE = 8_000;

/** Stereo, where a function tells both sides of every frame. */
function recording(frames: number, sides: (frame: number) => readonly [number, number], promised?: number): Blob {
  const samples = Int16Array.from({ length: frames * 2 }, (_, at) => sides(at >> 1)[at % 2] as number);
  const dataBytes = promised ?? samples.byteLength;
  return new Blob([wavHeader({ sampleRate: RATE, channels: 2, dataBytes }), samples]);
}

const factsOf = async (file: Blob): Promise<WavFacts> => {
  const facts = await readWav(file);
  assert.isNotNull(facts);
  return facts;
};

describe('the picture of a recording', () => {
  it('shows both channels apart, column by column', async () => {
    // The caller is loud in the first quarter, the agent in the last.
    const file = recording(800, (frame) => [frame < 200 ? -16_384 : 0, frame >= 600 ? 8_192 : 0]);
    const peaks = await peaksOf(file, await factsOf(file), 4);
    assert.deepEqual(
      peaks.map((channel) => [...channel]),
      [
        [0.5, 0, 0, 0],
        [0, 0, 0, 0.25],
      ],
    );
  });

  it('is the same whatever pieces the recording is read in', async () => {
    const frames = 300_000;
    const clicks = new Set([0, 131_071, 131_072, 262_144, 299_999]);
    const file = recording(frames, (frame) => [clicks.has(frame) ? 32_767 : 0, 0]);
    const [caller] = await peaksOf(file, await factsOf(file), 1_000);
    const loud = [...(caller as Float32Array)].flatMap((peak, column) => (peak > 0.9 ? [column] : []));
    assert.deepEqual(loud, [0, 436, 873, 999]);
  });

  it('stops being computed when its signal aborts', async () => {
    const file = recording(400_000, () => [32_767, 32_767]);
    const peaks = await peaksOf(file, await factsOf(file), 100, AbortSignal.abort());
    assert.isTrue(peaks.every((channel) => channel.every((peak) => peak === 0)));
  });

  it('believes the file where its head does not know its length', async () => {
    const facts = await factsOf(recording(RATE * 2, () => [0, 0], 0xffff_ffff));
    assert.strictEqual(facts.seconds, 2);
  });

  it('is null for a file that is not a recording', async () => {
    assert.isNull(await readWav(new Blob(['{"detail":"Not Found"}'])));
    assert.isNull(await readWav(new Blob([])));
  });
});

describe('a transcript beside its recording', () => {
  const text = [
    'call_id=1',
    '---',
    '[2026-03-01T10:00:04.000Z] user: [sic] hello: you',
    '[2026-03-01T10:00:01.500Z] assistant: Good morning.',
    '[no time] user: lost',
    '[2026-03-01T10:00:06.000Z] assistant: Goodbye.',
    '',
  ].join('\n');
  const lines = readTranscript(text);
  const clues = { lines, firstSpeechSecs: null, endedAt: null, recordedSecs: null };

  it('has its utterances in the order in which they began, and nothing else', () => {
    assert.deepEqual(
      lines.map((line) => [line.speaker, line.text]),
      [
        ['assistant', 'Good morning.'],
        ['user', '[sic] hello: you'],
        ['assistant', 'Goodbye.'],
      ],
    );
  });

  it('names the agent that speaks where the call was handed over', () => {
    const agents = [
      { name: 'Desk', at: '2026-03-01T10:00:02.000Z' },
      { name: 'Billing', at: '2026-03-01T10:00:05.000Z' },
    ];
    assert.deepEqual(
      readTranscript(text, agents).map(({ agent }) => agent),
      ['Desk', undefined, 'Billing'],
    );
  });

  it('is placed by the agent’s first words, whose place in the recording the metrics know', () => {
    const startedAt = Date.parse('2026-03-01T10:00:01Z');
    assert.strictEqual(recordingStart({ ...clues, firstSpeechSecs: 0.5 }), startedAt);
    const ended = { endedAt: '2026-03-01T10:00:11Z', recordedSecs: 9 };
    assert.strictEqual(recordingStart({ ...clues, firstSpeechSecs: 0.5, ...ended }), startedAt);
  });

  it('is placed by its end where the first words were cut before any was heard, or nothing was measured', () => {
    const clue = (endedAt: string, firstSpeechSecs: number | null = null): string =>
      new Date(recordingStart({ ...clues, firstSpeechSecs, endedAt, recordedSecs: 10 }) ?? 0).toISOString();
    assert.strictEqual(clue('2026-03-01T10:00:07Z', 0.5), '2026-03-01T09:59:57.000Z');
    assert.strictEqual(clue('2026-03-01T10:00:10Z'), '2026-03-01T10:00:00.000Z');
    // Nothing was said before the recording began.
    assert.strictEqual(clue('2026-03-01T10:00:30Z'), '2026-03-01T10:00:01.500Z');
    assert.isNull(recordingStart(clues));
  });

  it('shows the line that began last', () => {
    const at = [-1, 0, 0.9, 1, 5.9, 6, 99].map((seconds) => lineAt([0, 1, 6], seconds));
    assert.deepEqual(at, [-1, 0, 0, 1, 1, 2, 2]);
    assert.strictEqual(lineAt([], 3), -1);
  });
});
