import { assert } from 'chai';
import {
  laterStages,
  recordStage,
  redactedStages,
  VISITS_MAX,
  type StageRecord,
} from '../../../domain/calls/stage-record.ts';
import type { ConversationEvent } from '../../../domain/voice/conversation-events.ts';

const visit = (stage: string) => ({ stage, at: '2026-01-31T09:30:00.000Z', by: 'call' as const });
const record = (...stages: string[]) => ({ entered: stages.map(visit), fields: {} });

describe('the record of the stages of a call', () => {
  it('has the stages in their order, the first hundred of them, and the values that count now', () => {
    const enters = (at: number) =>
      ({ type: 'agent_stage_entered', stage: `s${at}`, from: null, by: 'call', at }) as const;
    const changes = { type: 'field_changed', stage: 's1', name: 'guests', at: 5 } as const;
    const events: ConversationEvent[] = [
      { type: 'connected', at: 0 },
      ...Array.from({ length: 150 }, (_, at) => enters(at)),
      { ...changes, collected: true, values: { guests: 4 } },
      { ...changes, collected: true, values: { guests: 5 } },
    ];
    const made = events.reduce<StageRecord | null>(recordStage, null);
    assert.deepEqual(made?.fields, { guests: 5 });
    assert.lengthOf(made?.entered ?? [], VISITS_MAX);
    assert.deepEqual(made?.entered[1], { stage: 's1', at: '1970-01-01T00:00:00.001Z', by: 'call' });
    assert.isNull(recordStage(null, { type: 'connected', at: 0 }));
  });

  it('is without what is left out of what is stored', () => {
    const fields = { pin: 'secret', mail: 'to ada@example.com', guests: 4, card: '4111 1111 1111 1111', known: true };
    const redaction = { kinds: ['email', 'card_number'] as const, values: [['pin', '']] as const };
    assert.deepEqual(redactedStages({ entered: [], fields }, redaction).fields, {
      ...{ pin: '[pin]', mail: 'to [email]', guests: 4, card: '[card_number]', known: true },
    });
  });

  it('takes the report with more stages, and of two equal ones the last', () => {
    const [one, two] = [record('a'), record('a', 'b')];
    assert.equal(laterStages(undefined, one), one);
    assert.equal(laterStages(one, two), two);
    assert.equal(laterStages(two, one), two);
    const later = { ...record('a', 'c'), fields: { guests: 4 } };
    assert.equal(laterStages(two, later), later);
  });
});
