import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { known, least, reasons } from './known-providers.ts';
import { bookTable } from './tools-example.ts';

const ENDING = { behaviour: { automatic_call_ending: { enabled: true, graceful_llm_call_ending: true } } };

const config = (stages: unknown, more: object = {}) => ({
  ...least(),
  tools: [{ ...bookTable(), request: { method: 'POST', url: 'https://api.example.com/bookings' } }],
  stages,
  ...more,
});

const parse = (stages: unknown, more?: object) => parseAgentConfig(config(stages, more), known).stages;
const refused = (stages: unknown, more?: object) => reasons(() => parse(stages, more));

const GUESTS = { name: 'guests', type: 'integer', description: 'How many.' };
const toEnd = { to: 'end', on: 'call', description: 'All is said.' };
const END = { id: 'end', on_enter: [{ end: true }] };
/** A first stage with these fields, and the end of the call. */
const first = (more: object) => [{ id: 'start', transitions: [toEnd], ...more }, END];
const field = (more: object) => first({ fields: [{ name: 'code', description: 'The code.', ...more }] });
const leaving = (...transitions: object[]) => first({ fields: [GUESTS], transitions: [...transitions, toEnd] });

describe('the stages of an agent', () => {
  it('are absent unless they are given', () => {
    assert.isUndefined(parse([]));
    assert.isUndefined(parse(null));
  });

  it('get their defaults, and parse to the same again', () => {
    const stages = parse(
      first({ fields: [{ name: 'code', description: ' The code. ' }], tools: ['book_table', 'book_table'] }),
    );
    assert.deepEqual(stages?.[0], {
      ...{ id: 'start', instructions: '', tools: ['book_table'], context: 'all', on_enter: [], on_exit: [] },
      fields: [
        {
          ...{ name: 'code', type: 'text', description: 'The code.', required: true, confirm: false },
          ...{ filled_by: 'caller', attempts: 3 },
        },
      ],
      transitions: [toEnd as never],
    });
    assert.deepEqual(parse(stages), stages);
  });

  it('have voices and models like those of an agent, and languages of the call', () => {
    const others = [{ language: 'de', tts_config: { provider: 'test_tts' } }];
    const own = { language: 'de', tts_config: { provider: 'test_tts', model: 'b' }, llm_config: { provider: 'groq' } };
    const stages = parse(first(own), { languages: { switch_by: 'tool', others } });
    assert.deepInclude(stages?.[0], own);
  });

  it('give tools the fields as variables', () => {
    const request = { method: 'POST', url: 'https://api.example.com/bookings', body: { guests: '{{guests}}' } };
    assert.isOk(parse(leaving(), { tools: [{ ...bookTable(), request }] }));
  });

  it('have an exit: a transition, the end of the call, a transfer, or a tool for one of these', () => {
    const no = [
      'stages[0] (start) has no exit: add a transition, an action in on_enter that ends or transfers the call, or the tool end_conversation',
    ];
    assert.deepEqual(refused([{ id: 'start' }]), no);
    assert.deepEqual(refused([{ id: 'start', tools: [] }], ENDING), no);
    assert.isOk(parse([{ id: 'start' }], ENDING));
    assert.isOk(parse([{ id: 'start', on_enter: [{ end: true }] }]));
    const transfer = { targets: [{ name: 'desk', description: 'For all.', to: '+4930123456' }] };
    assert.isOk(parse([{ id: 'start', on_enter: [{ transfer: 'desk' }] }], { transfer }));
    assert.isOk(parse([{ id: 'start', tools: ['transfer_call'] }], { transfer }));
  });

  it('are all reached from the first one', () => {
    const [start, end] = first({});
    assert.isOk(parse([start, end]));
    const lost = { id: 'lost', transitions: [toEnd, { to: 'other', on: 'key', key: '1' }] };
    const other = { id: 'other', transitions: [{ to: 'lost', on: 'key', key: '1' }] };
    assert.deepEqual(refused([start, end, lost, other]), [
      'stages[2] (lost) is never reached: no transition leads to it from start',
      'stages[3] (other) is never reached: no transition leads to it from start',
    ]);
  });

  const when = (condition: object) => leaving({ to: 'end', on: 'fields', when: [condition] });
  for (const [what, stages, reason] of [
    ['an id that is taken', [...first({}), END], 'stages[2].id must differ from those before it'],
    [
      'a field that another stage has',
      [...first({ fields: [GUESTS] }).slice(0, 1), { ...END, fields: [GUESTS] }],
      'stages[1].fields[0].name must differ from those before it',
    ],
    ['an unknown field of its own', first({ goal: 'x' }), /^stages\[0\]\.goal is unknown/u],
    [
      'a tool that the agent does not have',
      first({ tools: ['book_tabel'] }),
      'stages[0].tools[0] must be a tool of the agent: did you mean book_table?',
    ],
    [
      'a stage that does not exist',
      leaving({ ...toEnd, to: 'ende' }),
      'stages[0].transitions[0].to must be a stage: did you mean end?',
    ],
    [
      'a language that the call cannot have',
      first({ language: 'de' }),
      'stages[0].language must be the primary language or one of languages.others',
    ],
    [
      'a voice of an unknown provider',
      first({ tts_config: { provider: 'nowhere' } }),
      /^stages\[0\]\.tts_config\.provider must be a registered tts provider/u,
    ],
    [
      'a secret of a model',
      first({ llm_config: { provider: 'test_llm', api_key: 'k' } }),
      'stages[0].llm_config must not include secret/auth fields: api_key',
    ],
    ['itself', leaving({ ...toEnd, to: 'start' }), 'stages[0].transitions[0].to must be another stage'],
    [
      'a change without a description',
      leaving({ to: 'end', on: 'call' }),
      'stages[0].transitions[0].description is required',
    ],
    [
      'a key of two',
      leaving({ to: 'end', on: 'key', key: '12' }),
      'stages[0].transitions[0].key must be one of 0-9, * and #',
    ],
    ['a key without one', leaving({ to: 'end', on: 'key' }), 'stages[0].transitions[0].key is required'],
    ['a silence without a time', leaving({ to: 'end', on: 'silence' }), 'stages[0].transitions[0].seconds is required'],
    [
      'a time for a key',
      leaving({ to: 'end', on: 'key', key: '1', seconds: 3 }),
      'stages[0].transitions[0].seconds applies to transitions on silence',
    ],
    [
      'a condition for a key',
      leaving({ to: 'end', on: 'key', key: '1', when: [{ field: 'guests' }] }),
      'stages[0].transitions[0].when applies to transitions on call or fields',
    ],
    [
      'a rule for no fields',
      first({ transitions: [{ to: 'end', on: 'fields' }] }),
      'stages[0].transitions[0].when is required: the stage has no required fields',
    ],
    [
      'a condition on nothing',
      when({ field: 'guest' }),
      'stages[0].transitions[0].when[0].field must be a field of a stage: did you mean guests?',
    ],
    [
      'a condition of another type',
      when({ field: 'guests', is: 'many' }),
      'stages[0].transitions[0].when[0].is must be a whole number',
    ],
    [
      'a value in another form',
      when({ field: 'guests', is: '4' }),
      'stages[0].transitions[0].when[0].is must be written 4',
    ],
    [
      'a failure with a value',
      when({ field: 'guests', failed: true, is: 4 }),
      'stages[0].transitions[0].when[0].failed excludes comparisons: a failed field has no value',
    ],
    [
      'an action of two kinds',
      first({ on_enter: [{ say: 'Hi.', end: true }] }),
      'stages[0].on_enter[0] must have one of say, tool, transfer, handover, end',
    ],
    [
      'an action of none',
      first({ on_enter: [{}] }),
      'stages[0].on_enter[0] must have one of say, tool, transfer, handover, end',
    ],
    [
      'the end of the call as the end of a stage',
      first({ on_exit: [{ end: true }] }),
      'stages[0].on_exit[0] must be say or tool: transfer, handover and end belong to on_enter of the stage that follows',
    ],
    [
      'a target that does not exist',
      first({ on_enter: [{ transfer: 'desk' }] }),
      'stages[0].on_enter[0].transfer must be a target in transfer, not desk',
    ],
    [
      'an action with a tool of the platform',
      first({ on_enter: [{ tool: 'set_fields' }] }),
      /^stages\[0\]\.on_enter\[0\]\.tool must be a tool in tools, page_tools or mcp_servers/u,
    ],
    ['a bound for a text', field({ minimum: 3 }), 'stages[0].fields[0].minimum does not apply to the type text'],
    [
      'a choice of nothing',
      field({ type: 'choice' }),
      'stages[0].fields[0].choices must have 1 to 50 different values',
    ],
    [
      'equal choices',
      field({ type: 'choice', choices: ['a', 'A'] }),
      'stages[0].fields[0].choices must have 1 to 50 different values',
    ],
    ['a pattern that is none', field({ pattern: '(' }), /^stages\[0\]\.fields\[0\]\.pattern must/u],
    [
      'bounds in the wrong order',
      field({ min_length: 5, max_length: 4 }),
      'stages[0].fields[0].min_length must not exceed max_length',
    ],
    [
      'the confirmation of what a tool knows',
      field({ filled_by: 'tool', confirm: true }),
      'stages[0].fields[0].confirm applies to fields that the caller fills',
    ],
  ] as const)
    it(`are refused with ${what}`, () => {
      const [only, ...others] = refused(stages);
      assert.isEmpty(others);
      if (typeof reason === 'string') assert.equal(only, reason);
      else assert.match(only ?? '', reason);
    });

  it('have names that rules of the script provider may use, and tools that they call', () => {
    const scripted = (rule: object) => ({
      models: { ...least().models, llm_config: { provider: 'script', rules: [{ when: 'x', say: '', ...rule }] } },
    });
    const withScript = {
      ...known,
      find: (kind: never, provider: string) => known.find(kind, provider === 'script' ? 'test_llm' : provider),
      parseSettings: (_kind: never, _provider: string, settings: object) => settings as never,
    };
    const parsed = (rule: object) => parseAgentConfig(config(leaving(), scripted(rule)), withScript);
    for (const call of ['change_stage', 'set_fields']) assert.isOk(parsed({ stage: 'start', call: { tool: call } }));
    assert.deepEqual(
      reasons(() => parsed({ stage: 'begin' })),
      ['models.llm_config.rules[0].stage must be the id of a stage of the agent'],
    );
    assert.deepEqual(
      reasons(() => parsed({ call: { tool: 'confirm_fields' } })),
      ['models.llm_config.rules[0].call.tool confirm_fields requires a field with confirm true in stages'],
    );
  });
});
