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

/** How the calls of versions went, beside each other. */
export function VersionMetricsTable({ agentId, versions }: VersionMetricsTableProps) {
  const metrics = useQuery(() => readVersionMetrics(agentId, versions), versions.join('/'));
  return (
    <AsyncView query={metrics}>
      {(rows) => (
        <Table
          caption={strings.metrics}
          columns={COLUMNS}
          rows={rows}
          keyOf={({ agent_version }) => String(agent_version)}
        />
      )}
    </AsyncView>
  );
}

const partOf = (count: number, of: number): string =>
  of === 0 ? formatCount(count) : `${formatCount(count)} (${formatShare(count / of)})`;

const COLUMNS: readonly Column<VersionMetrics>[] = [
  { label: strings.version, cell: ({ agent_version }) => strings.number(agent_version) },
  {
    label: strings.calls,
    cell: ({ agent_id, agent_version, total }) => (
      <a href={at(`/calls?agent=${agent_id}&version=${agent_version}`)}>{formatCount(total)}</a>
    ),
    align: 'end',
  },
  { label: strings.conversations, cell: ({ conversations }) => formatCount(conversations), align: 'end' },
  { label: strings.failed, cell: ({ failed, conversations }) => partOf(failed, conversations), align: 'end' },
  {
    label: strings.earlyHangUps,
    cell: ({ early_hang_ups: early, conversations }) => partOf(early, conversations),
    align: 'end',
  },
  {
    label: strings.success,
    cell: ({ success: { yes, no } }) => (yes + no === 0 ? null : strings.successOf(yes, yes + no)),
    align: 'end',
  },
  {
    label: strings.length,
    cell: ({ average_duration: seconds }) => seconds !== null && formatDuration(seconds),
    align: 'end',
  },
  {
    label: strings.interrupted,
    cell: ({ interrupted_share: share }) => share !== null && formatShare(share),
    align: 'end',
  },
  {
    label: strings.replies,
    cell: ({ reply_seconds: seconds }) => seconds !== null && formatSeconds(seconds),
    align: 'end',
  },
];
