import { useMemo } from 'preact/hooks';
import { answered, api, interruptions } from '../../api.ts';
import { Answered } from '../../parts/answered.tsx';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { saveBlob } from '../../parts/save-blob.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { secondsWords } from '../../format.ts';
import { words } from '../../words.ts';
import type { Call } from './call.ts';
import { replyLatencies } from './latency.ts';
import { LatencyChart } from './latency-chart.tsx';
import { metricsOf, type Metrics } from './metrics.ts';
import { Player } from './recording/player.tsx';
import type { Playback } from './recording/playback.ts';
import { useRecording } from './recording/use-recording.ts';
import { readTranscript, recordingStart } from './transcript.ts';
import { Transcript } from './transcript-view.tsx';

/** The recording, what was said in it, and how fast the agent was, side by side in time. */
export function Conversation({ call }: { readonly call: Call }) {
  const recording = useRecording(call.recording_url === null ? null : call.call_id);
  const told = useAnswer(() => askFor(call), `${call.call_id} ${call.transcript_url} ${call.status}`);
  return (
    <>
      {call.recording_url !== null && (
        <section class="card padded stack">
          <h2>{words.callPage.recording}</h2>
          <Player callId={call.call_id} recording={recording} />
        </section>
      )}
      <Answered to={told}>{(value) => <Told call={call} told={value} playback={recording.playback} />}</Answered>
    </>
  );
}

interface Known {
  readonly text: string;
  readonly metrics: Metrics | null;
}

async function askFor({ call_id, transcript_url }: Call): Promise<Known> {
  const params = { path: { call_id } };
  const [text, metrics] = await Promise.all([
    transcript_url === null ? '' : answered(api.GET('/api/v1/calls/{call_id}/transcript', { params, parseAs: 'text' })),
    metricsOf(call_id),
  ]);
  return { text: text, metrics };
}

interface ToldProps {
  readonly call: Call;
  readonly told: Known;
  readonly playback: Playback | null;
}

function Told({ call, told: { text, metrics }, playback }: ToldProps) {
  const lines = useMemo(() => readTranscript(text), [text]);
  const replies = metrics ? replyLatencies(metrics.latencies) : [];
  const start = recordingStart({
    lines,
    firstSpeechSecs: metrics && metrics.transport.client_connected_secs + metrics.latencies.first_bot_speech_secs,
    endedAt: call.end_time_utc,
    recordedSecs: playback?.seconds ?? null,
  });
  const jump = playback && start !== null ? (at: number) => playback.playFrom((at - start) / 1_000) : null;
  const save = (): void => saveBlob(new Blob([text], { type: 'text/plain' }), `${call.call_id}.txt`);
  return (
    <>
      {lines.length > 0 && (
        <section class="card padded stack">
          <div class="row transcript-head">
            <h2>{words.callPage.transcript}</h2>
            <Button kind="quiet" icon="download" onPress={save}>
              {words.callPage.saveTranscript}
            </Button>
          </div>
          <Transcript lines={lines} start={start} playback={playback} />
        </section>
      )}
      {metrics && (
        <section class="card padded stack">
          <h2>{words.callPage.latency}</h2>
          <Averages metrics={metrics} />
          {replies.length > 0 && <LatencyChart replies={replies} onJump={jump} />}
        </section>
      )}
    </>
  );
}

function Averages({ metrics: { summary, latencies, turns } }: { readonly metrics: Metrics }) {
  const secs = (value: number | null | undefined): string | null =>
    value === null || value === undefined ? null : secondsWords(value);
  return (
    <Facts
      of={[
        [
          words.callPage.waitedAverage,
          latencies.user_to_bot_secs.length > 0 ? secs(summary.user_bot_latency_avg_secs) : null,
        ],
        [words.stages.stt, secs(summary.avg_stt_secs)],
        [words.stages.llm, secs(summary.avg_llm_secs)],
        [words.stages.tts, secs(summary.avg_tts_secs)],
        [words.callPage.firstSpeech, secs(latencies.first_bot_speech_secs)],
        [words.callPage.replies, String(latencies.user_to_bot_secs.length)],
        [words.callPage.interrupted, String(interruptions(turns))],
      ]}
    />
  );
}
