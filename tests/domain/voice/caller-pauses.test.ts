import { assert } from 'chai';
import type { CallerPause } from '../../../domain/calls/call-metrics.ts';
import { NO_PAUSES, recordPause } from '../../../domain/voice/caller-pauses.ts';
import type { ConversationEvent, ConversationEventBody } from '../../../domain/voice/conversation-events.ts';
import { final, greeted, interim, starts, stops, talks } from './conversation-table.ts';

const event = (at: number, body: ConversationEventBody): ConversationEvent => ({ at, ...body });
const pauses = (silence_at: number): ConversationEvent =>
  event(silence_at + 500, {
    ...{ type: 'caller_pause_started', silence_at, endpointing_ms: 500, look: 'digits', language: 'en' },
  });
const sounds = (at: number): ConversationEvent => event(at + 80, { type: 'caller_voice_activity', on: true });
const stopsSounding = (at: number): ConversationEvent => event(at, { type: 'caller_voice_activity', on: false });
const says = (at: number, text = 'five'): ConversationEvent =>
  event(at, { type: 'caller_transcript', text, final: false });
const agentStarts = (at: number): ConversationEvent =>
  event(at, { type: 'agent_speech_started', speech: 1, kind: 'reply' });
const ends = (at: number): ConversationEvent => event(at, { type: 'ended', reason: 'caller_left' });

const lengthsOf = (...events: readonly ConversationEvent[]): CallerPause['pause_ms'][] =>
  events.reduce(recordPause, NO_PAUSES).ended.map(({ pause_ms }) => pause_ms);

describe('pauses of a caller', () => {
  it('are within the turn when the caller continues before the reply', () => {
    assert.deepEqual(lengthsOf(pauses(1_000), sounds(1_900), says(2_300)), [900]);
  });

  it('are within the turn when the caller cannot have reacted to the agent', () => {
    assert.deepEqual(lengthsOf(pauses(1_000), agentStarts(1_800), sounds(2_100), says(2_500)), [1_100]);
    assert.deepEqual(lengthsOf(pauses(1_000), agentStarts(1_800), sounds(2_300), says(2_600)), [null]);
  });

  it('are the end of a turn when the agent answers and the caller says nothing before the end or the next pause', () => {
    assert.deepEqual(lengthsOf(pauses(1_000), agentStarts(1_800), ends(9_000)), [null]);
    assert.deepEqual(lengthsOf(pauses(1_000), agentStarts(1_800), pauses(9_000), ends(9_900)), [null]);
  });

  it('ignore sound without words, and words that come after the sound has ended count from its start', () => {
    assert.deepEqual(lengthsOf(pauses(1_000), sounds(1_600), stopsSounding(1_900), agentStarts(2_500), ends(9_000)), [
      null,
    ]);
    assert.deepEqual(lengthsOf(pauses(1_000), sounds(1_600), stopsSounding(2_400), says(2_700)), [600]);
  });

  it('tell nothing without an answer, and none is open after text input', () => {
    assert.deepEqual(lengthsOf(pauses(1_000), ends(2_000)), []);
    const typed = event(1_800, { type: 'caller_transcript', text: 'five', final: true, typed: true });
    assert.deepEqual(lengthsOf(pauses(1_000), typed, agentStarts(2_000), ends(9_000)), []);
  });

  it('keep the first 500 of a call', () => {
    const many = Array.from({ length: 600 }, (_, at) => [pauses(at * 9_000), agentStarts(at * 9_000 + 700)]).flat();
    assert.lengthOf(lengthsOf(...many), 500);
  });

  it('come from a conversation with the look of the words and the delay', () => {
    const { events } = greeted()
      .after([2, talks], [2.4, interim('It is four one five')], [3, stops], [3.1, final('It is four one five')])
      .after([3.4, talks], [3.8, interim('six')], [4.6, stops], [4.7, final('six')], [5.5, starts(3)]);
    assert.deepEqual(events.reduce(recordPause, NO_PAUSES).ended, [
      { language: 'en', look: 'digits', endpointing_ms: 500, pause_ms: 820 },
    ]);
    assert.deepInclude(events, {
      ...{ type: 'caller_pause_started', silence_at: 4_100, endpointing_ms: 500, look: 'digits', language: 'en' },
      at: 4_700,
    });
  });
});
