import { assert } from 'chai';
import { isSame, newDraft } from '../../console/src/pages/agents/draft.ts';
import { draftProblem, sectionOf } from '../../console/src/pages/agents/draft-problems.ts';
import {
  blankTool,
  isStored,
  sampleArguments,
  withMethod,
  withPart,
  withTools,
} from '../../console/src/pages/agents/tools.ts';

const DRAFT = newDraft({ stt: 'local', tts: 'local', llm: 'script' });

describe('the tools of an agent in the form', () => {
  it('are left out of the request when the last one is removed', () => {
    const withOne = { ...DRAFT.config, ...withTools([blankTool()]) };
    assert.deepEqual(withOne.tools, [blankTool()]);
    assert.isTrue(isSame({ ...DRAFT, config: { ...withOne, ...withTools([]) } }, DRAFT));
  });

  it('have side effects and may have a body unless their method is GET', () => {
    const posted = withMethod(blankTool(), 'POST');
    assert.isTrue(posted.side_effects);
    const filled = { ...posted, request: withPart(posted.request, { body: { a: 1 } }) };
    assert.deepEqual(withMethod(filled, 'PUT').request, { method: 'PUT', url: '', body: { a: 1 } } as never);
    assert.notProperty(withMethod(filled, 'GET').request, 'body');
    assert.isFalse(withMethod(filled, 'GET').side_effects);
  });

  it('lose an optional field that is emptied', () => {
    const tool = { ...blankTool(), say_while_waiting: 'One moment.' };
    for (const empty of ['', null]) assert.deepEqual(withPart(tool, { say_while_waiting: empty }), blankTool());
  });

  it('can be tried when they are stored as they are shown, in whatever order their fields are', () => {
    const tool = { ...blankTool(), name: 'ping' };
    const { name, ...rest } = tool;
    assert.isTrue(isStored(tool, [{ ...rest, name }]));
    assert.isFalse(isStored(tool, [{ ...tool, timeout_secs: 9 }]));
    assert.isFalse(isStored(tool));
  });

  it('are tried with an empty value for each required argument', () => {
    const properties = { day: { type: 'string' }, guests: { type: 'integer' }, wish: {}, late: { type: 'boolean' } };
    const parameters = { type: 'object', properties, required: ['day', 'guests', 'late', 'wish'] };
    assert.deepEqual(sampleArguments({ ...blankTool(), parameters }), { day: '', guests: 0, late: false, wish: '' });
    assert.deepEqual(sampleArguments({ ...blankTool(), parameters: { type: 'object' } }), {});
  });

  it('show their problems in their own section', () => {
    for (const [message, path] of [
      ['tools[1].name must differ from the names before it', 'tools[1].name'],
      ['tools[0].request: The secret key is not stored', 'tools[0].request'],
    ] as const) {
      assert.strictEqual(draftProblem({ field: null, message })?.path, path);
      assert.strictEqual(sectionOf(path), 'tools');
    }
  });
});
