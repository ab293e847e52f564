import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Table } from '../../parts/table.tsx';
import { useAction } from '../../parts/use-action.ts';
import type { AgentForm } from './agent-form.ts';
import { withEndpointing } from './endpointing.ts';
import { withProposedWaits, type ProposedWaits } from './learned-waits.ts';
import { speechStrings as words } from './speech-strings.ts';
import { formStrings } from './strings.ts';

/** Waits learned from the agent's calls, which a person can take over. */
export function LearnedWaitsCard({ form, agentId }: { form: AgentForm; agentId: string }) {
  const [proposed, setProposed] = useState<ProposedWaits | null>(null);
  const [isApplied, setApplied] = useState(false);
  const learning = useAction(async () => {
    const path = { agent_id: agentId };
    setApplied(false);
    setProposed(await answered(api.GET('/api/v1/agents/{agent_id}/proposed-waits', { params: { path } })));
  });
  const apply = (waits: ProposedWaits): void => {
    form.changeConfig(withEndpointing(withProposedWaits(form.draft.config.endpointing, waits)));
    setProposed(null);
    setApplied(true);
  };
  return (
    <section class="card padded stack" aria-labelledby="learned-waits-title">
      <h2 id="learned-waits-title">{words.learnedWaits}</h2>
      <p class="hint">{words.learnedWaitsHint}</p>
      {learning.trouble !== null && <Notice kind="error">{learning.trouble}</Notice>}
      {isApplied && <Notice kind="good">{words.waitsApplied}</Notice>}
      {proposed && <Proposal proposed={proposed} languages={form.catalogue.languages} />}
      <div class="row">
        <Button busy={learning.isBusy} onPress={() => void learning.run()}>
          {words.learn}
        </Button>
        {proposed && proposed.waits.length > 0 && (
          <Button kind="primary" onPress={() => apply(proposed)}>
            {words.applyWaits}
          </Button>
        )}
      </div>
    </section>
  );
}

interface ProposalProps {
  readonly proposed: ProposedWaits;
  readonly languages: Readonly<Record<string, string>>;
}

function Proposal({ proposed, languages }: ProposalProps) {
  const { calls, waits } = proposed;
  if (waits.length === 0) return <p class="soft">{words.noProposal(calls)}</p>;
  return (
    <div class="stack" role="status">
      <Table
        caption={words.learnedWaits}
        rows={waits}
        keyOf={({ language, look }) => `${language} ${look}`}
        columns={[
          {
            label: words.wordsBefore,
            cell: ({ language, look }) => words.wordsOf(formStrings.looks[look], languages[language] ?? language),
          },
          { label: words.currentWait, cell: ({ current_ms }) => words.milliseconds(current_ms), align: 'end' },
          { label: words.proposedWait, cell: ({ wait_ms }) => words.milliseconds(wait_ms), align: 'end' },
          {
            label: words.learnedFrom,
            cell: ({ pauses_within_turns, ends }) => words.sample(pauses_within_turns, ends),
          },
        ]}
      />
      <Effect of={proposed} />
    </div>
  );
}

/** What the waits change in calls that they were not learned from. */
function Effect({ of: { effect, held_out_calls } }: { of: ProposedWaits }) {
  const { current, proposed } = effect;
  const rows = [
    {
      label: words.answersIntoPauses,
      now: words.share(current.cut_offs, current.pauses_within_turns),
      after: words.share(proposed.cut_offs, proposed.pauses_within_turns),
    },
    {
      label: words.averageWait,
      now: words.milliseconds(current.avg_wait_ms),
      after: words.milliseconds(proposed.avg_wait_ms),
    },
  ];
  return (
    <>
      <h3>{words.effect(held_out_calls)}</h3>
      <Table
        caption={words.effect(held_out_calls)}
        rows={rows}
        keyOf={({ label }) => label}
        columns={[
          { label: words.effectOn, cell: ({ label }) => label },
          { label: words.currentWait, cell: ({ now }) => now, align: 'end' },
          { label: words.proposedWait, cell: ({ after }) => after, align: 'end' },
        ]}
      />
    </>
  );
}
