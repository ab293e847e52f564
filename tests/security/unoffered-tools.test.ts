import { assert } from 'chai';
import { switchLanguageTool } from '../../domain/voice/language-switch.ts';
import { TOOL_ROUNDS_MAX } from '../../domain/voice/tool-calls.ts';
import {
  answers,
  awaitingReply,
  callsAction,
  callsTool,
  completes,
  type ConversationTable,
} from '../domain/voice/conversation-table.ts';
import { TOOL_AGENT } from '../domain/voice/conversation-with-tools.ts';

const callsSwitch = (generation: number, language: string) =>
  callsAction(generation, `s${generation}`, 'switch_language', { language });
const startedTools = ({ events }: ConversationTable): number =>
  events.filter(({ type }) => type === 'tool_started').length;

describe('a model that calls tools it was not offered', () => {
  it('runs none that its agent does not have, and the call continues', () => {
    for (const name of [
      'transfer_call',
      'send_dtmf',
      'end_conversation',
      'switch_language',
      'book_table',
      'constructor',
    ]) {
      const table = awaitingReply({ tools: [] }).after([3.5, callsTool(2, name)], [3.6, completes(2)]);
      assert.equal(startedTools(table), 0, name);
      assert.notInclude(
        table.events.map(({ type }) => type),
        'conversation_ended',
        name,
      );
    }
  });

  it('cannot call them without end after one question', () => {
    const table = awaitingReply(TOOL_AGENT);
    assert.equal(TOOL_ROUNDS_MAX, 5);
    for (let round = 0; round < 3 * TOOL_ROUNDS_MAX; round += 1) {
      const generation = 2 + round * 2;
      table.after(
        [4 + round, callsAction(generation, `r${round}`, 'book_table', { round })],
        [4.1 + round, completes(generation)],
        [4.5 + round, answers(generation + 1, 'Do it again.')],
      );
    }
    assert.equal(startedTools(table), TOOL_ROUNDS_MAX);
  });

  it('cannot switch between languages without end', () => {
    const choices = ['en', 'de'].map((language) => ({ language, systemPrompt: language }));
    const table = awaitingReply({
      languages: { switchBy: 'tool', choices },
      tools: [switchLanguageTool(['en', 'de'])],
    });
    for (let round = 0; round < 10; round += 1)
      table.after([4 + round, callsSwitch(2 + round, round % 2 ? 'en' : 'de')], [4.5 + round, completes(2 + round)]);
    assert.equal(startedTools(table), 1);
  });
});
