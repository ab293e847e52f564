import { assert } from 'chai';
import { wordsOf } from '../../adapters/simulator/heard-audio.ts';
import { resolve } from '../../bootstrap/dependencies.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { CallMetrics, StageAverages } from '../../domain/calls/call-metrics.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { channelOf } from '../support/speech.ts';
import { standstill } from '../support/standstill.ts';
import { BOOKED, RESTAURANT_AGENT, GREETING, OPENING_HOURS } from './telephone-agent.ts';
import { joinTelephone, TIMEOUT_MS, type SimulatedCall, type Telephone } from './telephone.ts';
import { eventually } from '../support/eventually.ts';

const QUESTION = 'what are your opening hours';
/** Silence after which a side has finished speaking, in ms. */
const STILL_MS = 600;
/** A stall of the machine of this length, in ms, breaks a sentence: the calls are then repeated. */
const BREAKS_A_SENTENCE_MS = 300;
const MOST_CALLS = 3;
/** The agent ends the calls, however long it takes to answer. In ms. */
const LONGEST_SILENCE_MS = 600_000;
const ANSWERS = [GREETING, OPENING_HOURS, BOOKED, 'goodbye'];

/** Sentences that stay distinguishable when distorted, and those of the agent. */
const SENTENCES = [QUESTION, GREETING, OPENING_HOURS];
const AGENT = new RegExp(`${GREETING}|${OPENING_HOURS}`, 'u');
/** Tolerance between the two sides on a busy machine, in seconds. */
const SLACK_S = 20;

/** An ended call, as each side recorded it. */
interface EndedCall {
  readonly log: CallLog;
  readonly carrier: SimulatedCall;
  readonly wav: Uint8Array;
  readonly lines: readonly string[];
  readonly metrics: CallMetrics & { readonly summary: StageAverages };
}

async function collected({ api, hungUp }: Telephone, log: CallLog): Promise<EndedCall> {
  const { call_id, provider_call_sid } = log;
  const carrier = await hungUp(provider_call_sid ?? '', ...ANSWERS);
  const transcript = new TextDecoder().decode(await api.download(`/calls/${call_id}/transcript`));
  const [head, dashes, ...lines] = transcript.trimEnd().split('\n');
  assert.deepEqual([head, dashes], [`call_id=${call_id}`, '---']);
  const wav = await api.download(`/calls/${call_id}/recording`);
  // They are delivered after the recording.
  const metrics = await eventually(
    () => api.ask<EndedCall['metrics']>('GET', `/calls/${call_id}/metrics`).catch(() => null),
    'the metrics of the call',
  );
  return { log, carrier, wav, lines, metrics };
}

/** An inbound call: waits for the greeting, asks, and says goodbye. */
async function inbound(telephone: Telephone): Promise<EndedCall> {
  const sid = await telephone.ring({
    say: ['What are your opening hours?', 'Thank you. Goodbye.'],
    patience_ms: LONGEST_SILENCE_MS,
  });
  return collected(telephone, await telephone.bySid(sid));
}

/** An outbound call: the callee interrupts the greeting, presses keys, and says goodbye. */
async function outbound(telephone: Telephone): Promise<EndedCall> {
  const { simulate, simulated } = telephone;
  const number = '+14155550117';
  await simulate('POST', '/callees', { number, say: [], patience_ms: LONGEST_SILENCE_MS });
  const { call_id, provider_call_sid } = await telephone.dial(number);
  const sid = provider_call_sid ?? '';
  const does = (act: object) => simulate('POST', `/calls/${sid}`, act);
  const media = async () => (await simulated(sid)).media ?? { notes: [], frames_received: 0 };
  const notes = async (kind: string) => (await media()).notes.filter(({ what }) => what === kind);
  /** Once something of the agent was played since this note, and everything: the number of notes. */
  const answered = async (before: number): Promise<number> => {
    let [received, since] = [-1, performance.now()];
    const ended = async () => {
      const { frames_received: frames, notes: all } = await media();
      if (frames !== received) [received, since] = [frames, performance.now()];
      const isStill = performance.now() - since > STILL_MS;
      return isStill && all.slice(before).at(-1)?.what === 'mark_reached' ? all.length : null;
    };
    return eventually(ended, 'the end of the answer', TIMEOUT_MS);
  };
  await eventually(async () => (await notes('mark_reached')).length > 6, 'the greeting', TIMEOUT_MS);
  await does({ say: 'What are your opening hours?' });
  await eventually(async () => (await notes('clear')).length > 0, 'the interruption', TIMEOUT_MS);
  const reported = await answered((await media()).notes.findIndex(({ what }) => what === 'clear'));
  await does({ press: '42#' });
  await answered(reported);
  await does({ say: 'Thank you. Goodbye.' });
  return collected(telephone, await telephone.over(call_id));
}

for (const kind of ['ws', 'uws'])
  describe(`calls over the simulated carrier and ${kind}`, function () {
    this.timeout(2 * TIMEOUT_MS);
    let platform: OpenPlatform;
    let telephone: Telephone;
    let inwards: EndedCall;
    let outwards: EndedCall;
    before(async () => {
      const env = { MEDIA_SERVER: kind };
      platform = await openPlatform({ services: ['api', 'runtime', 'simulator'], env });
      telephone = await joinTelephone(platform, RESTAURANT_AGENT);
      for (let calls = 1; calls <= MOST_CALLS; calls += 1) {
        const stoodStill = standstill(BREAKS_A_SENTENCE_MS);
        [inwards, outwards] = await Promise.all([inbound(telephone), outbound(telephone)]);
        if (stoodStill() === 0) break;
      }
    });

    it('have complete call logs', () => {
      const { number, agentId } = telephone;
      const fields = {
        status: 'completed',
        call_response: 'answered',
        agent_id: agentId,
        error_message: null,
      } as const;
      const provider = { telephony_provider: 'simulator' } as const;
      const came = { call_type: 'inbound', from_number: '+14155550100', to_number: number } as const;
      const went = { call_type: 'outbound', from_number: number, to_number: '+14155550117' } as const;
      assert.deepInclude(inwards.log, { ...fields, ...provider, ...came });
      assert.deepInclude(outwards.log, { ...fields, ...provider, ...went });
      for (const { log, carrier } of [inwards, outwards]) {
        assert.closeTo(log.duration ?? 0, secondsBetween(carrier.answered_at, carrier.ended_at), SLACK_S);
        assert.closeTo(secondsBetween(log.start_time_utc, log.end_time_utc), log.duration ?? 0, 0.01);
      }
    });

    it('have transcripts of the transcribed and the played text', () => {
      assert.match(
        inwards.lines.join('\n'),
        /^\[.+Z\] assistant: Hello, .+tonight\?\n\[.+Z\] user: what are your opening hours\n\[.+Z\] assistant: We are open from nine to five\.\n\[.+Z\] user: thank you goodbye\n\[.+Z\] assistant: Goodbye\.$/u,
      );
      const [greeting = '', ...rest] = outwards.lines;
      assert.match(greeting, /assistant: Hello/);
      assert.notInclude(greeting, 'tonight');
      assert.match(
        rest.join('\n'),
        /^\[.+Z\] user: what are your opening hours\n\[.+Z\] assistant: We are .+five\.\n\[.+Z\] user: \[keypad\] 42\n\[.+Z\] assistant: Your table is booked\.\n\[.+Z\] user: thank you goodbye\n\[.+Z\] assistant: Goodbye\.$/u,
      );
    });

    it('have stereo recordings: caller left, agent right', async () => {
      const vendors = await resolve(platform.container, 'vendors');
      const transcriptOf = async (channel: 0 | 1): Promise<string> => {
        const words = [inwards, outwards].map(({ wav }) => wordsOf(channelOf(wav, channel), vendors, SENTENCES));
        return (await Promise.all(words)).join(' ');
      };
      for (const { wav, log } of [inwards, outwards]) {
        const header = new DataView(wav.buffer, wav.byteOffset, 44);
        assert.deepEqual([header.getUint16(22, true), header.getUint32(24, true)], [2, 8_000]);
        assert.closeTo((wav.length - 44) / 4 / 8_000, log.duration ?? 0, SLACK_S);
      }
      const [left, right] = await Promise.all([transcriptOf(0), transcriptOf(1)]);
      assert.include(left, QUESTION);
      assert.notMatch(left, AGENT);
      assert.match(right, AGENT);
      assert.notInclude(right, QUESTION);
    });

    it('have metrics for each turn', () => {
      const { summary, latencies } = inwards.metrics;
      assert.equal(summary.turn_count, 3);
      assert.lengthOf(latencies.user_to_bot_secs, 2);
      assert.isNumber(summary.avg_stt_secs);
      assert.isNumber(summary.avg_tts_secs);
      assert.isNumber(summary.avg_latency_secs);
      assert.isAtLeast(outwards.metrics.summary.turn_count, 4);
    });

    it('reach the carrier in real time and without gaps', () => {
      assert.match(`${inwards.carrier.heard.text} ${outwards.carrier.heard.text}`, AGENT);
      for (const { carrier } of [inwards, outwards]) {
        // A busy machine may cause a few; an agent without pacing causes hundreds.
        assert.isAtMost(carrier.media?.gaps ?? 99, 50);
        assert.equal(carrier.media?.overflow_bytes, 0);
        assert.deepEqual(
          [...new Set(carrier.webhooks.map(({ status }) => status))],
          [200],
          JSON.stringify(carrier.webhooks),
        );
      }
    });

    it('discard only the audio of interrupted speech', () => {
      const marked = (notes: Notes, kept: string) => notes.filter(({ what }) => what === kept).map(({ name }) => name);
      const notesOf = ({ carrier }: EndedCall): Notes => carrier.media?.notes ?? [];
      const [speech, cut] = [notesOf(inwards), notesOf(outwards)];
      assert.isEmpty(marked(speech, 'clear'));
      assert.deepEqual(marked(speech, 'mark'), marked(speech, 'mark_reached'));

      assert.lengthOf(marked(cut, 'clear'), 1);
      const cleared = cut.findIndex(({ what }) => what === 'clear');
      const [before, after] = [cut.slice(0, cleared), cut.slice(cleared)];
      const reached = marked(before, 'mark_reached');
      assert.deepEqual(reached, marked(before, 'mark').slice(0, reached.length));
      assert.deepEqual(marked(after, 'mark'), marked(after, 'mark_reached'));
    });
  });

type Notes = NonNullable<SimulatedCall['media']>['notes'];

const secondsBetween = (start: string | null, end: string | null): number =>
  (Date.parse(end ?? '') - Date.parse(start ?? '')) / 1000;
