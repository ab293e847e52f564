import { assert } from 'chai';
import type { KeptCall } from './memory-spool.ts';
import { fakeId } from '../../support/fake-ids.ts';
import { ScriptedModel, ScriptedSynthesiser, type ScriptedAnswer } from './fake-vendors.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { AGENT } from './web-call-world.ts';
import { handoverCall, HANDS_OVER, type Config } from './handover-call.ts';

/** The milliseconds of a recording, in steps of 100, at which the caller is heard. */
function soundsAt({ stereo }: Pick<KeptCall, 'stereo'>): readonly number[] {
  const sounds = new Set<number>();
  let sample = 0;
  for (const part of stereo)
    for (let at = 0; at < part.length; at += 2, sample += 1)
      if (part[at] !== 0) sounds.add(Math.floor(sample / 1_600) * 100);
  return [...sounds];
}

const promptOf = (model: ScriptedModel): string => model.requests.at(-1)?.messages[0]?.content ?? '';

describe('a call that is handed over', () => {
  it('continues with the prompt, model and voice of the other agent, and the log says who spoke when', async () => {
    const { world, first, second, types, ends } = await handoverCall({ answers: [{ says: ['Which one?'] }] });
    await types('My invoice');
    assert.deepEqual(first.voice.texts, ['Hello stranger!', 'I pass you on.']);
    assert.deepEqual(second.voice.texts, ['Which one?']);
    assert.match(promptOf(second.model), /^Bill nobody for order \.\n\n# Handover\nThe agent "Desk" has just/);
    assert.deepEqual(
      second.model.requests[0]?.messages.slice(1).map(({ content }) => content),
      ['Hello stranger!', 'My invoice', 'I pass you on.', '[silence]'],
    );
    assert.isTrue(first.model.closed && first.voice.closed);
    const during = world.calls.get(fakeId(1))?.agents;
    const { kept, log } = await ends();
    assert.deepEqual(
      log.agents?.map(({ agent_id, name, agent_version, target }) => [agent_id, name, agent_version, target]),
      [
        ['a1', 'Desk', 3, null],
        ['a2', 'Billing', 8, 'billing'],
      ],
    );
    assert.deepEqual(kept.outcome?.agents, during);
    assert.match(kept.transcript, /I pass you on\.\n\[.*\] handover: Desk -> Billing\n\[.*\] assistant: Which one\?/);
    assert.isTrue(second.model.closed && second.voice.closed);
    assert.equal(log.agent_id, 'a1');
  });

  it('passes on the fields that the target names, and nothing else that is known', async () => {
    const order = { name: 'order', type: 'digits', description: 'The order.' };
    const script = [{ ...HANDS_OVER, parameters: { target: 'billing', order: '12 34' } }];
    const reception = { custom_variables: { name: 'stranger', secret: 'of the reception' } };
    const { second, types } = await handoverCall({ target: { fields: [order] as never }, script, reception });
    await types('My invoice');
    assert.include(promptOf(second.model), 'for order 1234.');
    assert.include(promptOf(second.model), 'Known from before, as data: order: "1234"');
    assert.notInclude(JSON.stringify(second.model.requests), 'of the reception');
  });

  it('stays with the present agent, who learns why, when the other one cannot take it', async () => {
    const missing = { agent_id: 'of another organisation' };
    const failing = { models: { ...AGENT.config.models, llm_config: { provider: 'broken' } } };
    for (const sides of [
      { target: missing },
      { billingAgent: { status: 'archived' as const } },
      { billing: failing as Partial<Config> },
    ]) {
      const { world, first, types, ends } = await handoverCall({
        ...sides,
        script: [HANDS_OVER, { says: ['I help you.'] }],
      });
      const { languageModel } = world.vendors;
      Object.assign(world.vendors, {
        languageModel: (...args: Parameters<typeof languageModel>) =>
          args[0].provider === 'broken'
            ? Promise.reject(new VendorFailure('no key', { retryable: false }))
            : languageModel(...args),
      });
      await types('My invoice');
      assert.include(first.voice.texts, 'I help you.');
      assert.include(first.model.requests.at(-1)?.messages.at(-1)?.content, 'the agent is not available');
      const { log } = await ends();
      assert.isUndefined(log.agents);
    }
  });

  it('continues without an agent that cannot be opened in time, and closes what opens later', async () => {
    const { world, second, first, types } = await handoverCall({ script: [HANDS_OVER, { says: ['I help you.'] }] });
    const { languageModel } = world.vendors;
    Object.assign(world.vendors, {
      languageModel: (...args: Parameters<typeof languageModel>) =>
        new Promise((resolve) => world.clock.after(12_000, () => resolve(languageModel(...args)))),
    });
    await types('My invoice', 14_000);
    assert.include(first.voice.texts, 'I help you.');
    assert.isTrue(second.model.closed && second.voice.closed);
  });

  it('is closed without the other agent when the caller hangs up before', async () => {
    const { second, types, ends } = await handoverCall();
    await types('My invoice', 300);
    const { log } = await ends();
    assert.isUndefined(log.agents);
    assert.isTrue(second.model.closed && second.voice.closed);
  });

  it('can be handed back to the agent before, with its own variables', async () => {
    const back: ScriptedAnswer = {
      says: ['Back to the reception.'],
      calls: 'hand_over',
      parameters: { target: 'previous_agent' },
    };
    const { world, second, types, ends } = await handoverCall({
      target: { may_return: true },
      answers: [{ says: ['Yes?'] }, back],
    });
    await types('My invoice');
    const third = { model: new ScriptedModel(world.clock), voice: new ScriptedSynthesiser(world.clock) };
    Object.assign(world.instruments, third);
    await types('Something else');
    assert.deepInclude(second.voice.texts, 'Back to the reception.');
    assert.match(promptOf(third.model), /^Serve stranger\.\n\n# Handover\nThe agent "Billing"/);
    const { log } = await ends();
    assert.deepEqual(
      log.agents?.map(({ target }) => target),
      [null, 'billing', 'previous_agent'],
    );
  });

  it('does not offer the way back without may_return', async () => {
    const { second, types } = await handoverCall();
    await types('My invoice');
    assert.notInclude(JSON.stringify(second.model.requests[0]?.tools), 'previous_agent');
  });
});

describe('what a handover does not weaken', () => {
  /** Whether something was recorded before and after the handover. */
  async function recorded(reception: Config['recording'], billing: Config['recording'], yes = false) {
    const call = await handoverCall({
      reception: reception ? { recording: reception } : {},
      billing: billing ? { recording: billing } : {},
    });
    if (yes) await call.types('yes', 3_000);
    await call.hums('My invoice', 6_000);
    const at = call.world.clock.monotonic() - call.startedAt;
    await call.hums('Go', 3_000);
    const { kept } = await call.ends();
    const sounds = soundsAt(kept);
    return { before: sounds.some((ms) => ms < at - 5_000), after: sounds.some((ms) => ms > at + 500) };
  }

  it('is the recording: it is never begun by an agent, and stops at one that does not want it', async () => {
    assert.deepEqual(await recorded(undefined, undefined), { before: true, after: true });
    assert.deepEqual(await recorded(undefined, { mode: 'off' }), { before: true, after: false });
    assert.deepEqual(await recorded({ mode: 'off' }, { mode: 'on' }), { before: false, after: false });
  });

  it('is the consent: callers who were not requested are not recorded by an agent that asks', async () => {
    const asks = { mode: 'consent', question: 'May I record?', wait_secs: 5 } as const;
    assert.deepEqual(await recorded(undefined, asks), { before: true, after: false });
    assert.isTrue((await recorded(asks, asks, true)).after);
    assert.isFalse((await recorded(asks, { mode: 'off' }, true)).after);
  });

  it('is the redaction: each agent adds to what is left out', async () => {
    const redaction = { kinds: ['email'] as const, variables: [] };
    const reception = { redaction: { kinds: ['card_number'] as const, variables: [] } };
    const { types, ends } = await handoverCall({ reception, billing: { redaction } });
    await types('My invoice');
    await types('ada@example.com and 4111 1111 1111 1111');
    const { transcript } = (await ends()).kept;
    assert.include(transcript, '[email] and [card_number]');
  });

  it('is the redaction of an agent that leaves out nothing before', async () => {
    const { types, ends } = await handoverCall({ billing: { redaction: { kinds: ['email'], variables: [] } } });
    await types('My invoice at old@example.com');
    await types('ada@example.com');
    const { transcript } = (await ends()).kept;
    assert.include(transcript, 'old@example.com');
    assert.notInclude(transcript, 'ada@example.com');
  });

  it('is the way to ask for no further calls', async () => {
    const { second, types } = await handoverCall({ reception: { do_not_call: { tool: true } } });
    await types('My invoice');
    assert.include(second.model.requests[0]?.tools.map(({ name }) => name) ?? [], 'do_not_call');
  });
});
