import { assert } from 'chai';
import { httpControlPlane } from '../../adapters/control-plane/http.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { axe } from './support/axe.ts';
import { saveAgent } from './support/save-agent.ts';
import { consoleOfSuite, type Account } from './support/stage.ts';

const GERMAN = { provider: 'deepgram', language: 'de', voice: 'julius' };

/** Metrics of a call whose caller dictated 30 groups of digits, 20 of them with a pause of 1.4 s after them. */
const dictated: CallMetricsBody = {
  summary: { turn_count: 1, interrupted_turn_count: 0, user_bot_latency_avg_secs: 1 },
  transport: { client_connected_secs: 0.2 },
  turns: [{ turn_number: 1, duration_secs: 4.5, was_interrupted: false }],
  latencies: { first_bot_speech_secs: 0.4, user_to_bot_secs: [1], breakdowns: [] },
  pauses: Array.from({ length: 30 }, (_, at) => ({
    ...{ language: 'en', look: 'digits', endpointing_ms: 300 },
    pause_ms: at % 3 === 0 ? null : 1_400,
  })),
};

describe('the speech section of an agent in the console', () => {
  const stage = consoleOfSuite();
  let account: Account;
  before(async () => (account = await stage().signUp()));

  /** A new agent, open at its speech section. */
  async function opened() {
    const agent = { ...starterAgent([]), name: crypto.randomUUID() };
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', agent);
    const { page, errors } = await stage().openPage(`/agents/${id}`, { as: account });
    await page.getByRole('tab', { name: 'Speech' }).click();
    const stored = async () => (await account.api.ask<Agent>('GET', `/agents/${id}`)).config;
    return { id, page, errors, stored };
  }

  it('saves how the caller’s audio is processed, shows it again, and leaves it out when all is as usual', async () => {
    const { page, errors, stored } = await opened();
    const card = page.getByRole('region', { name: 'Caller’s audio' });
    await card.getByLabel('Noise suppression').selectOption({ label: 'RNNoise' });
    await saveAgent(page);
    assert.deepEqual((await stored()).caller_audio, { noise_suppression: 'rnnoise', voice_activity: 'webrtc' });
    await card.getByLabel('Speech is detected by').selectOption({ label: 'RNNoise, a neural network' });
    await saveAgent(page);
    assert.deepEqual((await stored()).caller_audio, { noise_suppression: 'rnnoise', voice_activity: 'rnnoise' });
    await page.reload();
    await card.waitFor();
    assert.equal(await card.getByLabel('Noise suppression').inputValue(), 'rnnoise');
    assert.equal(await card.getByLabel('Speech is detected by').inputValue(), 'rnnoise');
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await axe(page);
        assert.isAtMost(await page.evaluate<number>('document.documentElement.scrollWidth'), width);
      }
    await card.getByLabel('Noise suppression').selectOption({ label: 'None (default)' });
    await card.getByLabel('Speech is detected by').selectOption({ label: 'WebRTC (default)' });
    await saveAgent(page);
    assert.notProperty(await stored(), 'caller_audio');
    assert.isEmpty(errors);
  });

  it('saves pronunciations, normalisation, ambient sound, the end of turns and languages', async () => {
    const { page, errors, stored } = await opened();
    const region = (name: string) => page.getByRole('region', { name });
    await page.getByRole('button', { name: 'Add a term' }).click();
    await page.getByLabel('Term').fill('nginx');
    await page.getByLabel('Say as').fill('engine ex');
    await region('Numbers, dates and addresses').getByLabel('Write out in words').selectOption('on');
    await region('Ambient sound').getByLabel('Sound', { exact: true }).selectOption('office');
    const ends = region('End of the caller’s turn');
    await ends.getByLabel('Found by').selectOption('auto');
    await ends.getByLabel('Longest wait for it').fill('2000');
    const others = region('Languages within a call');
    await others.getByLabel('Switch by').selectOption('tool');
    await others.getByRole('button', { name: 'Add a language' }).click();
    await others.getByLabel('Language', { exact: true }).selectOption('de');
    await others.getByLabel('Speech synthesis (JSON)').fill(JSON.stringify(GERMAN));
    await saveAgent(page);
    const { speech, endpointing, languages } = await stored();
    assert.deepInclude(speech?.pronunciations[0], { term: 'nginx', say_as: 'engine ex' });
    assert.equal(speech?.normalisation, 'on');
    assert.deepEqual(speech?.ambient_sound, { sound: 'office', level_db: -45 });
    assert.deepEqual(endpointing, { mode: 'auto', max_wait_ms: 2_000, waits: [] });
    assert.equal(languages?.switch_by, 'tool');
    assert.deepInclude(languages?.others[0], { language: 'de', tts_config: GERMAN });
    assert.isEmpty(errors);
  });

  it('proposes waits learned from calls with their effect, and saves them only when a person uses them', async () => {
    const { id, page, errors, stored } = await opened();
    const { apiBaseUrl } = stage().platform;
    const runtime = httpControlPlane({ apiBaseUrl, internalApiKey: TEST_KEYS.INTERNAL_API_KEY }, systemClock());
    for (let call = 0; call < 3; call += 1) {
      const { call_id } = await account.api.ask<{ call_id: string }>('POST', '/calls/web', { agent_id: id });
      await runtime.putMetrics(account.session.org_id, call_id, dictated);
    }
    const card = page.getByRole('region', { name: 'Waits learned from calls' });
    await card.getByRole('button', { name: 'Learn from calls' }).click();
    await card.getByRole('cell', { name: '1100 ms' }).first().waitFor();
    await card.getByText('Effect on 1 other call').first().waitFor();
    const effect = card.getByRole('row', { name: /Answers into pauses/ });
    assert.match(await effect.innerText(), /20 of 20\s+0 of 20/);
    await axe(page);
    assert.notProperty(await stored(), 'endpointing');
    await card.getByRole('button', { name: 'Use these waits' }).click();
    await card.getByText('once the agent is saved').waitFor();
    assert.notProperty(await stored(), 'endpointing');
    await saveAgent(page);
    assert.deepEqual((await stored()).endpointing?.waits, [{ language: 'en', look: 'digits', wait_ms: 1_100 }]);
    assert.isEmpty(errors);
  });
});
