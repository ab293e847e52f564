import { assert } from 'chai';
import { missingIn } from '../../console/src/pages/agents/draft-check.ts';
import { draftProblem, sectionOf } from '../../console/src/pages/agents/draft-problems.ts';
import { isSame, newDraft } from '../../console/src/pages/agents/draft.ts';
import { actionWords, stageNotes, wayWords } from '../../console/src/pages/agents/stages/stage-words.ts';
import * as stages from '../../console/src/pages/agents/stages/stage-model.ts';
import { offeredToolNames } from '../../domain/agents/script-calls.ts';
import { parseAgentConfig } from '../../domain/agents/config.ts';
import { known, least } from '../domain/agents/known-providers.ts';

const DRAFT = newDraft({ stt: 'local', tts: 'local', llm: 'script' });
const GUESTS = { ...stages.blankField([]), name: 'guests', type: 'integer' as const, description: 'How many.' };
const BOOK: stages.Stage = {
  ...stages.blankStage([]),
  id: 'book',
  fields: [GUESTS],
  transitions: [
    { to: 'end', on: 'fields', when: [{ field: 'guests', at_least: 1 }] },
    { to: 'end', on: 'key', key: '0' },
  ],
};
const END: stages.Stage = { ...stages.blankStage([]), id: 'end', on_enter: [{ end: true }] };

describe('the stages of an agent in the form', () => {
  it('are left out of the request when the last one is removed', () => {
    const config = { ...DRAFT.config, ...stages.withStages([BOOK, END]) };
    assert.lengthOf(config.stages ?? [], 2);
    assert.isTrue(isSame({ ...DRAFT, config: { ...config, ...stages.withStages([]) } }, DRAFT));
  });

  it('get names that are free, and a way to the next stage', () => {
    assert.equal(stages.blankStage([BOOK, { ...END, id: 'stage_1' }]).id, 'stage_2');
    assert.equal(stages.blankField([{ ...BOOK, fields: [{ ...GUESTS, name: 'field_1' }] }]).name, 'field_2');
    assert.equal(stages.blankTransition([BOOK, END], 'book').to, 'end');
    assert.equal(stages.blankTransition([BOOK, END], 'end').to, 'book');
    assert.equal(stages.blankTransition([END], 'end').to, '');
  });

  it('are accepted by the API as the form makes them', () => {
    const made = parseAgentConfig({ ...least(), stages: [BOOK, END] }, known).stages;
    assert.deepEqual<unknown>(made, [BOOK, END]);
  });

  it('take what names them along when they are renamed, and fields their conditions', () => {
    const [renamed] = stages.withId([BOOK, END], 'end', 'goodbye');
    assert.deepEqual(
      renamed?.transitions.map(({ to }) => to),
      ['goodbye', 'goodbye'],
    );
    const [first] = stages.withFieldName([BOOK, END], 'guests', 'people');
    assert.equal(first?.fields[0]?.name, 'people');
    assert.deepEqual(first?.transitions[0]?.when, [{ field: 'people', at_least: 1 }]);
    assert.notProperty(first?.transitions[1], 'when');
  });

  it('have all tools, or some of them', () => {
    assert.deepEqual(stages.withTools(BOOK, []).tools, []);
    assert.notProperty(stages.withTools({ ...BOOK, tools: ['a'] }, null), 'tools');
  });

  it('offer the tools of the agent that a stage can have, as the API names them', () => {
    const config = {
      ...DRAFT.config,
      tools: [{ name: 'book_table' }],
      mcp_servers: [{ name: 'crm', tools: [{ name: 'find.guest' }] }],
      keypad: { send: true, collect: [{ name: 'card' }] },
      transfer: { targets: [{ name: 'desk' }] },
      handover: { targets: [{ name: 'billing' }] },
      callbacks: { tool: true },
      languages: { switch_by: 'tool', others: [] },
      behaviour: { automatic_call_ending: { enabled: true, graceful_llm_call_ending: true } },
    };
    const fewest = { ...DRAFT.config, behaviour: { automatic_call_ending: { enabled: true } } };
    for (const each of [config, fewest] as never[])
      assert.sameMembers([...stages.toolNames(each)], [...offeredToolNames(each)]);
    assert.lengthOf(stages.toolNames(config as never), 9);
  });

  it('keep of a field the limits of its type only', () => {
    const field = { ...GUESTS, minimum: 1, maximum: 9 };
    assert.deepEqual(stages.withType(field, 'text'), { ...GUESTS, type: 'text' });
    assert.deepEqual(stages.withType(field, 'choice').choices, []);
    assert.isFalse(stages.withFiller({ ...GUESTS, confirm: true }, 'tool').confirm);
  });

  it('keep of a way the conditions, where it can have some, and get what its cause needs', () => {
    const [way] = BOOK.transitions as [stages.Transition];
    assert.deepEqual(stages.withCause(way, 'call'), { to: 'end', on: 'call', description: '', when: way.when! });
    assert.deepEqual(stages.withCause(way, 'key'), { to: 'end', on: 'key', key: '0' });
    assert.deepEqual(stages.withCause(way, 'silence'), { to: 'end', on: 'silence', seconds: 10 });
  });

  it('compare a field as its type allows, one comparison at a time', () => {
    const both = { field: 'guests', at_least: 1, at_most: 8 };
    assert.deepEqual(stages.singly([both]), [
      { field: 'guests', at_least: 1 },
      { field: 'guests', at_most: 8 },
    ]);
    assert.deepEqual(stages.singly([{ field: 'guests' }]), [{ field: 'guests' }]);
    assert.deepEqual(stages.condition({ name: 'ok', type: 'boolean' }, 'is'), { field: 'ok', is: true });
    assert.deepEqual(stages.condition(GUESTS, 'collected'), { field: 'guests' });
    assert.deepEqual(stages.condition(GUESTS, 'failed'), { field: 'guests', failed: true });
    assert.notInclude(stages.comparisonsFor({ type: 'text' }), 'at_least');
  });

  it('are not stored with a comparison that lost its number', () => {
    const when = [stages.condition(GUESTS, 'at_least', null)];
    const broken = { ...BOOK, transitions: [{ ...BOOK.transitions[0]!, when }] };
    const config = { ...DRAFT.config, ...stages.withStages([broken, END]) };
    assert.deepEqual(
      missingIn({ ...DRAFT, name: 'A', config }).map(({ path }) => path),
      ['stages[0].transitions[0].when[0]'],
    );
  });

  it('keep what makes an action one of its kind, however empty, and leave out its other empty parts', () => {
    assert.deepEqual(stages.blankAction('tool', ['book_table']), { tool: 'book_table' });
    assert.deepEqual(stages.blankAction('handover', ['billing']), { handover: 'billing' });
    assert.equal(actionWords({ handover: 'billing' }), 'Hand over to another agent: billing');
    assert.deepEqual(stages.withActionPart({ say: 'Hello' }, { say: '' }), { say: '' });
    assert.deepEqual(stages.withActionPart({ transfer: 'desk', summary: 'A guest' }, { summary: '' }), {
      transfer: 'desk',
    });
  });

  it('show what the API refuses in their section', () => {
    const problem = draftProblem({
      field: null,
      message: 'stages[1] (end) is never reached: no transition leads to it',
    });
    assert.equal(problem?.path, 'stages[1]');
    assert.equal(sectionOf('stages[1].fields[0].name'), 'stages');
    assert.equal(sectionOf('do_not_call.key'), 'telephone');
  });
});

describe('the words of stages', () => {
  const say = (way: Partial<stages.Transition>) => wayWords({ to: 'end', on: 'fields', ...way });

  it('tell how each way is taken', () => {
    assert.equal(say({}), 'all required fields');
    assert.equal(say({ when: [{ field: 'ok', is: true }] }), 'ok is yes');
    assert.equal(
      say({ when: [{ field: 'guests', at_least: 1, at_most: 8 }] }),
      'guests is at least 1 and guests is at most 8',
    );
    assert.equal(say({ when: [{ field: 'order', failed: true }] }), 'order has failed');
    assert.equal(say({ on: 'call', description: 'All is said.' }), 'the model decides');
    assert.equal(say({ on: 'call', when: [{ field: 'order' }] }), 'the model decides, if order is known');
    assert.equal(say({ on: 'key', key: '0' }), 'key 0');
    assert.equal(say({ on: 'silence', seconds: 20 }), '20 s of silence');
  });

  it('note where calls start, what is found out, and what happens to the call', () => {
    assert.deepEqual(stageNotes(BOOK, true), ['starts here', '1 field']);
    assert.deepEqual(stageNotes(END, false), ['ends the call']);
    assert.deepEqual(stageNotes({ ...END, on_enter: [{ transfer: 'desk' }] }, false), ['transfers to desk']);
    assert.deepEqual(stageNotes({ ...END, on_enter: [{ say: 'One moment.' }, { handover: 'billing' }] }, false), [
      'hands over to billing',
    ]);
  });
});
