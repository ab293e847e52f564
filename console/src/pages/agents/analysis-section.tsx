import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Agent } from './agent.ts';
import type { AgentForm } from './agent-form.ts';
import { NEW_ANALYSIS, withAnalysis, type Analysis } from './analysis.ts';
import { AnalysisFieldsCard } from './analysis-fields-card.tsx';
import { AnalysisSuppressionCard } from './analysis-suppression-card.tsx';
import { AnalysisRunsCard } from './analysis-runs-card.tsx';
import { analysisStrings as words } from './analysis-strings.ts';
import { AnalysisTrial } from './analysis-trial.tsx';
import { ModelFields } from './models-section.tsx';
import { NumberField } from './parsed-fields.tsx';
import { FieldErrors } from './tool-errors.tsx';
import { isStored, withPart } from './tools.ts';

interface AnalysisSectionProps {
  readonly form: AgentForm;
  /** The agent as it is stored; null for a new one. */
  readonly agent: Agent | null;
}

/** What a model finds out about calls after their end. */
export function AnalysisSection({ form, agent }: AnalysisSectionProps) {
  const { analysis } = form.draft.config;
  const set = (part: Readonly<Record<string, unknown>>): void =>
    form.changeConfig(withAnalysis(withPart(analysis ?? NEW_ANALYSIS, part)));
  const stored = agent?.config.analysis;
  return (
    <div class="stack">
      <section class="card padded stack" aria-labelledby="analysis-title">
        <h2 id="analysis-title">{words.title}</h2>
        <p class="hint">{words.hint}</p>
        <FieldErrors problems={form.problemsIn('analysis').filter(({ path }) => path === 'analysis')} />
        <Switch
          label={words.on}
          hint={words.onHint}
          checked={analysis !== undefined}
          onChange={(on) => form.changeConfig(withAnalysis(on ? NEW_ANALYSIS : null))}
        />
        {analysis && <TextFields form={form} analysis={analysis} set={set} />}
      </section>
      {analysis && (
        <>
          <AnalysisFieldsCard form={form} fields={analysis.fields} onChange={(fields) => set({ fields })} />
          <AnalysisSuppressionCard form={form} analysis={analysis} onChange={(rule) => set({ do_not_call: rule })} />
          <ModelCard form={form} analysis={analysis} set={set} />
          <AnalysisTrial agent={agent} isSaved={stored !== undefined && isStored(analysis, [stored])} />
        </>
      )}
      {agent && stored && <AnalysisRunsCard agentId={agent.agent_id} />}
    </div>
  );
}

interface PartProps {
  readonly form: AgentForm;
  readonly analysis: Analysis;
  /** Replaces parts of the section. Empty ones are left out. */
  readonly set: (part: Readonly<Record<string, unknown>>) => void;
}

const TextFields = ({ form, analysis, set }: PartProps) => (
  <>
    <Switch
      label={words.summary}
      checked={analysis.summary}
      error={form.problemOf('analysis.summary')}
      onChange={(summary) => set({ summary })}
    />
    <TextField
      label={words.criterion}
      hint={words.criterionHint}
      rows={2}
      optional
      value={analysis.success_criterion ?? ''}
      error={form.problemOf('analysis.success_criterion')}
      onInput={(success_criterion) => set({ success_criterion })}
    />
    <TextField
      label={words.instructions}
      hint={words.instructionsHint}
      rows={2}
      optional
      value={analysis.instructions ?? ''}
      error={form.problemOf('analysis.instructions')}
      onInput={(instructions) => set({ instructions })}
    />
    <NumberField
      label={words.transcript}
      hint={words.transcriptHint}
      isWhole
      min={500}
      max={100_000}
      value={analysis.max_transcript_tokens ?? null}
      error={form.problemOf('analysis.max_transcript_tokens')}
      onChange={(max_transcript_tokens) => set({ max_transcript_tokens })}
    />
  </>
);

/** The model that analyses, if it is not the agent's own. */
function ModelCard({ form, analysis: { llm_config: model }, set }: PartProps) {
  const { provider } = form.draft.config.models.llm_config;
  return (
    <section class="card padded stack" aria-labelledby="analysis-model-title">
      <h2 id="analysis-model-title">{words.model}</h2>
      <FieldErrors
        problems={form.problemsIn('analysis.llm_config').filter(({ path }) => path === 'analysis.llm_config')}
      />
      <Switch
        label={words.ownModel}
        hint={words.ownModelHint}
        checked={model !== undefined}
        onChange={(on) => set({ llm_config: on ? { provider } : null })}
      />
      {model && (
        <ModelFields
          form={form}
          kind="llm"
          supportsLanguage={() => true}
          label={words.provider}
          path="analysis.llm_config"
          config={model}
          onChange={(llm_config) => set({ llm_config })}
        />
      )}
    </section>
  );
}
