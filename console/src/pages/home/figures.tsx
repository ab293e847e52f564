import type { ComponentChildren } from 'preact';
import { useAnswer } from '../../parts/use-answer.ts';
import { lengthWords, countWords, secondsWords } from '../../format.ts';
import { words } from '../../words.ts';
import { isLive } from '../calls/call.ts';
import { metricsOf } from '../calls/metrics.ts';
import type { Lately } from './lately.ts';
import { mean } from './recent.ts';

/** The metrics of so many calls make the averages. */
const MEASURED = 10;

/** The figures that matter most. */
export function Figures({ lately: { analytics, calls } }: { readonly lately: Lately }) {
  const live = calls.filter(isLive).length;
  const { calls_attempted, attempts_without_speech: silent, connection_rate, average_duration_seconds } = analytics;
  const { trend_vs_last_week_pct: trend } = analytics;
  return (
    <dl class="figures">
      <Figure name={words.home.live} note={words.home.liveNote}>
        {live > 0 && <span class="live-dot" aria-hidden="true" />}
        {countWords(live)}
      </Figure>
      <Figure name={words.home.attempted} note={silent === 0 ? words.home.allTime : words.home.allTimeBut(silent)}>
        {countWords(calls_attempted)}
      </Figure>
      <Figure name={words.home.rate} note={trend === null ? words.home.allTime : words.home.trend(trend)}>
        {words.home.percent(connection_rate)}
      </Figure>
      <Figure name={words.home.length} note={words.home.ofConnected}>
        {lengthWords(average_duration_seconds)}
      </Figure>
      <Latency calls={calls} />
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly note: string;
  readonly children: ComponentChildren;
}

const Figure = ({ name, note, children }: FigureProps) => (
  <div class="card">
    <dt>{name}</dt>
    <dd class="figure">{children}</dd>
    <dd class="hint">{note}</dd>
  </div>
);

/** How long callers waited for replies lately. */
function Latency({ calls }: Pick<Lately, 'calls'>) {
  const measured = calls.filter(({ recording_url }) => recording_url !== null).slice(0, MEASURED);
  const metrics = useAnswer(
    () => Promise.all(measured.map(({ call_id }) => metricsOf(call_id))),
    measured.map(({ call_id }) => call_id).join(),
  );
  const known = (metrics.value ?? []).flatMap((one) => one ?? []);
  const waited = mean(known.flatMap(({ latencies }) => latencies.user_to_bot_secs));
  const [llm, tts] = [
    mean(known.map(({ summary }) => summary.avg_llm_secs)),
    mean(known.map(({ summary }) => summary.avg_tts_secs)),
  ];
  const parts = [
    llm === null ? null : `${words.stages.llm} ${secondsWords(llm)}`,
    tts === null ? null : `${words.stages.tts} ${secondsWords(tts)}`,
  ].filter((part) => part !== null);
  return (
    <Figure name={words.home.latency} note={parts.join(' · ') || words.home.latencyNote(MEASURED)}>
      {waited === null ? '–' : secondsWords(waited)}
    </Figure>
  );
}
