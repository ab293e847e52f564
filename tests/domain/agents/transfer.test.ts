import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { destinationOf, parseTransfer } from '../../../domain/agents/transfer.ts';
import { DomainError } from '../../../domain/errors.ts';
import { known, least } from './known-providers.ts';

const TARGET = { name: 'desk', description: 'The front desk.', to: '+14155550107' };
/** The custom variables of the agent. */
const VARIABLES = ['manager', 'வரி'];
const withTarget = (target: object): object => ({ targets: [{ ...TARGET, ...target }] });

function faultOf(input: unknown): string {
  try {
    parseTransfer(input, VARIABLES);
    return 'none';
  } catch (error) {
    assert.instanceOf(error, DomainError);
    return error.message;
  }
}

describe('transfers of an agent', () => {
  it('have defaults, and do not change when they are parsed again', () => {
    const parsed = parseTransfer(withTarget({}), []);
    assert.deepEqual(parsed, { targets: [{ ...TARGET, mode: 'cold', ring_seconds: 25 }] });
    const whole = {
      targets: [
        {
          ...{ ...TARGET, mode: 'warm', caller_id: '+15550100000', ring_seconds: 60, say: 'One moment.' },
          brief: 'A guest. {{summary}}',
          confirm: { key: '5', say: 'Press 5.', timeout_secs: 10 },
        },
      ],
      when_unanswered: 'Take a message.',
    };
    assert.deepEqual(parseTransfer(whole, []), whole as never);
    assert.deepEqual(parseTransfer(parsed, []), parsed);
  });

  it('have a default key and time for a confirmation', () => {
    const parsed = parseTransfer(withTarget({ mode: 'warm', confirm: { say: 'Press 1, {{manager}}.' } }), VARIABLES);
    assert.deepEqual(parsed?.targets[0]?.confirm, { key: '1', say: 'Press 1, {{manager}}.', timeout_secs: 8 });
    assert.notProperty(parseTransfer(withTarget({ mode: 'warm', confirm: null }), [])?.targets[0], 'confirm');
  });

  it('are left out of a configuration without them', () => {
    for (const transfer of [undefined, null])
      assert.notProperty(parseAgentConfig({ ...least(), transfer }, known), 'transfer');
    assert.property(parseAgentConfig({ ...least(), transfer: withTarget({}) }, known), 'transfer');
  });

  for (const [input, fault] of [
    [[], /transfer must be an object/],
    [{}, /transfer.targets must be a list of at least one target/],
    [{ targets: [] }, /transfer.targets must be a list of at least one target/],
    [{ targets: Array.from({ length: 11 }, () => TARGET) }, /transfer.targets must have at most 10 items/],
    [{ targets: [TARGET, TARGET] }, /transfer.targets\[1\].name must differ/],
    [{ ...withTarget({}), target: 1 }, /transfer.target is unknown: did you mean targets\?/],
    [withTarget({ ring_second: 5 }), /transfer.targets\[0\].ring_second is unknown: did you mean ring_seconds\?/],
    [withTarget({ name: 'Front desk' }), /targets\[0\].name must be 1 to 32 lower-case letters/],
    [withTarget({ description: ' ' }), /targets\[0\].description is required/],
    [withTarget({ description: 'x'.repeat(501) }), /targets\[0\].description must have at most 500 characters/],
    [withTarget({ mode: 'hot' }), /targets\[0\].mode must be one of cold, warm/],
    [withTarget({ ring_seconds: 4 }), /targets\[0\].ring_seconds must be an integer from 5 to 60/],
    [withTarget({ ring_seconds: 61 }), /targets\[0\].ring_seconds must be an integer from 5 to 60/],
    [withTarget({ caller_id: 'me' }), /targets\[0\].caller_id must be a number in E.164/],
    [withTarget({ say: 'a\nb' }), /targets\[0\].say must be one line/],
    [withTarget({ brief: 'Hello.' }), /targets\[0\].brief requires mode warm/],
    [
      withTarget({ to: '{{manger}}' }),
      /targets\[0\].to has an unknown placeholder \{\{manger\}\}: did you mean \{\{manager\}\}\?$/,
    ],
    [
      withTarget({ to: '{{zzz}}' }),
      /targets\[0\].to has an unknown placeholder \{\{zzz\}\}: add it to custom_variables$/,
    ],
    [
      withTarget({ mode: 'warm', brief: '{{sumary}}' }),
      /targets\[0\].brief has an unknown placeholder \{\{sumary\}\}: did you mean \{\{summary\}\}\?$/,
    ],
    [
      withTarget({ mode: 'warm', brief: 'A guest: {{summary' }),
      /targets\[0\].brief has a placeholder with missing braces, \{\{summary: write \{\{summary\}\}$/,
    ],
    [withTarget({ confirm: { say: 'Press 1.' } }), /targets\[0\].confirm requires mode warm/],
    [withTarget({ mode: 'warm', confirm: {} }), /targets\[0\].confirm.say is required/],
    [withTarget({ mode: 'warm', confirm: { say: 'a', key: '12' } }), /targets\[0\].confirm.key must be one digit/],
    [withTarget({ mode: 'warm', confirm: { say: 'a', key: '#' } }), /targets\[0\].confirm.key must be one digit/],
    [
      withTarget({ mode: 'warm', confirm: { say: 'a', timeout_secs: 4 } }),
      /confirm.timeout_secs must be an integer from 5/,
    ],
    [withTarget({ mode: 'warm', confirm: { say: 'a', keys: '1' } }), /confirm.keys is unknown: did you mean key\?/],
    [
      withTarget({ mode: 'warm', confirm: { say: 'a {{summary}}' } }),
      /confirm.say has an unknown placeholder \{\{summary/,
    ],
    [
      withTarget({ mode: 'warm', confirm: { say: 'a {{manager' } }),
      /confirm.say has a placeholder with missing braces/,
    ],
    [withTarget({ mode: 'warm', brief: '{{secret.key}}' }), /targets\[0\].brief must not contain secrets/],
    [{ ...withTarget({}), when_unanswered: 'x'.repeat(501) }, /transfer.when_unanswered must have at most 500/],
    [{ ...withTarget({}), ringback: 'yes' }, /transfer.ringback must be true or false/],
  ] as const)
    it(`are refused where they are ${JSON.stringify(input).slice(0, 80)}`, () => {
      assert.match(faultOf(input), fault);
    });

  for (const to of ['+14155550107', 'sip:desk@pbx.example.com', 'sips:a.b+c@10.0.0.7:5061', '{{manager}}', '{{வரி}}'])
    it(`can lead to ${to}`, () => assert.equal(faultOf(withTarget({ to })), 'none'));

  for (const to of [
    ...['', '112', '911', '4155550107', '+0155550107', '+1415555010712345', '+1 415 555 0107', 'tel:+14155550107'],
    ...['sip:desk', 'sip:desk:secret@pbx', 'sip:a@b;transport=tcp', 'sip:a@b?Replaces=1', 'sip:a@b@c', 'sip:a b@c'],
    ...['{{a}}{{b}}', '+1{{rest}}', 'sip:{{user}}@pbx', `sip:${'a'.repeat(65)}@pbx`, 'https://example.com'],
  ])
    it(`cannot lead to ${JSON.stringify(to).slice(0, 40)}`, () => {
      assert.match(faultOf(withTarget({ to })), /targets\[0\].to (must be|is required)/);
    });

  it('may name the custom variables of their agent, and the summary in a brief', () => {
    const transfer = withTarget({ to: '{{manager}}', mode: 'warm', brief: '{{manager}}: {{summary}}' });
    assert.property(parseAgentConfig({ ...least(), custom_variables: { manager: '' }, transfer }, known), 'transfer');
    assert.throws(
      () => parseAgentConfig({ ...least(), transfer }, known),
      /targets\[0\]\.to has an unknown placeholder/,
    );
  });

  it('take what a variable contains by the rules of configured targets', () => {
    const at = (manager: unknown) => destinationOf({ to: '{{manager}}' }, { manager });
    assert.equal(at(' +14155550107 '), '+14155550107');
    assert.equal(at('sip:desk@pbx'), 'sip:desk@pbx');
    for (const bad of ['112', '{{manager}}', 'sip:a@b;x=y', '', null, 14155550107, ['+14155550107']])
      assert.isNull(at(bad), JSON.stringify(bad));
    assert.isNull(destinationOf({ to: '{{constructor}}' }, {}));
    assert.equal(destinationOf({ to: '+14155550107' }, {}), '+14155550107');
  });
});
