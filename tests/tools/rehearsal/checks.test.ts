import { assert } from 'chai';
import { withoutArtifacts, type CallRecord } from '../../../domain/rehearsal/call-record.ts';
import { checkConversation } from '../../../domain/rehearsal/checks.ts';
import { NOT_ON_SOCKET, type Step } from '../../../domain/rehearsal/scenario.ts';

const RECORD: CallRecord = {
  events: [
    { at: 0, name: 'connected', text: null },
    { at: 900, name: 'asked', text: 'a table' },
    { at: 1_200, name: 'agent_says', text: 'For how many?' },
  ],
  ...{
    transcript: [],
    ended: 'caller_left',
    stopped: null,
    startedAt: 0,
    lengthMs: 2_000,
    stages: [],
    latenciesMs: [],
    turns: 1,
    fault: null,
  },
  ...{
    calls: [],
    fields: {},
    agents: [],
    outcome: null,
    inputs: { text: 'inputs', digest: 'd' },
    recording: new Uint8Array([82]),
  },
};
/** The same on a socket, where no words for the model can be seen. */
const ON_SOCKET: CallRecord = {
  ...RECORD,
  ...{
    calls: null,
    fields: null,
    agents: null,
    inputs: null,
    unseen: [...NOT_ON_SOCKET],
    events: RECORD.events.filter(({ name }) => name !== 'asked'),
  },
};

describe('checks of events', () => {
  const okOf = (record: CallRecord, ...events: Step[]): (boolean | null)[] =>
    checkConversation({ events }, record).map(({ ok }) => ok);

  it('are true or false where all of them can be seen', () => {
    assert.deepEqual(okOf(RECORD, { asked: 'a table' }, { agent_says: null }), [true]);
    assert.deepEqual(okOf(RECORD, { asked: 'a room' }), [false]);
    assert.deepEqual(okOf(ON_SOCKET, { agent_says: null }), [true]);
  });

  it('cannot be known on a socket if one is not visible there, and are false if a visible one is missing', () => {
    assert.deepEqual(okOf(ON_SOCKET, { asked: 'a table' }), [null]);
    assert.deepEqual(okOf(ON_SOCKET, { asked: 'a table' }, { agent_says: null }), [null]);
    assert.deepEqual(okOf(ON_SOCKET, { asked: null, absent: true }), [null]);
    assert.deepEqual(okOf(ON_SOCKET, { asked: 'a table' }, { agent_says: 'Goodbye.' }), [false]);
  });
});

describe('a record that no file is written of', () => {
  it('has neither inputs nor a recording, but the digest', () => {
    assert.deepInclude(withoutArtifacts(RECORD), { inputs: { text: '', digest: 'd' }, recording: null });
    assert.isNull(withoutArtifacts(ON_SOCKET).inputs);
  });
});
