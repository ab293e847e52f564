import { useMemo } from 'preact/hooks';
import { answered, api, interruptions } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import type { Playback } from '../../parts/recording/playback.ts';
import { saveBlob } from '../../parts/save-blob.ts';
import { Notice } from '../../parts/notice.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useQuery } from '../../parts/use-query.ts';
import { formatSeconds } from '../../format.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { callStrings } from './strings.ts';
import { AddToSuite } from './add-to-suite.tsx';
import type { Call } from './call.ts';
import { replyLatencies } from './latency.ts';
import { LatencyChart } from './latency-chart.tsx';
import { metricsOf, type Metrics } from './metrics.ts';
import { Player } from './recording/player.tsx';
import { useRecording } from './recording/use-recording.ts';
import { readTranscript, recordingStart } from './transcript.ts';
import { Transcript } from './transcript-view.tsx';

/** The recording, what was said in it, and how fast the agent was, side by side in time. */
export function CallArtifacts({ call }: { readonly call: Call }) {
  const recording = useRecording(call.recording_url === null ? null : call.call_id);
  const artifacts = useQuery(() => loadArtifacts(call), `${call.call_id} ${call.transcript_url} ${call.status}`);
  return (
    <>
      {call.recording_url !== null && (
        <section class="card padded stack">
          <h2>{callStrings.recording}</h2>
          <Player callId={call.call_id} recording={recording} />
        </section>
      )}
      <AsyncView query={artifacts}>
        {(value) => <TranscriptAndLatency call={call} artifacts={value} playback={recording.playback} />}
      </AsyncView>
    </>
  );
}

interface LoadedArtifacts {
  readonly text: string;
  readonly metrics: Metrics | null;
}

async function loadArtifacts({ call_id, transcript_url }: Call): Promise<LoadedArtifacts> {
  const params = { path: { call_id } };
  const [text, metrics] = await Promise.all([
    transcript_url === null ? '' : answered(api.GET('/api/v1/calls/{call_id}/transcript', { params, parseAs: 'text' })),
    metricsOf(call_id),
  ]);
  return { text: text, metrics };
}

interface TranscriptAndLatencyProps {
  readonly call: Call;
  readonly artifacts: LoadedArtifacts;
  readonly playback: Playback | null;
}

function TranscriptAndLatency({ call, artifacts: { text, metrics }, playback }: TranscriptAndLatencyProps) {
  const lines = useMemo(() => readTranscript(text, call.agents), [text, call.agents]);
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
            <h2>{callStrings.transcript}</h2>
            <div class="row">
              <AddToSuite call={call} />
              <SaveScenario callId={call.call_id} />
              <Button kind="quiet" icon="download" onPress={save}>
                {callStrings.saveTranscript}
              </Button>
            </div>
          </div>
          <Transcript lines={lines} start={start} playback={playback} />
        </section>
      )}
      {metrics && (
        <section class="card padded stack">
          <h2>{callStrings.latency}</h2>
          <Averages metrics={metrics} />
          {replies.length > 0 && <LatencyChart replies={replies} onJump={jump} />}
        </section>
      )}
    </>
  );
}

/** Downloads the call as a test, which plays its inputs again. */
function SaveScenario({ callId }: { readonly callId: string }) {
  const params = { path: { call_id: callId } };
  const save = useAction(async () => {
    const file = api.GET('/api/v1/calls/{call_id}/scenario', { params, parseAs: 'blob' });
    saveBlob(await answered<Blob>(file), `${callId}.yaml`);
  });
  return (
    <>
      {save.trouble !== null && <Notice kind="error">{save.trouble}</Notice>}
      <Button kind="quiet" icon="download" busy={save.isBusy} onPress={() => void save.run()}>
        {callStrings.saveScenario}
      </Button>
    </>
  );
}

function Averages({ metrics: { summary, latencies, turns } }: { readonly metrics: Metrics }) {
  const secs = (value: number | null | undefined): string | null =>
    value === null || value === undefined ? null : formatSeconds(value);
  return (
    <Facts
      of={[
        [
          callStrings.waitedAverage,
          latencies.user_to_bot_secs.length > 0 ? secs(summary.user_bot_latency_avg_secs) : null,
        ],
        [sharedStrings.stages.stt, secs(summary.avg_stt_secs)],
        [sharedStrings.stages.llm, secs(summary.avg_llm_secs)],
        [sharedStrings.stages.tts, secs(summary.avg_tts_secs)],
        [callStrings.firstSpeech, secs(latencies.first_bot_speech_secs)],
        [callStrings.replies, String(latencies.user_to_bot_secs.length)],
        [callStrings.interrupted, String(interruptions(turns))],
      ]}
    />
  );
}
