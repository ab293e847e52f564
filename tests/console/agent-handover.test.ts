import { assert } from 'chai';
import { draftProblem, sectionOf } from '../../console/src/pages/agents/draft-problems.ts';
import { isSame, newDraft } from '../../console/src/pages/agents/draft.ts';
import { blankHandover, withHandover, type HandoverTarget } from '../../console/src/pages/agents/handover.ts';
import { blankField } from '../../console/src/pages/agents/stages/stage-model.ts';
import { parseHandover } from '../../domain/agents/handover.ts';

const DRAFT = newDraft({ stt: 'local', tts: 'local', llm: 'script' });
const BILLING: HandoverTarget = {
  ...blankHandover(),
  ...{ name: 'billing', agent_id: 'a2', description: 'Invoices.' },
  fields: [{ ...blankField([]), name: 'order', type: 'digits', description: 'The order.' }],
};

describe('the handovers of an agent in the form', () => {
  it('are left out of the request when the last target is removed', () => {
    const config = { ...DRAFT.config, ...withHandover([BILLING]) };
    assert.lengthOf(config.handover?.targets ?? [], 1);
    assert.isTrue(isSame({ ...DRAFT, config: { ...config, ...withHandover([]) } }, DRAFT));
  });

  it('are accepted by the API as the form makes them', () => {
    assert.deepEqual<unknown>(parseHandover({ targets: [BILLING] }), { targets: [BILLING] });
  });

  it('get fields with names that are free', () => {
    assert.equal(blankField([{ fields: [{ ...blankField([]), name: 'field_1' }] }]).name, 'field_2');
  });

  it('show what the API refuses in the section of the tools', () => {
    const message = 'handover.targets[0].agent_id must be an agent of the organisation';
    const problem = draftProblem({ field: null, message });
    assert.equal(problem?.path, 'handover.targets[0].agent_id');
    assert.equal(sectionOf(problem?.path ?? ''), 'tools');
  });
});
