import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { isReserved } from '../../../domain/agents/tool-fields.ts';
import { parseTools, secretNames } from '../../../domain/agents/tools.ts';
import { SCHEDULE_CALLBACK } from '../../../domain/voice/callback-tool.ts';
import { SET_RECORDING_CONSENT } from '../../../domain/voice/consent-tool.ts';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import { DO_NOT_CALL } from '../../../domain/voice/do-not-call-tool.ts';
import { HAND_OVER } from '../../../domain/voice/handover-tool.ts';
import { COLLECT_DIGITS, SEND_DTMF } from '../../../domain/voice/keypad-tools.ts';
import { SWITCH_LANGUAGE } from '../../../domain/voice/language-switch.ts';
import { CHANGE_STAGE, CONFIRM_FIELDS, SET_FIELDS } from '../../../domain/voice/stage-tools.ts';
import { TRANSFER_CALL } from '../../../domain/voice/transfer-tool.ts';
import { known, least, reasons } from './known-providers.ts';
import { bookTable, tool, toolWith } from './tools-example.ts';

const refused = (changes: object): readonly string[] =>
  reasons(() => parseTools([{ ...bookTable(), ...changes }], ['restaurant']));

describe('parseTools', () => {
  it('fills in the defaults and leaves out what is absent', () => {
    const { type, name, description, parameters, request, variables } = bookTable();
    assert.deepEqual(tool(), {
      ...{ type: 'http', name, description: description.trim(), parameters, request, variables },
      timeout_secs: 8,
      response: { format: 'json', path: 'booking.id' },
      side_effects: true,
    } as never);
    assert.equal(type, 'http');
    const bare = {
      type: 'http',
      name: 'ping',
      description: ' Pings. ',
      request: { method: 'GET', url: 'http://a.example' },
    };
    assert.deepEqual(parseTools([bare], []), [
      {
        ...{ type: 'http', name: 'ping', description: 'Pings.', request: bare.request },
        parameters: { type: 'object', properties: {} },
        timeout_secs: 8,
        response: { format: 'json' },
        side_effects: false,
      },
    ] as never);
  });

  it('changes nothing when it parses its own result', () => {
    const once = [tool({ say_while_waiting: ' One moment. ', timeout_secs: 30, side_effects: false })];
    assert.deepEqual(parseTools(once, ['restaurant']), once);
    assert.equal(once[0]?.say_while_waiting, 'One moment.');
  });

  it('leaves an agent without tools as it was', () => {
    const before = parseAgentConfig(least(), known);
    assert.notProperty(before, 'tools');
    for (const tools of [null, undefined, []]) assert.deepEqual(parseAgentConfig({ ...least(), tools }, known), before);
  });

  it('reports the problems of all tools at once, each with its field', () => {
    assert.deepEqual(
      reasons(() => parseAgentConfig({ ...least(), tools: [{ ...bookTable(), type: 'mcp', name: 'Book' }, 7] }, known)),
      [
        'tools[0].type must be http',
        'tools[0].name must be 1 to 64 lower-case letters, digits and underscores, and start with a letter',
        'tools[0].request.url has an unknown placeholder {{restaurant}}: use an argument, a custom variable or a secret',
        'tools[1] must be an object',
      ],
    );
  });

  it('have no name of a tool that a call can have from the platform, whatever the agent has', () => {
    const names = [
      ...[END_CONVERSATION.name, SWITCH_LANGUAGE, TRANSFER_CALL, SEND_DTMF, COLLECT_DIGITS, SET_RECORDING_CONSENT],
      ...[DO_NOT_CALL, SCHEDULE_CALLBACK, CHANGE_STAGE, SET_FIELDS, CONFIRM_FIELDS, HAND_OVER],
    ];
    for (const name of names) assert.isTrue(isReserved(name), name);
  });

  const wrong: readonly (readonly [what: string, changes: object, reason: string])[] = [
    [
      'a reserved name',
      { name: 'transfer_call' },
      'tools[0].name must not be transfer_call: the platform has a tool of that name',
    ],
    ['no description', { description: ' ' }, 'tools[0].description is required'],
    [
      'a long description',
      { description: 'x'.repeat(1_025) },
      'tools[0].description must have at most 1024 characters',
    ],
    ['a timeout of 31 seconds', { timeout_secs: 31 }, 'tools[0].timeout_secs must be an integer from 1 to 30'],
    [
      'a long text while waiting',
      { say_while_waiting: 'x'.repeat(201) },
      'tools[0].say_while_waiting must have at most 200 characters',
    ],
    [
      'a line break in the text while waiting',
      { say_while_waiting: 'a\nb' },
      'tools[0].say_while_waiting must be one line without control characters',
    ],
    ['an unknown format', { response: { format: 'xml' } }, 'tools[0].response.format must be json or text'],
    [
      'a path into text',
      { response: { format: 'text', path: 'a' }, variables: null },
      'tools[0].response.path requires response.format json',
    ],
    ['variables from text', { response: { format: 'text' } }, 'tools[0].variables requires response.format json'],
    [
      'a malformed path',
      { response: { path: 'a..b' } },
      'tools[0].response.path must be a path of at most 200 characters, for example booking.times[0].start',
    ],
    [
      'a malformed variable',
      { variables: { '1st': 'a' } },
      'tools[0].variables must have names of letters, digits and underscores that do not start with a digit',
    ],
    ['side effects in words', { side_effects: 'yes' }, 'tools[0].side_effects must be true or false'],
    ['no request', { request: null }, 'tools[0].request is required'],
    ['a misspelt field', { side_effect: true }, 'tools[0].side_effect is unknown: did you mean side_effects?'],
    [
      'a field of another system',
      { server: 'x' },
      'tools[0].server is unknown: use one of type, name, description, parameters, request, timeout_secs, ' +
        'say_while_waiting, response, variables, side_effects',
    ],
    [
      'a misspelt field of the response',
      { response: { paht: 'a' } },
      'tools[0].response.paht is unknown: did you mean path?',
    ],
    [
      'a JSONPath',
      { response: { path: '$.booking.id' } },
      'tools[0].response.path must not begin with $, unlike JSONPath: write booking.id',
    ],
    [
      'a JSONPath to the whole',
      { variables: { all: '$' } },
      'tools[0].variables.all must not begin with $, unlike JSONPath: leave it out to read the whole response',
    ],
  ];
  for (const [what, changes, reason] of wrong)
    it(`rejects ${what}`, () => {
      assert.deepEqual(refused(changes), [reason]);
    });

  it('rejects names that another tool has, and a 33rd tool', () => {
    assert.deepEqual(
      reasons(() => parseTools([bookTable(), { ...bookTable(), name: 'other' }, bookTable()], ['restaurant'])),
      ['tools[2].name must differ from the names before it'],
    );
    assert.deepEqual(
      reasons(() => parseTools(Array(33).fill(bookTable()), [])),
      ['tools must have at most 32 tools'],
    );
    assert.deepEqual(
      reasons(() => parseTools({}, [])),
      ['tools must be a list of tools'],
    );
  });

  it('knows the variables that any tool sets', () => {
    const cancel = {
      ...{ type: 'http', name: 'cancel', description: 'Cancels.' },
      request: { method: 'DELETE', url: 'https://api.example.com/bookings/{{booking_id}}' },
    };
    assert.lengthOf(parseTools([cancel, bookTable()], ['restaurant']), 2);
    assert.include(reasons(() => parseTools([cancel], []))[0], 'unknown placeholder {{booking_id}}');
  });

  it('names the secrets of a request once', () => {
    assert.deepEqual(secretNames(tool()), ['bookings_key']);
    const headers = { Authorization: '{{secret.a}}', 'X-Key': '{{secret.b}}' };
    assert.deepEqual(secretNames(toolWith({ headers, body: [{ key: 'x {{secret.a}}{{secret.c}}' }] })), [
      'a',
      'b',
      'c',
    ]);
  });
});
