import { assert } from 'chai';
import * as fc from 'fast-check';
import {
  analysisAnswer,
  analysisMessages,
  readablePart,
  readAnswer,
  repeatedMessages,
} from '../../../domain/calls/analysis-answer.ts';

const fields = { type: 'object', properties: { guests: { type: 'integer' } } };
const section = { summary: true, max_transcript_tokens: 500 };

describe('the answer of a model about a call', () => {
  it('has the parts that the agent asks for, all of them required', () => {
    assert.deepEqual(analysisAnswer(section).parameters['required'], ['summary']);
    const { parameters } = analysisAnswer({ ...section, summary: false, success_criterion: 'Booked.', fields });
    assert.deepEqual(parameters['required'], ['success', 'success_reason', 'fields']);
    assert.deepEqual((parameters['properties'] as { fields: object }).fields, fields);
  });

  it('is asked for with the transcript alone in the last message, and again with its problems', () => {
    const messages = analysisMessages({ ...section, success_criterion: 'A table is booked.' }, 'user: hello');
    assert.deepEqual(messages[1], { role: 'user', content: 'user: hello' });
    assert.include(messages[0]?.content, 'Criterion: A table is booked.');
    const again = repeatedMessages(messages, ['success is missing']);
    assert.deepEqual(again[1], messages[1]);
    assert.include(again[0]?.content, 'success is missing');
  });

  for (const [text, value] of [
    ['{"summary": "a"}', { summary: 'a' }],
    ['```json\n{"summary": "a"}\n```', { summary: 'a' }],
    ['Here it is: {"a": {"b": 1}} as asked', { a: { b: 1 } }],
    ['no object', null],
    ['} {', null],
    ['{"a": }', null],
    [`{"a": "${'x'.repeat(32_768)}"}`, null],
  ] as const)
    it(`is read from ${text.slice(0, 40)}`, () => assert.deepEqual(readAnswer(text), value));

  it('is asked for with at most the configured part of a transcript, its beginning and its end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 4_000 }), (transcript) => {
        const { text, isCut } = readablePart(transcript, { max_transcript_tokens: 500 });
        assert.isAtMost(text.length, 2_000);
        assert.equal(isCut, transcript.length > 2_000);
        assert.notMatch(text, /\p{Cs}/u);
        if (!isCut) assert.equal(text, transcript);
      }),
    );
    const { text } = readablePart(`begin${'x'.repeat(3_000)}end`, { max_transcript_tokens: 500 });
    assert.match(text, /^beginx+\n\[\.\.\.\]\nx+end$/);
  });
});
