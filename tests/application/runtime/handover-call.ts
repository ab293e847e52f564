import { parseHandover, type HandoverTarget } from '../../../domain/agents/handover.ts';
import type { Agent } from '../../../domain/agents/agent.ts';
import { fakeId } from '../../support/fake-ids.ts';
import { ScriptedModel, ScriptedSynthesiser, type ScriptedAnswer } from './fake-vendors.ts';
import { tone } from './fake-channel.ts';
import { AGENT, webCallWorld } from './web-call-world.ts';

export type Config = Agent['config'];

export const HANDS_OVER: ScriptedAnswer = {
  says: ['I pass you on.'],
  calls: 'hand_over',
  parameters: { target: 'billing' },
};

export interface Sides {
  readonly target?: Partial<HandoverTarget>;
  readonly reception?: Partial<Config>;
  readonly billing?: Partial<Config>;
  readonly billingAgent?: Partial<Agent>;
  /** What the model of the reception does with the caller's words. */
  readonly script?: readonly ScriptedAnswer[];
  readonly answers?: readonly ScriptedAnswer[];
}

/** A call of the reception, an agent that hands over to billing. */
export async function handoverCall({
  target,
  reception,
  billing,
  billingAgent,
  script = [HANDS_OVER],
  answers = [],
}: Sides = {}) {
  const world = webCallWorld();
  const given = { name: 'billing', agent_id: 'a2', description: 'Invoices.', ...target };
  const handover = parseHandover({ targets: [given] })!;
  world.agents.set('a1', { ...AGENT, version: 3, config: { ...AGENT.config, handover, ...reception } });
  const prompts = { system_prompt: 'Bill {{name}} for order {{order}}.', greeting_message: 'Never heard.' };
  const config = { ...AGENT.config, prompts, custom_variables: { name: 'nobody' }, ...billing };
  world.agents.set('a2', { ...AGENT, agent_id: 'a2', name: 'Billing', version: 8, config, ...billingAgent });
  const first = { model: new ScriptedModel(world.clock, script), voice: new ScriptedSynthesiser(world.clock) };
  Object.assign(world.instruments, first);
  const startedAt = world.clock.monotonic();
  const { channel } = world.open();
  await world.clock.advanceAsync(2_000);
  const second = { model: new ScriptedModel(world.clock, answers), voice: new ScriptedSynthesiser(world.clock) };
  Object.assign(world.instruments, second);
  const types = async (words: string, ms = 4_000): Promise<void> => {
    channel.listener?.text(words, {});
    await world.clock.advanceAsync(ms);
  };
  /** The same, while the line of the caller hums. */
  const hums = async (words: string, ms: number): Promise<void> => {
    channel.listener?.text(words, {});
    for (let at = 0; at < ms; at += 100) {
      channel.listener?.audio(tone(100, 500, 16_000));
      await world.clock.advanceAsync(100);
    }
  };
  const ends = async () => {
    channel.leaves();
    await world.clock.advanceAsync(3_000);
    return { kept: world.spool.all.get(fakeId(1))!, log: world.calls.get(fakeId(1))! };
  };
  return { world, startedAt, channel, first, second, types, hums, ends };
}
