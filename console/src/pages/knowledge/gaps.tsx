import { answered, api, type components } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Badge } from '../../parts/badge.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterChoice } from '../../parts/filter-bar.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Pager } from '../../parts/pager.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import './gaps.css';
import { gapStrings as words } from './strings.ts';

type Group = components['schemas']['GapGroup'];
type Gap = components['schemas']['Gap'];

const LIMIT = 20;
const QUIET_MS = 30_000;
const PARTS = { kind: ['unanswered', 'wrong'] } as const;

/** Questions that the documents do not answer, and answers that were marked as wrong, with their calls. */
export function Gaps() {
  const { filter, change, offset, move } = useFilters(PARTS);
  const { kind } = filter;
  const query = { limit: LIMIT, offset, ...(kind !== '' && { kind }) };
  const gaps = useQuery(() => answered(api.GET('/api/v1/calls/gaps', { params: { query } })), `${kind}/${offset}`, {
    everyMs: QUIET_MS,
    keepsLast: true,
  });
  return (
    <section class="stack" aria-label={words.title}>
      <p class="soft">{words.lead}</p>
      <div class="gap-filter">
        <FilterChoice
          label={words.show}
          words={words.kinds}
          value={kind}
          onChange={(chosen) => change({ kind: chosen })}
        />
      </div>
      <AsyncView query={gaps}>
        {({ gaps: groups, total, has_older: hasOlder }) =>
          groups.length === 0 ? (
            <EmptyState icon="search" title={words.none}>
              {words.noneWhy}
            </EmptyState>
          ) : (
            <>
              <ol class="stack gaps">
                {groups.map((group) => (
                  <GapCard
                    key={`${group.kind} ${group.answers[0]?.call_id} ${group.answers[0]?.number}`}
                    group={group}
                  />
                ))}
              </ol>
              {hasOlder && <p class="hint">{words.older}</p>}
              <Pager offset={offset} limit={LIMIT} total={total} shown={groups.length} onMove={move} />
            </>
          )
        }
      </AsyncView>
    </section>
  );
}

const GapCard = ({ group: { question, kind, count, answers } }: { readonly group: Group }) => (
  <li class="card padded stack">
    <h2 class="gap-question">
      {question} <Badge tone={kind === 'wrong' ? 'bad' : 'warn'}>{words.kinds[kind]}</Badge>{' '}
      <span class="hint">{words.count(count)}</span>
    </h2>
    <ul class="stack">
      {answers.map((gap) => (
        <GapRow key={`${gap.call_id} ${gap.number}`} gap={gap} heading={question} />
      ))}
    </ul>
  </li>
);

/** One answer. Its question is shown where it is not the heading already. */
const GapRow = ({ gap, heading }: { readonly gap: Gap; readonly heading: string }) => (
  <li class="gap">
    <a href={at(`/calls/${gap.call_id}`)}>{words.call(gap.agent_name ?? gap.agent_id)}</a> <Moment at={gap.at} />
    <Facts
      of={[
        [words.asked, gap.question === heading ? null : gap.question],
        [words.answered, gap.answer],
        [words.note, gap.note],
        [words.correct, gap.correct_answer],
      ]}
    />
  </li>
);
