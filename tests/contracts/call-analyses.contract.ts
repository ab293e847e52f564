import { assert } from 'chai';
import type { CallAnalysisRepository } from '../../application/ports/call-analyses.ts';
import { toFailed, toPending, type CallAnalysis } from '../../domain/calls/call-analysis.ts';
import type { AnalysisFilter } from '../../domain/calls/call-filter.ts';
import { analysisResult, callAnalysis } from '../domain/calls/analysis-example.ts';
import type { Contract } from '../support/contract.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const of = (id: string, more: Partial<CallAnalysis> = {}) => callAnalysis({ call_id: id, ...more });
const span = (now: number, until: number) => ({ now: at(now), until: at(until) });
const failure = toFailed('no', new Date(at(12)));

export const callAnalysesContract: Contract<CallAnalysisRepository> = {
  'keeps one analysis of a call': async (analyses) => {
    assert.isTrue(await analyses.add(of('a')));
    assert.isFalse(await analyses.add(of('a', { agent_id: 'a2' })));
    const racing = await Promise.all([1, 2, 3].map(() => analyses.add(of('b'))));
    assert.lengthOf(racing.filter(Boolean), 1);
    assert.deepEqual(await analyses.find('o1', 'a'), of('a'));
  },

  "knows nothing of another organisation's analyses": async (analyses) => {
    await analyses.add(of('a', { status: 'done' }));
    assert.isNull(await analyses.find('o2', 'a'));
    assert.isEmpty(await analyses.findMany('o2', ['a']));
    assert.isNull(await analyses.restart('o2', 'a', toPending(new Date(at(9)))));
    assert.deepEqual(await analyses.find('o1', 'a'), of('a', { status: 'done' }));
  },

  'finds those of calls that there are': async (analyses) => {
    for (const id of ['a', 'b', 'c']) await analyses.add(of(id));
    assert.sameDeepMembers(await analyses.findMany('o1', ['c', 'x', 'a']), [of('a'), of('c')]);
    assert.isEmpty(await analyses.findMany('o1', []));
  },

  'restarts a finished analysis and keeps its result, but no pending one': async (analyses) => {
    await analyses.add(of('other', { status: 'done' }));
    await analyses.add(of('a'));
    const restart = toPending(new Date(at(40)));
    assert.isNull(await analyses.restart('o1', 'a', restart));
    assert.isNull(await analyses.restart('o1', 'none', restart));
    await analyses.claim('o1', 'x', span(10, 20), 2);
    assert.isTrue(await analyses.finishClaim('a', 'x', failure));
    assert.deepEqual(await analyses.restart('o1', 'a', restart), of('a', restart));
    assert.equal((await analyses.find('o1', 'other'))?.status, 'done');
    assert.deepEqual(await analyses.claim('o1', 'y', span(41, 50), 2), { analysis: of('a', restart), attempt: 1 });
  },

  'lists and counts the wanted ones, newest call first, also by a value of a field': async (analyses) => {
    const fields = { result: analysisResult({ fields: { day: 'Friday' } }) };
    await analyses.add(of('a', { status: 'done', success: 'no', call_created_at: at(1), ...fields }));
    await analyses.add(of('b', { status: 'done', success: 'yes', call_created_at: at(2), agent_id: 'a2' }));
    await analyses.add(of('c', { status: 'done', success: 'no', call_created_at: at(3) }));
    await analyses.add(of('d', { status: 'failed', call_created_at: at(4), run_id: 'r1', ...fields }));
    await analyses.add(of('e', { org_id: 'o2', status: 'done', success: 'no', ...fields }));
    const trial = of('f', { status: 'done', success: 'no', call_created_at: at(0), agent_draft: 'r1', run_id: 'r2' });
    await analyses.add(trial);
    const ids = async (wanted: AnalysisFilter, page = { limit: 9, offset: 0 }) => {
      const found = await analyses.page('o1', wanted, page);
      return [found.analyses.map(({ call_id }) => call_id).join(''), found.total];
    };
    assert.deepEqual(await ids({ success: 'no' }), ['caf', 3]);
    assert.deepEqual(await ids({ success: 'no' }, { limit: 1, offset: 1 }), ['a', 3]);
    assert.deepEqual(await ids({ status: 'failed' }), ['d', 1]);
    assert.deepEqual(await ids({ agent_id: 'a2', from: at(2), below: at(3) }), ['b', 1]);
    assert.deepEqual(await ids({ field: { name: 'day', value: 'friday' } }), ['da', 2]);
    assert.deepEqual(await ids({ field: { name: 'day', value: 'Friday' } }, { limit: 1, offset: 1 }), ['a', 2]);
    const read: string[] = [];
    for await (const { call_id } of analyses.each('o1', { field: { name: 'day', value: 'Friday' } }))
      read.push(call_id);
    assert.deepEqual(read, ['d', 'a']);
    assert.sameDeepMembers(await analyses.tally('o1', { from: at(2) }), [
      { agent_id: 'a2', status: 'done', success: 'yes', calls: 1 },
      { agent_id: 'a1', status: 'done', success: 'no', calls: 1 },
      { agent_id: 'a1', status: 'failed', success: null, calls: 1 },
    ]);
    const successes = (await analyses.tally('o1', {})).filter(({ success }) => success === 'no');
    assert.deepEqual(successes, [{ agent_id: 'a1', status: 'done', success: 'no', calls: 2 }], 'without the trial');
    assert.lengthOf(await analyses.tallyOfRun('r2'), 1);
    assert.deepEqual(await analyses.tallyOfRun('r1'), [{ agent_id: 'a1', status: 'failed', success: null, calls: 1 }]);
  },

  'lets an owner claim what was requested first': async (analyses) => {
    await analyses.add(of('late', { requested_at: at(9) }));
    await analyses.add(of('early', { requested_at: at(1) }));
    await analyses.add(of('foreign', { requested_at: at(0), org_id: 'o2' }));
    await analyses.add(of('done', { requested_at: at(0), status: 'done' }));
    const early = of('early', { requested_at: at(1) });
    assert.deepEqual(await analyses.claim('o1', 'a', span(10, 30), 4), { analysis: early, attempt: 1 });
    assert.equal((await analyses.claim('o1', 'b', span(10, 30), 4))?.analysis.call_id, 'late');
    assert.isNull(await analyses.claim('o1', 'c', span(10, 30), 4));
  },

  'knows which organisations have pending analyses, each once': async (analyses) => {
    for (const id of ['a', 'b']) await analyses.add(of(id));
    await analyses.add(of('c', { org_id: 'o2' }));
    await analyses.add(of('d', { org_id: 'o3', status: 'failed' }));
    assert.sameMembers(await analyses.organisationsWithPending(at(10)), ['o1', 'o2']);
    await analyses.claim('o2', 'a', span(10, 30), 4);
    assert.sameMembers(await analyses.organisationsWithPending(at(10)), ['o1']);
    assert.sameMembers(await analyses.organisationsWithPending(at(31)), ['o1', 'o2']);
  },

  'gives each analysis to one of many owners at once, and an organisation no more than its number': async (
    analyses,
  ) => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await analyses.add(of(id));
    await analyses.add(of('f', { org_id: 'o2' }));
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, each) => analyses.claim('o1', `owner ${each}`, span(10, 30), 3)),
    );
    const given = claims.flatMap((claimed) => (claimed ? [claimed.analysis.call_id] : []));
    assert.lengthOf(new Set(given), 3);
    assert.lengthOf(given, 3);
    assert.equal((await analyses.claim('o2', 'other', span(10, 30), 1))?.analysis.call_id, 'f');
  },

  'gives the place of an ended claim to another, and of one that ran out first of all': async (analyses) => {
    for (const [index, id] of ['a', 'b', 'c'].entries()) await analyses.add(of(id, { requested_at: at(index) }));
    await analyses.claim('o1', 'x', span(10, 20), 1);
    assert.isNull(await analyses.claim('o1', 'y', span(12, 30), 1));
    assert.isTrue(await analyses.finishClaim('a', 'x', failure));
    assert.equal((await analyses.claim('o1', 'y', span(12, 20), 1))?.analysis.call_id, 'b');
    await analyses.add(of('d', { requested_at: at(0) }));
    assert.deepInclude(await analyses.claim('o1', 'z', span(21, 30), 1), { attempt: 2 });
    assert.isFalse(await analyses.renewClaim('b', 'y', at(50)));
    assert.isFalse(await analyses.finishClaim('b', 'y', failure));
    assert.equal((await analyses.find('o1', 'b'))?.status, 'pending');
  },

  'keeps a claim as long as its owner renews it': async (analyses) => {
    await analyses.add(of('a'));
    await analyses.claim('o1', 'x', span(10, 20), 2);
    assert.isTrue(await analyses.renewClaim('a', 'x', at(30)));
    assert.isNull(await analyses.claim('o1', 'y', span(25, 45), 2));
    assert.isFalse(await analyses.renewClaim('none', 'x', at(30)));
  },

  'gives back what is released, from a moment on, with its place, and forgets an untried attempt': async (analyses) => {
    await analyses.add(of('a', { requested_at: at(0) }));
    await analyses.add(of('b', { requested_at: at(5) }));
    await analyses.claim('o1', 'x', span(10, 20), 1);
    await analyses.releaseClaim('a', 'y', { until: at(11), untried: true });
    assert.isNull(await analyses.claim('o1', 'y', span(12, 32), 1));
    await analyses.releaseClaim('a', 'x', { until: at(15), untried: false });
    assert.equal((await analyses.claim('o1', 'y', span(14, 34), 1))?.analysis.call_id, 'b');
    assert.isTrue(await analyses.finishClaim('b', 'y', failure));
    assert.equal((await analyses.claim('o1', 'y', span(16, 36), 1))?.attempt, 2);
    await analyses.releaseClaim('a', 'y', { until: at(16), untried: true });
    await analyses.releaseClaim('gone', 'y', { until: at(16), untried: true });
    assert.equal((await analyses.claim('o1', 'z', span(17, 37), 1))?.attempt, 2);
  },

  'finishes a claimed analysis once': async (analyses) => {
    await analyses.add(of('a'));
    await analyses.add(of('b', { requested_at: at(5) }));
    await analyses.claim('o1', 'x', span(10, 20), 2);
    assert.isTrue(await analyses.finishClaim('a', 'x', failure));
    assert.deepEqual(await analyses.find('o1', 'a'), of('a', failure));
    assert.deepEqual(await analyses.find('o1', 'b'), of('b', { requested_at: at(5) }));
    assert.isFalse(await analyses.finishClaim('a', 'x', failure));
    assert.equal((await analyses.claim('o1', 'x', span(90, 99), 2))?.analysis.call_id, 'b');
  },
};
