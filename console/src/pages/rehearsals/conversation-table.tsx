import { FilterBar, FilterChoice, NoMatch } from '../../parts/filter-bar.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { formatDuration, formatSeconds } from '../../format.ts';
import { at } from '../../paths.ts';
import {
  eitherOf,
  isShown,
  isUnfinished,
  SHOWN,
  worstFirst,
  type ConversationPair,
  type ConversationSummary,
  type Run,
} from './rehearsal.ts';
import { conversationStrings, runStrings as strings, strings as listStrings } from './strings.ts';
import { VerdictBadge } from './verdicts.tsx';
import './rehearsals.css';

interface ConversationTableProps {
  readonly run: Run;
  readonly conversations: readonly ConversationSummary[];
}

const PARTS = { show: SHOWN } as const;
/** Conversations on one page of the list. */
const PAGE = 100;

/** The conversations of a run, those that failed first. Of two agents they are in pairs. */
export function ConversationTable({ run, conversations }: ConversationTableProps) {
  const { filter, change, clear, isNarrowed, offset, move } = useFilters(PARTS);
  const pairs = worstFirst(conversations);
  if (pairs.length === 0) return isUnfinished(run) ? null : <p class="soft">{strings.noneAtAll}</p>;
  const isPaired = run.sides.length > 1;
  const { problems, different } = strings.shown;
  const words: Readonly<Record<string, string>> = isPaired ? { problems, different } : { problems };
  const rows = pairs.filter((pair) => isShown(filter.show, pair));
  const shown = rows.slice(offset, offset + PAGE);
  return (
    <section class="stack" aria-labelledby="run-conversations">
      <h2 id="run-conversations">{listStrings.conversations}</h2>
      <FilterBar label={strings.filters} isNarrowed={isNarrowed} onClear={clear}>
        <FilterChoice
          label={strings.show}
          none={strings.shown.all}
          words={words}
          value={filter.show}
          onChange={(show) => change({ show: SHOWN.find((each) => each === show) ?? '' })}
        />
      </FilterBar>
      {rows.length === 0 ? (
        <NoMatch onClear={clear} />
      ) : (
        <Table
          caption={listStrings.conversations}
          columns={[titleColumn(run), ...(isPaired ? PAIRED : ALONE)]}
          rows={shown}
          keyOf={({ position }) => String(position)}
        />
      )}
      <Pager offset={offset} limit={PAGE} total={rows.length} shown={shown.length} onMove={move} />
    </section>
  );
}

const titleColumn = ({ run_id, runs }: Run): Column<ConversationPair> => ({
  label: strings.conversation,
  cell: (pair) => {
    const { conversation_id, title, persona, run } = eitherOf(pair);
    return (
      <span>
        <a class="row-link" href={at(`/rehearsals/runs/${run_id}/${conversation_id}`)}>
          {title}
        </a>{' '}
        <span class="hint">{[persona, runs > 1 && conversationStrings.runOf(run)].filter(Boolean).join(', ')}</span>
      </span>
    );
  },
});

const problemOf = ({ a, b }: ConversationPair): string | undefined => a?.problems[0] ?? b?.problems[0];

const PROBLEM: Column<ConversationPair> = {
  label: strings.problem,
  cell: (pair) => <span class="first-problem">{problemOf(pair)}</span>,
};

const verdictColumn = (side: 'a' | 'b'): Column<ConversationPair> => ({
  label: side.toUpperCase(),
  cell: (pair) => <VerdictBadge verdict={pair[side]?.verdict ?? null} />,
});

const PAIRED: readonly Column<ConversationPair>[] = [verdictColumn('a'), verdictColumn('b'), PROBLEM];

const ALONE: readonly Column<ConversationPair>[] = [
  { label: strings.verdict, isInCorner: true, cell: (pair) => <VerdictBadge verdict={eitherOf(pair).verdict} /> },
  PROBLEM,
  { label: conversationStrings.length, align: 'end', cell: (pair) => formatDuration(eitherOf(pair).length_ms / 1_000) },
  {
    label: conversationStrings.latency,
    align: 'end',
    cell: (pair) => {
      const { median_latency_ms: ms } = eitherOf(pair);
      return ms !== null && formatSeconds(ms / 1_000);
    },
  },
];
