import { assert } from 'chai';
import * as fc from 'fast-check';
import {
  callMetrics,
  providerOf,
  metricsReport,
  stageAverages,
  type CallMetricsBody,
  type StageAverages,
} from '../../../domain/calls/call-metrics.ts';

const entry = (processor: string, duration_secs: number) => ({ processor, duration_secs });
const turn = (...ttfb: unknown[]) => ({ user_turn_start_time: 1_760_000_000.5, ttfb });

const averages = (stt: number | null, llm: number | null, tts: number | null, latency: number | null) => ({
  avg_stt_secs: stt,
  avg_llm_secs: llm,
  avg_tts_secs: tts,
  avg_latency_secs: latency,
});

const NAMES = ['avg_stt_secs', 'avg_llm_secs', 'avg_tts_secs', 'avg_latency_secs'] as const;

function assertClose(actual: StageAverages, expected: StageAverages): void {
  for (const name of NAMES) {
    const value = expected[name];
    if (value === null) assert.isNull(actual[name], name);
    else assert.closeTo(actual[name] ?? Number.NaN, value, 1e-12, name);
  }
}

describe('stageAverages', () => {
  const greeting = { user_turn_start_time: null, ttfb: [entry('LocalTTS#0', 0.25)] };

  const table: readonly [string, readonly unknown[], StageAverages][] = [
    [
      'exclude the greeting, and STT from the latency',
      [
        greeting,
        turn(entry('STT', 0.2), entry('LLM', 0.4), entry('TTS', 0.1)),
        turn(entry('LLM', 0.6), entry('TTS', 0.2)),
      ],
      averages(0.2, 0.5, 0.15, 0.65),
    ],
    ['are null without measurements', [], averages(null, null, null, null)],
    ['are null for missing stages', [turn(entry('STT', 0.3))], averages(0.3, null, null, null)],
    ['take the latency from a single stage', [turn(entry('TTS', 0.3))], averages(null, null, 0.3, 0.3)],
    ['count every entry of a turn', [turn(entry('LLM', 0.2), entry('LLM', 0.4))], averages(null, 0.3, null, 0.3)],
    [
      'prefer an explicit stage to a name',
      [turn({ stage: 'stt', processor: 'LLM', duration_secs: 0.2 })],
      averages(0.2, null, null, null),
    ],
    [
      'skip malformed entries',
      [
        null,
        'words',
        7,
        [],
        {},
        { user_turn_start_time: 1 },
        { user_turn_start_time: 1, ttfb: 'none' },
        { user_turn_start_time: '1', ttfb: [entry('LLM', 9)] },
        turn(null, {}, entry('LLM', Number.NaN), { processor: 'LLM', duration_secs: '1' }, { duration_secs: 1 }),
        turn(entry('LLM', 0.5)),
      ],
      averages(null, 0.5, null, 0.5),
    ],
  ];
  for (const [promise, breakdowns, expected] of table)
    it(promise, () => assertClose(stageAverages(breakdowns), expected));

  it('takes the stage from the end of a processor name for any vendor', () => {
    const vendor = fc.oneof(fc.string(), fc.constantFrom('ElevenLabs', 'deepgram', 'STT', 'TTSLLM', 'llmService#1'));
    const suffix = fc.constantFrom('', 'Service', 'service', 'SERVICE');
    const number = fc.oneof(
      fc.constant(''),
      fc.nat().map((n) => `#${n}`),
    );
    const stages = fc.constantFrom('STT', 'TTS', 'LLM', 'stt', 'tts', 'llm');
    fc.assert(
      fc.property(vendor, stages, suffix, number, (before, stage, service, instance) => {
        const read = stageAverages([turn(entry(`${before}${stage}${service}${instance}`, 0.25))]);
        const expected = { stt: averages(0.25, null, null, null), llm: averages(null, 0.25, null, 0.25) };
        const key = stage.toLowerCase();
        assert.deepEqual(read, key === 'tts' ? averages(null, null, 0.25, 0.25) : expected[key as 'stt' | 'llm']);
      }),
    );
  });

  it('skips a processor that has a stage only inside its name', () => {
    const unnamed = { processor: ['deepgramSTT'], duration_secs: 0.25 };
    assert.deepEqual(stageAverages([turn(unnamed)]), averages(null, null, null, null));
    for (const name of ['STTProbe', 'TTSServiceProxy', 'LLM#', 'LLM#1a', 'ElevenLabs'])
      assert.deepEqual(stageAverages([turn(entry(name, 0.25))]), averages(null, null, null, null), name);
  });

  it('does not throw for any stored value', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (breakdowns) => {
        assert.lengthOf(Object.keys(stageAverages(breakdowns)), 4);
      }),
    );
  });
});

describe('callMetrics', () => {
  const body: CallMetricsBody = {
    summary: { turn_count: 1, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0.7 },
    transport: { client_connected_secs: 0.1 },
    turns: [{ turn_number: 1, duration_secs: 3, was_interrupted: false }],
    latencies: { first_bot_speech_secs: 0.4, user_to_bot_secs: [0.7], breakdowns: [turn(entry('LLM', 0.5))] },
  };
  const call = { call_id: 'c1', org_id: 'o1' };
  const now = new Date('2026-03-02T09:00:00.000Z');
  const document = { call_id: 'c1', org_id: 'o1', recorded_at: '2026-03-02T09:00:00.000Z', ...body };

  it('keeps the specified fields only', () => {
    const padded = {
      ...body,
      org_id: 'other',
      summary: { ...body.summary, avg_llm_secs: 9 },
      turns: body.turns.map((each) => ({ ...each, extra: true })),
    };
    assert.deepEqual(callMetrics(padded, call, now), document);
  });

  it('names the version of the agent that the log of the call names', () => {
    assert.deepEqual(callMetrics(body, { ...call, agent_version: 3 }, now), { ...document, agent_version: 3 });
    assert.deepEqual(callMetrics(body, { ...call, agent_version: null }, now), { ...document, agent_version: null });
  });

  it('rejects breakdowns that no store takes', () => {
    const latencies = { ...body.latencies, breakdowns: ['\u0000'] };
    assert.throws(
      () => callMetrics({ ...body, latencies }, call, now),
      /^latencies\.breakdowns\[0\] must not contain NUL/,
    );
  });

  it('names processors after their provider', () => {
    assert.equal(providerOf('deepgramSTT'), 'deepgram');
    assert.equal(providerOf('localTTS'), 'local');
  });

  it('is returned with averages in its summary', () => {
    const report = metricsReport(document);
    assert.deepEqual(report.summary, { ...body.summary, ...averages(null, 0.5, null, 0.5) });
    assert.deepEqual({ ...report, summary: body.summary }, document);
  });
});
