import type { ComponentChildren } from 'preact';
import { AsyncView } from '../../parts/async-view.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import { formatCount, formatDuration, formatSeconds, formatShare } from '../../format.ts';
import { readVersionMetrics } from './read-versions.ts';
import { versionStrings as strings } from './version-strings.ts';
import type { VersionMetrics } from './versions.ts';

interface VersionMetricsTableProps {
  readonly agentId: string;
  readonly versions: readonly number[];
}

/** How the calls of versions went: a row for each metric, a column for each version. */
export function VersionMetricsTable({ agentId, versions }: VersionMetricsTableProps) {
  const metrics = useQuery(() => readVersionMetrics(agentId, versions), versions.join('/'));
  return (
    <AsyncView query={metrics}>
      {(found) => (
        <Table
          caption={strings.metrics}
          columns={[
            { label: strings.metrics, cell: ([label]) => label },
            ...found.map((of): Column<Metric> => ({
              label: strings.number(of.agent_version),
              cell: ([, cellOf]) => cellOf(of),
              align: 'end',
            })),
          ]}
          rows={METRICS}
          keyOf={([label]) => label}
        />
      )}
    </AsyncView>
  );
}

type Metric = readonly [label: string, cellOf: (of: VersionMetrics) => ComponentChildren];

const partOf = (count: number, of: number): string =>
  of === 0 ? formatCount(count) : `${formatCount(count)} (${formatShare(count / of)})`;

const METRICS: readonly Metric[] = [
  [
    strings.calls,
    ({ agent_id, agent_version, total }) => (
      <a href={at(`/calls?agent=${agent_id}&version=${agent_version}`)}>{formatCount(total)}</a>
    ),
  ],
  [strings.conversations, ({ conversations }) => formatCount(conversations)],
  [strings.failed, ({ failed, conversations }) => partOf(failed, conversations)],
  [strings.earlyHangUps, ({ early_hang_ups: early, conversations }) => partOf(early, conversations)],
  [strings.success, ({ success: { yes, no } }) => (yes + no === 0 ? null : strings.successOf(yes, yes + no))],
  [strings.length, ({ average_duration: seconds }) => seconds !== null && formatDuration(seconds)],
  [strings.interrupted, ({ interrupted_share: share }) => share !== null && formatShare(share)],
  [strings.replies, ({ reply_seconds: seconds }) => seconds !== null && formatSeconds(seconds)],
];
