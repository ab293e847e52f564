import { assert } from 'chai';
import { settingsOf } from '../../../application/runtime/call-settings.ts';
import { TextConversation } from '../../../application/runtime/text-conversation.ts';
import { NO_TOOL_SET } from '../../../application/runtime/tool-runner.ts';
import type { ConversationEvent } from '../../../domain/voice/conversation-events.ts';
import { readInputLog } from '../../../domain/voice/input-log.ts';
import { isIdentical, replayInputs } from '../../../domain/voice/replay.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { ScriptedModel, type ScriptedAnswer } from './fake-vendors.ts';
import { AGENT } from './web-call-world.ts';
import { KeptCall } from './memory-spool.ts';

/** A conversation under the fake clock, with the greeting “Hello Ada!” of 10 characters at 10 characters a second. */
function textConversation(answers: readonly ScriptedAnswer[] = [], behaviour: object = {}) {
  const clock = fakeClock();
  const entry = new KeptCall({ call_id: 'c', org_id: 'o', agent_id: 'a', started_at: '', sampleRate: 8_000 }, clock);
  const events: ConversationEvent[] = [];
  const agent = { config: { ...AGENT.config, behaviour: { ...AGENT.config.behaviour, ...behaviour } } };
  const conversation = new TextConversation(
    { clock, random: { pick: (items) => items[0] as never } },
    {
      ...{ callId: 'c', settings: settingsOf({ agent, variables: { name: 'Ada' } }), entry, tools: NO_TOOL_SET },
      model: new ScriptedModel(clock, answers),
      channel: { sendEvent: (event) => void events.push(event) },
      pace: { speech: { firstAudioMs: 100, charactersPerSecond: 10 }, transcription: { endpointingMs: 500 } },
    },
  );
  const run = conversation.run();
  const startedAt = clock.now().getTime();
  const named = (type: ConversationEvent['type']) => events.filter((event) => event.type === type);
  const at = (type: ConversationEvent['type']): number[] => named(type).map((event) => event.at - startedAt);
  const says = (text: string, lengthMs: number) => conversation.speak({ words: text.split(' '), lengthMs });
  return { clock, conversation, run, entry, named, at, says };
}

describe('a conversation without audio', () => {
  it('has speech that takes as long as its words', async () => {
    const { clock, at, named } = textConversation();
    await clock.advanceAsync(5_000);
    assert.deepEqual(at('agent_speech_started'), [100]);
    assert.deepEqual(at('agent_speech_ended'), [1_100]);
    assert.deepInclude(named('agent_speech_ended')[0], { played_text: 'Hello Ada!', interrupted: false });
  });

  it('has words of the caller that are recognised one by one, and a turn that ends after silence', async () => {
    const { clock, says, at, named } = textConversation([{ says: ['Good.'], everyMs: 300 }]);
    await clock.advanceAsync(2_000);
    void says('what is new', 900);
    await clock.advanceAsync(5_000);
    assert.deepEqual(
      named('caller_transcript').map((event) => 'text' in event && event.text),
      ['what', 'what is', 'what is new', 'what is new'],
    );
    assert.deepInclude(named('turn_ended')[0], { text: 'what is new' });
    assert.equal(at('turn_ended')[0], 2_000 + 900 + 500 + 200);
    assert.closeTo(at('agent_speech_started')[1] ?? 0, 3_600 + 300 + 100, 300);
  });

  it('cuts the agent short where the caller interrupts, and keeps what was played', async () => {
    const { clock, says, named } = textConversation(
      [{ says: ['One two three four five six seven eight nine ten.'] }],
      {},
    );
    await clock.advanceAsync(2_000);
    void says('tell me', 600);
    await clock.advanceAsync(3_600);
    void says('stop right there', 900);
    await clock.advanceAsync(3_000);
    const [, reply] = named('agent_speech_ended');
    assert.deepInclude(reply, { interrupted: true });
    assert.match(reply && 'played_text' in reply ? reply.played_text : '', /^One two( three)?( four)?( five)?$/);
  });

  it('continues after a sound that has no words', async () => {
    const { clock, conversation, named } = textConversation();
    await clock.advanceAsync(400);
    void conversation.speak({ words: [], lengthMs: 200 });
    await clock.advanceAsync(6_000);
    assert.deepInclude(named('agent_speech_ended')[0], { played_text: 'Hello Ada!', interrupted: false });
    assert.isEmpty(named('turn_ended'));
  });

  it('continues an utterance after a short pause, and starts another after a long one', async () => {
    const short = textConversation();
    await short.clock.advanceAsync(2_000);
    void short.says('one two', 600);
    await short.clock.advanceAsync(900);
    void short.says('three', 300);
    await short.clock.advanceAsync(3_000);
    assert.deepEqual(
      short.named('turn_ended').map((event) => 'text' in event && event.text),
      ['one two three'],
    );
  });

  it('ignores a caller who is muted until greeted', async () => {
    const { clock, says, named } = textConversation([], { ignore_user_speech_before_greeting: true });
    void says('too early', 400);
    await clock.advanceAsync(4_000);
    assert.isEmpty(named('turn_ended'));
    void says('in time', 400);
    await clock.advanceAsync(4_000);
    assert.deepInclude(named('turn_ended')[0], { text: 'in time' });
  });

  it('reports a transcription that fails', async () => {
    const { clock, conversation, named, run } = textConversation();
    await clock.advanceAsync(2_000);
    void conversation.speak({ words: ['hello'], lengthMs: 300, fault: 'fails' });
    await clock.advanceAsync(6_000);
    assert.lengthOf(named('stage_failed'), 1);
    void conversation.speak({ words: ['hello'], lengthMs: 300, fault: 'breaks' });
    await clock.advanceAsync(6_000);
    assert.equal((await run).reason, 'failed');
  });

  it('leaves a transcript, measurements and inputs that can be replayed', async () => {
    const { clock, conversation, says, run, entry } = textConversation([{ says: ['Good day.'] }]);
    await clock.advanceAsync(2_000);
    void says('hello there', 600);
    await clock.advanceAsync(5_000);
    conversation.end('caller_left');
    await clock.advanceAsync(0);
    const { reason, metrics, callerSpoke } = await run;
    assert.deepEqual(
      { reason, callerSpoke, turns: metrics.summary.turn_count },
      { reason: 'caller_left', callerSpoke: true, turns: 2 },
    );
    assert.match(entry.transcript, /assistant: Hello Ada!\n.+ user: hello there\n.+ assistant: Good day\.\n$/);
    const log = readInputLog(entry.inputs);
    assert(log && log.end === 'complete');
    assert.isTrue(isIdentical(replayInputs(log)));
  });
});
