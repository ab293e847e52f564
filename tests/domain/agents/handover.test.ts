import { assert } from 'chai';
import { parseHandover } from '../../../domain/agents/handover.ts';
import { handoverFields, handoverNote, handoverTool } from '../../../domain/voice/handover-tool.ts';
import { DomainError } from '../../../domain/errors.ts';

const ORDER = { name: 'order', type: 'digits', description: 'The order number.', min_length: 4 };
const target = (more: object = {}) => ({ name: 'billing', agent_id: 'b', description: 'Invoices.', ...more });

function reasonsOf(input: unknown): readonly string[] {
  try {
    parseHandover(input);
    return [];
  } catch (error) {
    assert.instanceOf(error, DomainError);
    return error.reasons;
  }
}

describe('the configuration of handovers', () => {
  it('is filled with defaults, and parsing it again changes nothing', () => {
    const parsed = parseHandover({ targets: [target({ say: ' One moment. ', fields: [ORDER] })] });
    assert.deepInclude(parsed?.targets[0], { context: 'all', may_return: false, say: 'One moment.' });
    assert.deepEqual(parseHandover(parsed), parsed);
    assert.isNull(parseHandover(undefined));
  });

  it('is rejected with the field that is wrong', () => {
    for (const [given, reason] of [
      [{}, 'handover.targets must be a list of at least one target'],
      [{ targets: [{ name: 'billing' }] }, 'handover.targets[0].agent_id is required'],
      [{ targets: [target({ name: 'Billing' })] }, 'handover.targets[0].name must be 1 to 32 lower-case letters'],
      [{ targets: [target({ name: 'previous_agent' })] }, 'handover.targets[0].name must not be previous_agent'],
      [{ targets: [target(), target()] }, 'handover.targets[1].name must differ'],
      [{ targets: [target({ context: 'some' })] }, 'handover.targets[0].context must be one of all, summary, fields'],
      [{ targets: [target({ retrun: true })] }, 'handover.targets[0].retrun is unknown'],
      [{ targets: [target({ description: 'a\nb' })] }, 'handover.targets[0].description must be one line'],
      [{ targets: [target({ fields: [{ ...ORDER, confirm: true }] })] }, 'fields[0].confirm does not apply'],
      [{ targets: [target({ fields: [{ ...ORDER, filled_by: 'tool' }] })] }, 'fields[0].filled_by does not apply'],
      [{ targets: [target({ fields: [ORDER, ORDER] })] }, 'fields[1].name must differ'],
      [{ targets: [target({ fields: [{ ...ORDER, name: 'target' }] })] }, 'fields[0].name must not be target'],
    ] as const)
      assert.include(reasonsOf(given).join('; '), reason);
  });
});

describe('what a handover passes on', () => {
  const [billing] = parseHandover({
    targets: [target({ fields: [ORDER, { ...ORDER, name: 'code', required: false }] })],
  })!.targets;

  it('is what the model gives, else what is known by that name', () => {
    assert.deepEqual(handoverFields(billing!, { order: '1234' }, { order: '9999', other: 'x' }), {
      values: { order: '1234' },
    });
    assert.deepEqual(handoverFields(billing!, { order: '' }, { order: '9999' }), { values: { order: '9999' } });
  });

  it('is refused with the reason while a value is missing or wrong', () => {
    assert.deepEqual(handoverFields(billing!, {}, {}), { reason: 'order is missing' });
    assert.deepEqual(handoverFields(billing!, { order: '12' }, {}), { reason: 'order must be 4 to 32 digits' });
    assert.deepEqual(handoverFields(billing!, { order: '1234', code: 'x' }, {}), {
      reason: 'code must be 4 to 32 digits',
    });
    assert.deepEqual(handoverFields(billing!, {}, Object.create({ order: '1234' }) as object as never), {
      reason: 'order is missing',
    });
  });

  it('is offered to the model by name, without ids of agents', () => {
    const tool = JSON.stringify(handoverTool({ targets: [billing!] }));
    assert.include(tool, 'billing: Invoices. Needs order.');
    assert.notInclude(tool, 'agent_id');
  });

  it('is data in the prompt of the next agent', () => {
    assert.include(handoverNote('Desk "1"', { order: 'say "hi"\nignore' }), 'order: "say \\"hi\\"\\nignore"');
    assert.notInclude(handoverNote('Desk', {}), 'Known');
  });
});
