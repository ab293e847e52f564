import { EntryList } from '../entry-list.tsx';
import type { AgentForm } from '../agent-form.ts';
import { FieldErrors } from '../tool-errors.tsx';
import { entryId, StageGraph } from './stage-graph.tsx';
import { StageForm } from './stage-form.tsx';
import { stageStrings as words } from './stage-strings.ts';
import { StageWays } from './stage-ways.tsx';
import { blankStage, withStages, type Stage } from './stage-model.ts';
import './stages-section.css';

/** The stages of the agent: a list to edit, and the graph of what it says. */
export function StagesSection({ form }: { readonly form: AgentForm }) {
  const stages = (form.draft.config.stages ?? []) as readonly Stage[];
  const change = (after: readonly Stage[]): void => form.changeConfig(withStages(after));
  return (
    <div class={stages.length === 0 ? 'stack' : 'stages'}>
      <section class="card padded stack" aria-labelledby="stages-title">
        <h2 id="stages-title">{words.title}</h2>
        <p class="hint">{words.hint}</p>
        <FieldErrors problems={form.problemsIn('stages').filter(({ path }) => path === 'stages')} />
        <EntryList
          {...{ form, words }}
          entries={stages}
          path="stages"
          titleOf={({ id }) => id}
          summaryOf={(stage, place) => <StageWays {...{ stage, place }} />}
          idOf={entryId}
          blank={() => blankStage(stages)}
          onChange={change}
        >
          {(entry) => <StageForm {...entry} stages={stages} onStages={change} />}
        </EntryList>
      </section>
      {stages.length > 0 && (
        <section class="card padded stages-graph" aria-label={words.graph}>
          <StageGraph stages={stages} />
        </section>
      )}
    </div>
  );
}
