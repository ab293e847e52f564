import { assert } from 'chai';
import type { TranscriptEntry } from '../../../domain/rehearsal/call-record.ts';
import type { EventName } from '../../../domain/rehearsal/scenario.ts';
import { placedWords } from '../../../tools/rehearsal/placed-words.ts';

const entry = (speaker: TranscriptEntry['speaker'], words: string, atMs: number, endMs: number): TranscriptEntry => ({
  ...{ speaker, words, atMs, endMs },
});
const event = (name: EventName, at: number) => ({ name, at, text: null });

/** The sound of a greeting, of a question and of its answer in two sentences. */
const EVENTS = [
  ...[event('agent_starts', 100), event('agent_says', 100), event('agent_stops', 2_100)],
  ...[event('caller_speaks', 2_800), event('caller_quiet', 4_400)],
  ...[event('agent_starts', 4_800), event('agent_says', 5_800), event('agent_stops', 6_900)],
];
const WORDS = [
  entry('agent', 'Hello?', 700, 2_500),
  entry('caller', 'when do you open', 3_600, 5_300),
  entry('agent', 'From nine. Every day.', 5_500, 7_100),
];

describe('the words of a call at the times of its recording', () => {
  it('stand where they are heard, from their first to their last sound', () => {
    const { transcript, laterMs } = placedWords(WORDS, EVENTS);
    assert.deepEqual(
      transcript.map(({ words, atMs, endMs }) => [words, atMs, endMs]),
      [
        ['Hello?', 100, 2_100],
        ['when do you open', 2_800, 4_400],
        ['From nine. Every day.', 4_800, 6_900],
      ],
    );
    assert.equal(laterMs, 600);
  });

  it('keep their times where nothing near was heard, but for the clock', () => {
    const silent = [...WORDS, entry('caller', '[keypad] 12', 12_000, 12_100)];
    const { transcript } = placedWords(silent, EVENTS);
    assert.deepEqual(transcript.at(-1), entry('caller', '[keypad] 12', 11_400, 11_500));
    assert.deepEqual(placedWords(WORDS, []), { transcript: WORDS, laterMs: 0 });
  });

  it('take each sound once, the nearest one first', () => {
    const events = [...EVENTS, event('caller_speaks', 7_000), event('caller_quiet', 7_400)];
    const twice = [...WORDS, entry('caller', 'and', 7_700, 7_900), entry('caller', 'bye', 7_900, 8_200)];
    const { transcript } = placedWords(twice, events);
    assert.deepEqual(
      transcript.slice(3).map(({ words, atMs, endMs }) => [words, atMs, endMs]),
      [
        ['and', 7_000, 7_400],
        ['bye', 7_300, 7_600],
      ],
    );
  });
});
