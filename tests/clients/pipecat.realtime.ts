import { assert } from 'chai';
import { speexResampling } from '../../adapters/resampler/speex.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { openBrowser, type Tab } from '../console/support/chromium.ts';
import { requireBrowser } from '../console/support/stage.ts';
import { callerWho, agentSpeaks } from '../console/support/talk.ts';
import { pdfOf } from '../support/pdf-files.ts';
import { isDelivered, joinPlatform, openPlatform } from '../support/platform.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { servedPage } from './served-page.ts';
import { documentsRead, WITH_PDF_MS } from '../support/read-documents.ts';

const QUESTION = 'what are your opening hours';
const ANSWER = 'On Sundays our opening hours are seven to eleven.';
const ANSWER_TRANSCRIPT = 'on sundays our opening hours are seven to eleven';
/** Rate at which Pipecat's player plays whatever it is sent. */
const PLAYER_RATE = 24_000;
/** Recognising speech takes its time on a machine that is busy with other tests. */
const RECOGNISED_MS = 150_000;

/** A report of the client to its page. */
interface ClientReport {
  readonly name: string;
  readonly data?: unknown;
}

describe('a stock Pipecat client', function () {
  this.timeout(WITH_PDF_MS);
  before(function () {
    requireBrowser(this);
  });

  it('converses with an agent in a browser and plays the reply', async () => {
    const page = await servedPage(new URL('pipecat-page', import.meta.url));
    const platform = await openPlatform({ env: { CORS_ORIGINS: page.origin } });
    const user = await joinPlatform(platform);
    await ground(user);
    const { callId, socket } = await user.register();
    const tab = await openTab(await callerWho(3, QUESTION, 14));
    await tab.page.goto(`${page.origin}/?${String(new URLSearchParams({ socket: toPlayer(socket) }))}`);
    await tab.page.getByRole('button', { name: 'Connect', exact: true }).click();

    await waitForReport(tab, 'bot ready');
    await tab.page.locator('#state', { hasText: /^ready$/ }).waitFor();
    await waitForReport(tab, 'user transcript', `data.final && data.text === '${QUESTION}'`);
    const startedAt = await tab.playedSamples();
    for (const name of ['bot output', 'bot transcript']) await waitForReport(tab, name, `data.text === '${ANSWER}'`);
    await waitForReport(tab, 'bot output', `data.text === '${ANSWER}' && data.spoken_status === 'completed'`);
    await waitForReport(tab, 'server message', `data.type === 'citations' && data.sources[0].page === 1`);
    await waitForReport(tab, 'metrics', 'data.ttfb[0].value > 0');
    await agentSpeaks(tab, startedAt, [ANSWER_TRANSCRIPT, 'hello', QUESTION], atRecognisersRate);

    await tab.page.getByRole('button', { name: 'Disconnect' }).click();
    await waitForReport(tab, 'disconnected');
    const reported = await tab.page.evaluate<ClientReport[]>('reports');
    assert.deepEqual(
      reported.filter(({ name }) => name === 'error'),
      [],
    );
    assert.deepEqual(tab.errors, []);
    assert.sameMembers([...tab.hosts], [new URL(page.origin).host, new URL(platform.runtimeUrl).host]);
    assert.strictEqual((await user.call(callId, isDelivered)).status, 'completed');
  });
});

/** Gives the agent a document and lets it answer from that alone. */
async function ground({ api, agentId }: Awaited<ReturnType<typeof joinPlatform>>): Promise<void> {
  const file = new Blob([Uint8Array.from(await pdfOf(ANSWER))]);
  const { document_id } = await api.upload<KnowledgeDocument>('/knowledge/upload', 'opening.pdf', file);
  await documentsRead(() => api.ask<KnowledgeDocument[]>('GET', '/knowledge'));
  const models = {
    stt_config: { provider: 'local', mode: 'phrases', phrases: [QUESTION] },
    tts_config: { provider: 'local', voice: 'slt' },
    llm_config: { provider: 'script', rules: [], otherwise: '{{knowledge}}' },
  };
  const knowledge = { enabled: true, mode: 'context', document_ids: [document_id], top_k: 1 };
  const config = {
    prompts: { greeting_message: 'Hello.' },
    language: { primary: 'en' },
    models,
    knowledge_base: knowledge,
  };
  await api.ask('PATCH', `/agents/${agentId}`, { config });
}

async function openTab(microphone: Int16Array): Promise<Tab> {
  const browser = await openBrowser(microphone);
  atEndOfTest(() => browser.close());
  return browser.openTab();
}

async function atRecognisersRate(played: Int16Array): Promise<Int16Array> {
  const resampler = (await speexResampling()).open(PLAYER_RATE, 16_000);
  const resampled = resampler.process(played);
  resampler.close();
  return resampled;
}

const toPlayer = (socket: string): string => `${socket}&output_sample_rate=${PLAYER_RATE}`;

/** Waits until the client has reported this, with data for which `condition` holds. */
async function waitForReport({ page }: Tab, name: string, condition = 'true'): Promise<void> {
  const found = `reports.some(({ name, data }) => name === '${name}' && ${condition})`;
  await page.waitForFunction(found, null, { timeout: RECOGNISED_MS }).catch(async (error: unknown) => {
    const reported = JSON.stringify(await page.evaluate('reports'));
    throw new Error(`The client did not report ${name} with ${condition} but ${reported}`, { cause: error });
  });
}
