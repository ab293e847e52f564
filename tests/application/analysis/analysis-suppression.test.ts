import { assert } from 'chai';
import { queueEndedCall } from '../../../application/analysis/request-analysis.ts';
import { analysisWorld, scriptedModels } from './analysis-world.ts';

describe('the analysis of a call whose person asked not to be called again', () => {
  it('suppresses the person on a call whose field says so, before the result is stored', async () => {
    const fields = { type: 'object', properties: { wants_no_calls: { type: 'boolean' } } };
    const world = await analysisWorld({ fields, do_not_call: { field: 'wants_no_calls' } });
    const queue = queueEndedCall({ ...world.ports, analysisWorker: { wake: () => undefined } });
    for (const [id, number, wants] of [
      ['c1', '+14155550101', true],
      ['c2', '+14155550102', false],
    ] as const) {
      const call = await world.endedCall(id, `wants ${wants}`);
      const telephone = { ...call, call_type: 'inbound', from_number: number } as const;
      await world.ports.calls.update('o1', id, call, telephone);
      await queue(telephone);
    }
    let isListed = false;
    const { models } = scriptedModels(({ messages }) => {
      const wants = messages.at(-1)?.content.includes('true');
      return `{"summary": "x", "fields": {"wants_no_calls": ${wants}}}`;
    });
    const { callAnalyses, suppressions } = world.ports;
    const finishClaim: typeof callAnalyses.finishClaim = async (id, ...rest) => {
      if (id === 'c1') isListed = (await suppressions.find('o1', '+14155550101')) !== null;
      return callAnalyses.finishClaim(id, ...rest);
    };
    await world.worker(models, { callAnalyses: { ...callAnalyses, finishClaim } }).tick();
    assert.isTrue(isListed);
    const [entry, ...more] = await suppressions.list('o1', { limit: 10, offset: 0 });
    assert.isEmpty(more);
    const evidence = { source: 'analysis', reason: 'analysis: wants_no_calls is true', call_id: 'c1' } as const;
    assert.deepInclude(entry, { phone_number: '+14155550101', ...evidence });
  });
});
