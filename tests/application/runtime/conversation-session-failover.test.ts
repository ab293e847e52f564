import { assert } from 'chai';
import type { ToolAnswer } from '../../../domain/agents/tool-answer.ts';
import { unreadableCall } from '../../../adapters/providers/_chat/tool-arguments.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { failoverModel } from '../../../application/runtime/failover-vendors.ts';
import { toolCallsIn } from '../../../domain/calls/tool-call-record.ts';
import { NOT_REPEATED, TOOL_PENDING } from '../../../domain/voice/tool-calls.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { ScriptedModel, type ScriptedAnswer, type ScriptedUtterance } from './fake-vendors.ts';
import { nullVendorMonitor } from './vendor-monitors.ts';
import { scriptedCall } from './scripted-call.ts';

const DOWN = new VendorFailure('It is down', { retryable: true });
const UNREADABLE = unreadableCall('first');
const BOOKED: ToolAnswer = { ok: true, status: 200, content: 'Table 7', variables: {} };
const CALLS = { calls: 'book_table', parameters: { size: 4 } };
const TABLE: ScriptedUtterance = { partials: [[300, 'A table']], final: 'A table for four.' };
/** The agent waits whether the caller continues, and generates an answer in that time. */
const UNFINISHED: ScriptedUtterance = { partials: [[300, 'I would like']], final: 'I would like a table and' };
const AGAIN: ScriptedUtterance = { partials: [[300, 'Hello?']], final: 'Hello? A table.' };

interface Script {
  readonly first: readonly ScriptedAnswer[];
  readonly fallback: readonly ScriptedAnswer[];
  readonly utterances?: readonly ScriptedUtterance[];
  /** How long a booking takes, in ms. */
  readonly takesMs?: number;
}

/** A call whose model has a fallback, and whose tool books a table. */
async function booking({ first, fallback, utterances = [TABLE], takesMs = 500 }: Script) {
  const clock = fakeClock();
  const models = { first: new ScriptedModel(clock, first), fallback: new ScriptedModel(clock, fallback) };
  const candidates = Object.entries(models).map(([provider, model]) => ({ provider, open: async () => model }));
  const { service, provider } = await failoverModel(candidates, clock, nullVendorMonitor);
  const sentAt: number[] = [];
  const call = scriptedCall(
    {
      settings: {
        tools: [{ name: 'book_table', description: 'Books.', parameters: {} }],
        actions: { book_table: { hasSideEffects: true, waitingMessage: null } },
      },
      utterances,
      languageModel: service,
      tools: () => ({
        tools: new Map([
          [
            'book_table',
            {
              hasSideEffects: true,
              idempotencyKey: () => null,
              call: () => {
                sentAt.push(clock.monotonic());
                return new Promise((resolve) => void clock.after(takesMs, () => resolve(BOOKED)));
              },
            },
          ],
        ]),
        variables: {},
      }),
    },
    clock,
  );
  call.run();
  const outcomes = () => toolCallsIn(call.entry.toolLines).map(({ outcome }) => outcome);
  const toolMessages = () =>
    (models.fallback.requests.at(-1)?.messages ?? []).flatMap(({ role, content }) =>
      role === 'tool' ? [content] : [],
    );
  return { ...call, models, provider, sentAt, outcomes, toolMessages };
}

describe('a tool with side effects, when the language model fails over to its fallback', () => {
  const reply = { says: ['You have it.'] };

  it('is sent once when the vendor fails before the call', async () => {
    const call = await booking({ first: [{ ends: DOWN }], fallback: [CALLS, reply] });
    call.channel.streams([2_000, 3_000]);
    await call.passes(8_000);
    assert.lengthOf(call.sentAt, 1);
    assert.deepEqual(call.outcomes(), ['ok']);
    assert.include(call.entry.transcript, 'assistant: You have it.');
  });

  it('is not sent for a vendor that fails after it streamed the call, and once when the fallback calls it', async () => {
    const call = await booking({
      first: [{ says: ['One moment. '], ...CALLS, ends: DOWN }, { ends: DOWN }],
      fallback: [CALLS, reply],
      utterances: [TABLE, AGAIN],
    });
    call.channel.streams([2_000, 3_000], [12_000, 13_000]);
    await call.passes(11_000);
    assert.lengthOf(call.models.first.requests, 1);
    assert.isEmpty(call.sentAt);
    assert.isEmpty(call.outcomes());
    await call.passes(9_000);
    assert.lengthOf(call.sentAt, 1);
    assert.deepEqual(call.outcomes(), ['ok']);
    assert.include(call.entry.transcript, 'assistant: You have it.');
  });

  it('is sent once when the vendor writes arguments that cannot be read, and the fallback writes them well', async () => {
    const call = await booking({ first: [{ ends: UNREADABLE }], fallback: [CALLS, reply] });
    call.channel.streams([2_000, 3_000]);
    await call.passes(8_000);
    assert.lengthOf(call.models.first.requests, 1);
    assert.lengthOf(call.sentAt, 1);
    assert.deepEqual(call.outcomes(), ['ok']);
  });

  it('is sent once when the vendor fails after its result, which the fallback reads', async () => {
    const call = await booking({ first: [CALLS, { ends: DOWN }], fallback: [reply] });
    call.channel.streams([2_000, 3_000]);
    await call.passes(8_000);
    assert.lengthOf(call.sentAt, 1);
    assert.deepEqual(call.toolMessages(), ['Table 7']);
    assert.include(call.entry.transcript, 'assistant: You have it.');
  });

  it('is sent once when the fallback repeats the call whose result it has read', async () => {
    const call = await booking({ first: [CALLS, { ends: DOWN }], fallback: [CALLS, reply] });
    call.channel.streams([2_000, 3_000]);
    await call.passes(8_000);
    assert.lengthOf(call.sentAt, 1);
    assert.deepEqual(call.toolMessages(), ['Table 7', `${NOT_REPEATED} Table 7`]);
    assert.deepEqual(call.outcomes(), ['ok']);
    assert.include(call.entry.transcript, 'assistant: You have it.');
  });

  it('is sent once when the fallback repeats the call that still runs after an interruption', async () => {
    const call = await booking({
      first: [CALLS, { ends: DOWN }],
      fallback: [CALLS, reply],
      utterances: [TABLE, AGAIN],
      takesMs: 10_000,
    });
    call.channel.streams([2_000, 3_000], [6_000, 7_000]);
    await call.passes(18_000);
    assert.lengthOf(call.sentAt, 1);
    assert.deepEqual(call.toolMessages(), [TOOL_PENDING, 'Table 7']);
    assert.include(call.entry.transcript, 'assistant: You have it.');
  });

  it('is sent once, when the turn ends, if the fallback calls it preemptively', async () => {
    const call = await booking({ first: [{ ends: DOWN }], fallback: [CALLS, reply], utterances: [UNFINISHED] });
    call.channel.streams([2_000, 3_000]);
    await call.passes(3_700);
    assert.lengthOf(call.models.fallback.requests, 1);
    assert.isEmpty(call.sentAt);
    await call.passes(6_000);
    assert.deepEqual(call.sentAt, call.times('turn_ended'));
    assert.lengthOf(call.models.first.requests, 1);
    assert.deepEqual(call.outcomes(), ['ok']);
    assert.include(call.entry.transcript, 'assistant: You have it.');
  });

  it('is not sent for a preemptive generation of the fallback that is discarded, and once for the next', async () => {
    const call = await booking({
      first: [{ ends: DOWN }],
      fallback: [CALLS, CALLS, reply],
      utterances: [UNFINISHED, { partials: [[200, 'a taxi']], final: 'a taxi.' }],
    });
    call.channel.streams([2_000, 3_000], [3_800, 5_000]);
    await call.passes(12_000);
    const [unfinished, whole] = call.models.fallback.requests.map(({ messages }) => messages.at(-1)?.content);
    assert.deepEqual([unfinished, whole], ['I would like a table and', 'I would like a table and a taxi.']);
    assert.lengthOf(call.sentAt, 1);
    assert.isAtLeast(call.sentAt[0] ?? 0, call.times('turn_ended')[0] ?? Infinity);
    assert.deepEqual(call.outcomes(), ['ok']);
  });
});
