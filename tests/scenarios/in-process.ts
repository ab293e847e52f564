import type { GenerationRequest, GenerationChunk } from '../../application/ports/language-model.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { parseAgentConfig } from '../../domain/agents/config.ts';
import type { TransferRecord } from '../../domain/calls/transfer-record.ts';
import { playCaller } from '../../application/runtime/rehearsal/play-caller.ts';
import type { Delivery, ModelAnswer, Scenario } from '../../domain/rehearsal/scenario.ts';
import { ScenarioTimeline } from '../../domain/rehearsal/timeline.ts';
import { AGENT, providers, webCallWorld } from '../application/runtime/web-call-world.ts';
import type { KeptCall } from '../application/runtime/memory-spool.ts';
import {
  pause,
  ScriptedModel,
  ScriptedSynthesiser,
  type Delivery as SpokenDelivery,
} from '../application/runtime/fake-vendors.ts';
import { AudibleWords, WordTranscription } from './audible-words.ts';
import { openExample, type ExampleAgent } from './example-agent.ts';
import { ScriptedChannel } from './scripted-channel.ts';

/** Longer than any scenario. In milliseconds of its own clock. */
const LONGEST_MS = 900_000;
const STEP_MS = 1_000;

/** What a call left behind. */
export interface CallResult {
  readonly timeline: ScenarioTimeline;
  readonly requests: readonly GenerationRequest[];
  readonly kept: KeptCall;
  readonly transfers: readonly TransferRecord[];
}

/**
 * Plays a scenario on the runtime itself, with scripted vendors and a clock that needs no time. An example has a model and tools
 * of its own.
 */
export async function playInProcess(scenario: Scenario, example?: ExampleAgent): Promise<CallResult> {
  const world = webCallWorld();
  const { clock } = world;
  const timeline = new ScenarioTimeline(() => clock.monotonic());
  const speech = new AudibleWords();
  const line = new ScriptedChannel(clock, timeline, speech, scenario.vendors?.line);
  const { requests } = script(world, scenario, timeline, speech);
  const { callId, run } = example
    ? openExample(world, example, { scenario, line, timeline })
    : webCall(world, scenario, line);
  const call = { isOver: false };
  const pending = Promise.all([run(), playCaller(scenario, line)]);
  const over = pending.finally(() => (call.isOver = true));
  over.catch(() => undefined);
  while (!call.isOver && clock.monotonic() < LONGEST_MS) await clock.advanceAsync(STEP_MS);
  if (!call.isOver) throw new Error(`The call is still live after ${LONGEST_MS} ms`);
  await over;
  const kept = world.spool.all.get(callId);
  if (!kept) throw new Error('The call was not kept');
  return { timeline, requests, kept, transfers: world.calls.get(callId)?.transfers ?? [] };
}

/** A call of a browser with an agent that has these parts of a configuration. */
function webCall(world: ReturnType<typeof webCallWorld>, scenario: Scenario, channel: ScriptedChannel) {
  world.agents.set('a1', agentOf(scenario));
  const callId = world.register({ custom_variables: scenario.custom_variables ?? {} });
  const caller = { mayRegister: false, isAnonymous: false, network: null };
  return {
    callId,
    run: () => world.runtime.openWebCall({ orgId: 'o1', agentId: 'a1', callId, page: null, channel, ...caller }),
  };
}

function agentOf({ agent = {}, stored = {} }: Scenario): Agent {
  const config = {
    ...AGENT.config,
    custom_variables: {},
    ...agent,
    prompts: { system_prompt: '', greeting_message: 'Hello there.', ...(agent['prompts'] as object) },
    models: { ...AGENT.config.models, ...(agent['models'] as object) },
  };
  return { ...AGENT, config: { ...parseAgentConfig(config, providers), ...stored } };
}

/** Replaces the vendors of the world by those of the scenario. */
function script(
  { clock, vendors, controlPlane }: ReturnType<typeof webCallWorld>,
  { vendors: scripts = {} }: Scenario,
  timeline: ScenarioTimeline,
  speech: AudibleWords,
): { requests: readonly GenerationRequest[] } {
  const { model: answers = [], voice = {}, hearing = {}, knowledge = {} } = scripts;
  const model = new ScriptedModel(clock, answers.map(answerOf));
  const speaking = new ScriptedSynthesiser(clock, {
    firstAudioMs: voice.first_audio_ms ?? 100,
    deliveries: (voice.deliveries ?? []).map(deliveryOf),
  });
  vendors.transcription = async (_settings, _options, listener) =>
    new WordTranscription(speech, clock, hearing, listener);
  vendors.synthesiser = async () => speaking;
  vendors.languageModel = async () => ({
    model: model.model,
    generate(request): AsyncIterable<GenerationChunk> {
      timeline.add('asked', request.messages.at(-1)?.content ?? '');
      return model.generate(request);
    },
    close: () => model.close(),
  });
  controlPlane.retrieve = async (_orgId, { question }) => {
    timeline.add('looked_up', question);
    await pause(clock, knowledge.after_ms ?? 50);
    if (knowledge.ends) throw new Error('The API is away');
    return (knowledge.finds ?? []).map((found, at) => ({ ...found, document_id: 'd', chunk_id: `d:${at}` }));
  };
  return model;
}

const failure = (ends: 'fails' | 'breaks'): VendorFailure =>
  new VendorFailure('The vendor is down', { retryable: ends === 'fails' });

const answerOf = ({ says, every_ms, calls, with: parameters, ends }: ModelAnswer) => ({
  ...(says && { says }),
  ...(every_ms !== undefined && { everyMs: every_ms }),
  ...(calls !== undefined && { calls }),
  ...(parameters && { parameters }),
  ...(ends && { ends: ends === 'hangs' ? ends : failure(ends) }),
});

function deliveryOf(delivery: Delivery): SpokenDelivery {
  if (typeof delivery !== 'string') {
    const { after_ms, ends } = delivery;
    return { afterMs: after_ms, ends: ends === 'hangs' ? ends : failure(ends) };
  }
  return delivery === 'whole' || delivery === 'hangs' ? delivery : failure(delivery);
}
