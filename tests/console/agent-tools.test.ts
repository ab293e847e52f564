import { assert } from 'chai';
import { isSame, newDraft } from '../../console/src/pages/agents/draft.ts';
import { draftProblem, sectionOf } from '../../console/src/pages/agents/draft-problems.ts';
import {
  blankTool,
  isStored,
  sampleArguments,
  sampleVariables,
  summaryOf,
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

  it('are tried with a value that its schema takes for each required argument', () => {
    const properties = {
      day: { type: 'string', minLength: 9, maxLength: 10 },
      short: { type: 'string', maxLength: 3 },
      guests: { type: 'integer', minimum: 2 },
      price: { type: 'number', exclusiveMinimum: 0, maximum: 0.5 },
      place: { type: 'string', enum: ['garden', 'hall'] },
      hour: { type: ['integer', 'null'], default: 19 },
      names: { type: 'array', items: { type: 'string', examples: ['Ada'] }, minItems: 1 },
      table: { type: 'object', properties: { number: { const: 7 } }, required: ['number'] },
      ...{ late: { type: 'boolean' }, wish: {}, optional: { type: 'string' } },
    };
    const required = ['day', 'short', 'guests', 'price', 'place', 'hour', 'names', 'table', 'late', 'wish'];
    assert.deepEqual(sampleArguments({ ...blankTool(), parameters: { type: 'object', properties, required } }), {
      ...{ day: 'example..', short: 'exa', guests: 2, price: 0.5, place: 'garden', hour: 19, names: ['Ada'] },
      ...{ table: { number: 7 }, late: false, wish: 'example' },
    });
    assert.deepEqual(sampleArguments({ ...blankTool(), parameters: { type: 'object' } }), {});
  });

  it('are tried with the variables that their requests name', () => {
    const tool = {
      ...blankTool(),
      parameters: { type: 'object', properties: { day: {} } },
      request: {
        ...({ method: 'POST', url: 'https://a.example/{{restaurant}}?day={{day}}' } as const),
        headers: { 'X-Key': '{{secret.key}}' },
        body: { guest: '{{guest}}', again: '{{guest}}' },
      },
    };
    assert.deepEqual(sampleVariables(tool, { restaurant: 'Roma', other: 1 }), { restaurant: 'Roma', guest: 'example' });
    assert.deepEqual(sampleVariables(blankTool(), { other: 1 }), {});
  });

  it('are a line of method and URL', () => {
    assert.equal(
      summaryOf({ ...blankTool(), request: { method: 'GET', url: 'https://a.example/' } }),
      'GET https://a.example/',
    );
    assert.equal(summaryOf(blankTool()), 'GET');
  });

  it('show their problems in their own section', () => {
    for (const [message, path] of [
      ['tools[1].name must differ from the names before it', 'tools[1].name'],
      ['tools[0].request.headers.X-Key: The secret key is not stored', 'tools[0].request.headers.X-Key'],
      ['tools[0].request.body["a \\"b]"]: The secret key is not stored', 'tools[0].request.body["a \\"b]"]'],
    ] as const) {
      assert.strictEqual(draftProblem({ field: null, message })?.path, path);
      assert.strictEqual(sectionOf(path), 'tools');
    }
  });
});
