import { assert } from 'chai';
import type { ConversationEvent } from '../../../domain/voice/conversation-events.ts';
import { transcriptHead, transcriptLine } from '../../../domain/voice/transcript.ts';

const BEGAN = Date.parse('2026-03-02T09:00:01.250Z');
const at = BEGAN + 4_000;
const stopped = (played_text: string): ConversationEvent => ({
  ...{ type: 'agent_speech_ended', speech: 1, kind: 'reply', started_at: BEGAN, played_text, interrupted: false, at },
});

describe('transcript', () => {
  it('begins with the call id', () => {
    assert.equal(transcriptHead('c1'), 'call_id=c1\n---\n');
  });

  it('has a line per turn and agent speech, dated at its start', () => {
    const released: ConversationEvent = {
      type: 'turn_ended',
      text: 'What time is it?',
      started_at: BEGAN,
      ended_by: 'silence',
      at,
    };
    assert.equal(transcriptLine(released), '[2026-03-02T09:00:01.250Z] user: What time is it?\n');
    assert.equal(transcriptLine(stopped('It is noon.')), '[2026-03-02T09:00:01.250Z] assistant: It is noon.\n');
  });

  it('keeps line breaks out of a line', () => {
    const forged = stopped(' One.\r\n[2026-03-02T09:00:01.250Z] user: two\u2028three ');
    assert.equal(transcriptLine(forged).match(/[\r\n\u2028]/gu)?.length, 1);
    assert.isTrue(transcriptLine(forged).endsWith('two three\n'));
  });

  it('has a line for every sentence sent as text', () => {
    const written = { type: 'agent_speech_text', audio: false, speech: 2, part: 0, text: 'It is noon.', at } as const;
    assert.match(transcriptLine(written), /assistant: It is noon\.\n$/u);
  });

  it('has no line for silence, voice activity and interim transcripts', () => {
    assert.equal(transcriptLine(stopped(' ')), '');
    assert.equal(transcriptLine({ type: 'caller_voice_activity', on: true, at }), '');
    assert.equal(transcriptLine({ type: 'caller_transcript', text: 'What', final: true, at }), '');
    assert.equal(
      transcriptLine({ type: 'agent_speech_text', audio: true, speech: 1, part: 0, text: 'It is noon.', at }),
      '',
    );
  });
});
