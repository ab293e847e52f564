import { assert } from 'chai';
import { PageCalls } from '../../../adapters/media/page-calls.ts';
import type { ServerMessage } from '../../../adapters/media/protocols/rtvi.ts';
import { readClientMessage } from '../../../adapters/media/protocols/rtvi.ts';
import { fakeClock } from '../../support/fake-clock.ts';

function page() {
  const clock = fakeClock();
  const sent: ServerMessage[] = [];
  const calls = new PageCalls(clock, (message) => sent.push(message));
  const abort = new AbortController();
  const call = (id = 'page_1') =>
    calls.call({ name: 'show', id, arguments: { id: 7 }, timeoutMs: 2_000 }, abort.signal);
  return { clock, sent, calls, call, abort };
}

const stopped = (id: string): ServerMessage => ({
  label: 'rtvi-ai',
  type: 'llm-function-call-stopped',
  data: { function_name: 'show', tool_call_id: id, cancelled: true },
});

describe('calls of tools in the page of a socket', () => {
  it('ask as RTVI has it, and take the answer with the same id once', async () => {
    const { calls, call, sent } = page();
    const [first, second] = [call('page_1'), call('page_2')];
    assert.deepEqual(sent[0], {
      label: 'rtvi-ai',
      type: 'llm-function-call-in-progress',
      data: { function_name: 'show', tool_call_id: 'page_1', arguments: { id: 7 } },
    });
    calls.take('unknown', 'x');
    calls.take('page_2', { shown: true });
    calls.take('page_2', 'again');
    calls.take('page_1', 'done');
    assert.deepEqual(await Promise.all([first, second]), [{ result: 'done' }, { result: { shown: true } }]);
    assert.lengthOf(sent, 2);
  });

  it('end in time, and the page learns of it', async () => {
    const { clock, call, calls, sent } = page();
    const answer = call();
    clock.advance(2_000);
    assert.deepEqual(await answer, { reason: 'the page did not answer in time', mayHaveRun: true });
    assert.deepEqual(sent.at(-1), stopped('page_1'));
    calls.take('page_1', 'late');
  });

  it('end when they are cancelled, also before they begin', async () => {
    const { call, abort, sent } = page();
    const answer = call();
    abort.abort();
    assert.deepInclude(await answer, { reason: 'it was cancelled' });
    assert.deepEqual(sent.at(-1), stopped('page_1'));
    assert.deepInclude(await call('page_2'), { reason: 'it was cancelled' });
  });

  it('end when the visitor leaves, and none begins after that', async () => {
    const { calls, call, sent } = page();
    const answer = call();
    calls.close();
    assert.deepInclude(await answer, { reason: 'the visitor left before the page answered', mayHaveRun: true });
    const count = sent.length;
    assert.deepInclude(await call(), { mayHaveRun: false });
    assert.lengthOf(sent, count);
  });

  it('read answers of the page, and report those without an id', () => {
    const message = (data: object) =>
      readClientMessage(JSON.stringify({ label: 'rtvi-ai', type: 'llm-function-call-result', id: 'm1', data }));
    assert.deepEqual(message({ function_name: 'show', tool_call_id: 'page_1', arguments: {}, result: 'done' }), {
      type: 'llm-function-call-result',
      id: 'm1',
      callId: 'page_1',
      result: 'done',
    });
    assert.strictEqual(message({ result: 'done' })?.type, 'unknown');
  });
});
