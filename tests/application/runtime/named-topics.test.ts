import { assert } from 'chai';
import { parseKnowledgeBase } from '../../../domain/agents/knowledge-base.ts';
import { readInputLog } from '../../../domain/voice/input-log.ts';
import { isIdentical, replayInputs } from '../../../domain/voice/replay.ts';
import { fakeId } from '../../support/fake-ids.ts';
import { pause, ScriptedModel, type ScriptedAnswer } from './fake-vendors.ts';
import { AGENT, webCallWorld } from './web-call-world.ts';

const EXCERPT = { document_id: 'd1', chunk_id: 'd1:0', source_filename: 'clinic.pdf', page: 1, text: 'Room 4.' };
const SCRIPT: readonly ScriptedAnswer[] = [
  { says: ['Doctor Kestrel ', 'does.'] },
  { says: ['Doctor Kestrel clinic'] },
  { says: ['In room four.'] },
  { says: ['office of Doctor Kestrel'] },
  { says: ['Yes.'] },
];

/** A call of an agent whose model completes follow-up questions. */
async function callWith(script = SCRIPT, follow_ups = 'model') {
  const world = webCallWorld();
  const knowledge = parseKnowledgeBase({ enabled: true, document_ids: ['d1'], follow_ups });
  world.agents.set('a1', { ...AGENT, config: { ...AGENT.config, knowledge_base: knowledge } });
  const model = new ScriptedModel(world.clock, script);
  Object.assign(world.instruments, { model });
  const searched: string[] = [];
  world.controlPlane.retrieve = async (_orgId, { question }) => {
    searched.push(question);
    await pause(world.clock, 50);
    return [EXCERPT];
  };
  const { channel } = world.open();
  await world.clock.advanceAsync(2_000);
  const types = async (words: string, ms: number): Promise<void> => {
    channel.listener?.text(words, {});
    await world.clock.advanceAsync(ms);
  };
  const ends = async () => {
    channel.leaves();
    await world.clock.advanceAsync(3_000);
    return world.spool.all.get(fakeId(1))!;
  };
  return { searched, model, types, ends };
}

describe('a call whose model names the topic', () => {
  it('is searched with it, and its log says with what', async () => {
    const { searched, types, ends } = await callWith();
    await types('Who runs the clinic?', 5_000);
    await types('And where is her office?', 5_000);
    await types('Is it open?', 5_000);
    const followUps = ['doctor kestrel clinic And where is her office?', 'office of doctor kestrel Is it open?'];
    assert.deepEqual(searched, ['Who runs the clinic?', ...followUps]);
    const { answerLines } = await ends();
    const last = new Map(answerLines.map((answer) => [answer.number, answer.searched_for]));
    assert.deepEqual([...last.values()], [undefined, ...followUps]);
  });

  it('is answered as fast as by rules when the caller interrupts before the topic is named', async () => {
    const { searched, model, types } = await callWith([SCRIPT[0]!, { says: ['Doctor', 'Kestrel'], everyMs: 3_000 }]);
    await types('Who runs the clinic?', 1_500);
    await types('And where is her office?', 300);
    assert.deepEqual(searched, ['Who runs the clinic?', 'runs clinic And where is her office?']);
    assert.equal(model.requests[2]?.messages.at(-1)?.content, 'And where is her office?', 'it is asked for the reply');
  });

  it('pays for the requests, and replays identically without them', async () => {
    const usage = async (follow_ups: string) => {
      const { types, ends } = await callWith(follow_ups === 'model' ? SCRIPT : SCRIPT.slice(0, 1), follow_ups);
      await types('Who runs the clinic?', 5_000);
      const { metrics, inputs } = await ends();
      const log = readInputLog(inputs);
      assert(log?.end === 'complete', 'no whole log of inputs');
      assert.isTrue(isIdentical(replayInputs(log)));
      const lines = metrics?.vendor_usage?.filter(({ kind }) => kind === 'llm') ?? [];
      return lines.reduce((sum, { quantity }) => sum + quantity, 0);
    };
    assert.isAbove(await usage('model'), await usage('rules'));
  });
});
