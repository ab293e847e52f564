import type { Campaign } from '../../../domain/campaigns/campaign.ts';
import { newAnalysis, toDone, toFailed } from '../../../domain/calls/call-analysis.ts';
import { openCampaignFixture } from './campaign-fixture.ts';
import { BOT } from '../telephony-fixture.ts';

/** Retries of unfinished calls, and none of wrong persons. */
export const BY_ANALYSIS = {
  field: 'result',
  plans: [
    { values: ['unfinished'], delays_seconds: [120, 120] },
    { values: ['wrong person'], delays_seconds: [] },
  ],
  wait_seconds: 600,
};

/** An organisation whose campaigns have their answered calls analysed. */
export type AnalysedFixture = Awaited<ReturnType<typeof openAnalysedFixture>>;

export async function openAnalysedFixture() {
  const fixture = await openCampaignFixture();
  const { ports, agent, calls, callIdOf } = fixture;
  const fields = { type: 'object', properties: { result: { type: 'string' } } };
  const analysis = { summary: true, max_transcript_tokens: 1_000, fields };
  await ports.agents.update('o1', agent.agent_id, { config: { ...agent.config, analysis } });
  const launchAnalysed = (contacts = 1, more: object = {}): Promise<Campaign> =>
    fixture.launch(contacts, { retry_config: { by_analysis: BY_ANALYSIS, ...more } });
  return {
    ...fixture,
    launchAnalysed,
    /** A campaign whose only contact has just been answered. */
    async answered(): Promise<Campaign> {
      const campaign = await launchAnalysed();
      await fixture.pass(200);
      await fixture.end(0, 'answered');
      return campaign;
    },
    /** The call of this dial is analysed, with this result; null: it fails. */
    async analyse(dial: number, result: string | null): Promise<void> {
      const { callAnalyses, clock } = ports;
      const call = (await ports.calls.find('o1', callIdOf(dial)))!;
      const now = clock.now();
      await callAnalyses.add(newAnalysis(call, now));
      const span = { now: now.toISOString(), until: new Date(now.getTime() + 60_000).toISOString() };
      await callAnalyses.claim('o1', 'worker', span, 4);
      const facts = { provider: 'p', model: null, agent_updated_at: '', transcript_cut: false, usage: null };
      const found = { ...facts, fields: { result: result ?? '' }, analysed_at: span.now };
      await callAnalyses.finishClaim(call.call_id, 'worker', result === null ? toFailed('Why', now) : toDone(found));
    },
    /** The person who answered hangs up. */
    hangUp(dial: number): Promise<unknown> {
      const end = { end_time_utc: ports.clock.now().toISOString(), end_reason: 'caller_left' } as const;
      return calls.update(BOT, callIdOf(dial), { ...end, status: 'completed', call_response: 'answered' });
    },
  };
}
