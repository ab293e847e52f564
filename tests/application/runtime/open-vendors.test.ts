import { assert } from 'chai';
import type { ControlPlane } from '../../../application/ports/control-plane.ts';
import type { ProviderRegistry, ProviderSettings, Vendors } from '../../../application/ports/providers.ts';
import type { TranscriptionListener, TranscriptionOptions } from '../../../application/ports/speech-to-text.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { UsageMeter } from '../../../application/runtime/usage-meter.ts';
import { openVendors } from '../../../application/runtime/open-vendors.ts';
import type { Agent } from '../../../domain/agents/agent.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { FakeChannel } from './fake-channel.ts';
import { ScriptedModel, ScriptedTranscription, ScriptedSynthesiser } from './fake-vendors.ts';
import { AGENT } from './web-call-world.ts';
import { tracedCalls } from '../../../adapters/opentelemetry/calls.ts';

const LISTENER: TranscriptionListener = { transcript: () => undefined, failed: () => undefined };

/** An agent each of whose vendors has a stand-in, and vendors of whom these cannot be opened. */
function world(
  refusing: readonly string[] = [],
  turnTaking: Pick<ConversationSettings, 'endpointing'> = {},
  languages?: object,
  stages?: readonly object[],
  keyless: readonly string[] = [],
) {
  const clock = fakeClock();
  const opened: ProviderSettings[] = [];
  const requests: string[] = [];
  const sttOptions: TranscriptionOptions[] = [];
  const models = Object.fromEntries(
    ['stt', 'tts', 'llm'].map((kind) => [
      `${kind}_config`,
      { provider: `${kind}1`, model: 'a', fallback: { provider: `${kind}2`, model: 'b' } },
    ]),
  );
  const agent = {
    ...AGENT,
    config: { ...AGENT.config, models, ...(languages && { languages }), ...(stages && { stages }) },
  } as unknown as Agent;
  const open = <V>(settings: ProviderSettings, vendor: V): V => {
    opened.push(settings);
    if (refusing.includes(settings.provider)) throw new VendorFailure('No such key', { retryable: false });
    return vendor;
  };
  const vendors: Vendors = {
    transcription: async (settings, options, listener) => {
      sttOptions.push(options);
      return open(settings, new ScriptedTranscription(clock, [])).open(listener);
    },
    synthesiser: async (settings) => open(settings, new ScriptedSynthesiser(clock)),
    languageModel: async (settings) => open(settings, new ScriptedModel(clock)),
  };
  const controlPlane = {
    credentials: async (_orgId: string, provider: string) => {
      requests.push(provider);
      if (keyless.includes(provider)) return null;
      return { auth: { api_key: `key of ${provider}` }, allowed_hosts: [] };
    },
  } as unknown as ControlPlane;
  const providers = {
    find: () => ({ required: ['api_key'], fields: { api_key: { type: 'string', secret: true } } }),
  } as unknown as ProviderRegistry;
  const parts = openVendors(
    { clock, controlPlane, providers, vendors },
    agent,
    new FakeChannel(clock),
    tracedCalls.begin('web'),
    { ...turnTaking, substitutions: () => () => [], usage: new UsageMeter() },
  );
  return { opened, requests, sttOptions, parts };
}

describe('openVendors', () => {
  it('opens vendors with their own settings and keys, without loading those of fallbacks', async () => {
    const { opened, requests, parts } = world();
    const { openTranscription, processors } = await parts;
    await openTranscription(LISTENER);
    assert.sameMembers(requests, ['stt1', 'tts1', 'llm1']);
    assert.sameDeepMembers(opened, [
      { provider: 'tts1', model: 'a', api_key: 'key of tts1' },
      { provider: 'llm1', model: 'a', api_key: 'key of llm1' },
      { provider: 'stt1', model: 'a', api_key: 'key of stt1' },
    ]);
    assert.deepEqual({ ...processors }, { stt: 'stt1STT', llm: 'llm1LLM', tts: 'tts1TTS' });
  });

  it('opens the fallbacks where the first vendors cannot be opened, and names them', async () => {
    const { opened, parts } = world(['stt1', 'tts1', 'llm1']);
    const { openTranscription, processors } = await parts;
    await openTranscription(LISTENER);
    assert.includeDeepMembers(opened, [{ provider: 'stt2', model: 'b', api_key: 'key of stt2' }]);
    assert.deepEqual({ ...processors }, { stt: 'stt2STT', llm: 'llm2LLM', tts: 'tts2TTS' });
  });

  for (const [mode, turns] of [
    ['auto', 'auto'],
    ['vendor', 'vendor'],
    ['timer', undefined],
    [null, undefined],
  ] as const)
    it(`${turns ? 'asks' : 'does not ask'} the STT vendor and its fallback for turns with ${mode ?? 'no'} endpointing`, async () => {
      const endpointing = { mode: mode ?? 'auto', maxWaitMs: 3_000, waits: [] } as const;
      const { sttOptions, parts } = world(['stt1'], mode === null ? {} : { endpointing });
      await (await parts).openTranscription(LISTENER);
      assert.deepEqual(
        sttOptions.map((options) => options.turns),
        [turns, turns],
      );
    });

  it('fails if a fallback cannot be opened either', async () => {
    const outcome: unknown = await world(['llm1', 'llm2']).parts.catch((error: unknown) => error);
    assert.instanceOf(outcome, VendorFailure);
  });

  it('names every vendor without a key where a stage has none with one, and opens nothing', async () => {
    const keyless = ['stt1', 'stt2', 'tts1', 'llm1', 'llm2'];
    const { opened, parts } = world([], {}, undefined, undefined, keyless);
    const failure: unknown = await parts.catch((error: unknown) => error);
    assert.instanceOf(failure, VendorFailure);
    assert.equal(
      failure.message,
      'stt stt1, stt stt2, llm llm1, llm llm2: no api_key is stored. Store them in Credentials (POST /auth)',
    );
    assert.isEmpty(opened);
  });

  it('needs no key of a vendor whose fallback has one', async () => {
    const first = ['stt1', 'tts1', 'llm1'];
    const { opened, parts } = world(first, {}, undefined, undefined, first);
    await (await parts).openTranscription(LISTENER);
    assert.includeMembers(
      opened.map(({ provider }) => provider),
      ['stt2', 'tts2', 'llm2'],
    );
  });

  const german = { provider: 'tts3', model: 'c' };
  const recogniser = { provider: 'stt3', model: 'd' };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const others = [
    { language: 'de', prompt: '', tts_config: german, stt_config: recogniser },
    { language: 'fr', prompt: '' },
  ];

  it('opens voice and transcription of another language at the switch, with their own keys', async () => {
    const { opened, sttOptions, parts } = world([], {}, { switch_by: 'detection', others });
    const { openTranscription, processors, synthesiser, switchLanguage } = await parts;
    await openTranscription(LISTENER);
    opened.length = 0;
    switchLanguage('de');
    await settled();
    assert.sameDeepMembers(opened, [
      { ...german, api_key: 'key of tts3' },
      { ...recogniser, api_key: 'key of stt3' },
    ]);
    void synthesiser.synthesise('Hallo.', new AbortController().signal)[Symbol.asyncIterator]().next();
    await settled();
    assert.deepInclude({ ...processors }, { stt: 'stt3STT', tts: 'tts3TTS' });
    switchLanguage('en');
    await settled();
    assert.deepEqual({ ...processors }.stt, 'stt1STT');
    assert.deepEqual(
      sttOptions.map(({ language }) => language),
      ['en', 'de', 'en'],
    );
  });

  it('opens voice and model of a stage when it begins, with their own keys, and then has those of the agent again', async () => {
    const own = { tts_config: { provider: 'tts4', model: 'e' }, llm_config: { provider: 'llm4', model: 'f' } };
    const { opened, parts } = world([], {}, undefined, [{ id: 'booking', ...own }, { id: 'welcome' }]);
    const { processors, synthesiser, model, useStage, voiceKey } = await parts;
    opened.length = 0;
    useStage('booking');
    await settled();
    assert.sameDeepMembers(opened, [
      { ...own.tts_config, api_key: 'key of tts4' },
      { ...own.llm_config, api_key: 'key of llm4' },
    ]);
    const speakAndThink = async (): Promise<void> => {
      void synthesiser.synthesise('Hello.', new AbortController().signal)[Symbol.asyncIterator]().next();
      void model.generate({ messages: [], tools: [] }, new AbortController().signal)[Symbol.asyncIterator]().next();
      await settled();
    };
    await speakAndThink();
    assert.deepInclude({ ...processors }, { llm: 'llm4LLM', tts: 'tts4TTS' });
    assert.equal(voiceKey(), 'en booking');
    useStage('welcome');
    await speakAndThink();
    assert.deepInclude({ ...processors }, { llm: 'llm1LLM', tts: 'tts1TTS' });
    assert.equal(voiceKey(), 'en');
    assert.lengthOf(opened, 2);
  });

  it('keeps the voice and the model of the agent where those of a stage cannot be opened', async () => {
    const own = { tts_config: { provider: 'tts4' }, llm_config: { provider: 'llm4' } };
    const { parts } = world(['tts4', 'llm4'], {}, undefined, [{ id: 'booking', ...own }]);
    const { processors, synthesiser, model, useStage } = await parts;
    useStage('booking');
    await settled();
    void synthesiser.synthesise('Hello.', new AbortController().signal)[Symbol.asyncIterator]().next();
    void model.generate({ messages: [], tools: [] }, new AbortController().signal)[Symbol.asyncIterator]().next();
    await settled();
    assert.deepInclude({ ...processors }, { llm: 'llm1LLM', tts: 'tts1TTS' });
  });

  for (const [switchBy, languages, what] of [
    ['tool', ['en', 'fr'], 'reopens the agent’s own transcription in the language after a switch by tool'],
    ['detection', ['en'], 'keeps a transcription that detects languages'],
  ] as const)
    it(what, async () => {
      const { sttOptions, parts } = world([], {}, { switch_by: switchBy, others: others.slice(1) });
      const { openTranscription, switchLanguage } = await parts;
      await openTranscription(LISTENER);
      switchLanguage('fr');
      await settled();
      assert.deepEqual(
        sttOptions.map(({ language }) => language),
        [...languages],
      );
    });
});
