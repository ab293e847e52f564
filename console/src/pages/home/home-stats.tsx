import { Stat, Stats } from '../../parts/stat.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { formatCount, formatDuration, formatPercent, formatSeconds } from '../../format.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { strings } from './strings.ts';
import { isLive } from '../calls/call.ts';
import { metricsOf } from '../calls/metrics.ts';
import type { RecentSummary } from './recent-summary.ts';
import { mean } from './recent.ts';

/** Number of calls behind the averages. */
const MEASURED = 10;

/** Key statistics. */
export function HomeStats({ recent: { analytics, calls } }: { readonly recent: RecentSummary }) {
  const live = calls.filter(isLive).length;
  const { calls_attempted, attempts_without_speech: silent, connection_rate, average_duration_seconds } = analytics;
  const { trend_vs_last_week_pct: trend } = analytics;
  return (
    <Stats>
      <Stat name={strings.live} note={strings.liveNote}>
        {live > 0 && <span class="live-dot" aria-hidden="true" />}
        {formatCount(live)}
      </Stat>
      <Stat name={strings.attempted} note={silent === 0 ? strings.allTime : strings.allTimeBut(silent)}>
        {formatCount(calls_attempted)}
      </Stat>
      <Stat name={strings.rate} note={trend === null ? strings.allTime : strings.trend(trend)}>
        {formatPercent(connection_rate)}
      </Stat>
      <Stat name={strings.length} note={strings.ofConnected}>
        {formatDuration(average_duration_seconds)}
      </Stat>
      <Latency calls={calls} />
    </Stats>
  );
}

/** How long callers waited for replies lately. */
function Latency({ calls }: Pick<RecentSummary, 'calls'>) {
  const measured = calls.filter(({ recording_url }) => recording_url !== null).slice(0, MEASURED);
  const metrics = useQuery(
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
    llm === null ? null : `${sharedStrings.stages.llm} ${formatSeconds(llm)}`,
    tts === null ? null : `${sharedStrings.stages.tts} ${formatSeconds(tts)}`,
  ].filter((part) => part !== null);
  return (
    <Stat name={strings.latency} note={parts.join(' · ') || strings.latencyNote(MEASURED)}>
      {waited === null ? '–' : formatSeconds(waited)}
    </Stat>
  );
}
