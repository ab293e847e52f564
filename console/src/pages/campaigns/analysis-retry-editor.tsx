import { Button } from '../../parts/button.tsx';
import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import {
  minutesFault,
  NEW_ANALYSIS,
  NEW_PLAN,
  valuesFault,
  WAIT_MINUTES,
  waitFault,
  type AnalysisDraft,
  type AnalysisPlanDraft,
} from './analysis-retry.ts';
import { PlanEnd } from './plan-end.tsx';
import type { SettingsProps } from './bounded-number-field.tsx';
import { settingsStrings as words } from './settings-strings.ts';

/** When contacts that answered are called again, by what the analysis of their calls finds. */
export function AnalysisRetryEditor({ draft, onChange, problemOf }: SettingsProps) {
  const { analysed } = draft;
  return (
    <>
      <Switch
        label={words.analysed}
        hint={words.analysedHint}
        checked={analysed !== null}
        onChange={(isOn) => onChange({ analysed: isOn ? NEW_ANALYSIS : null })}
      />
      {analysed && (
        <AnalysisFields
          draft={analysed}
          maxRetries={Number(draft.maxRetries)}
          onChange={(part) => onChange({ analysed: { ...analysed, ...part } })}
          problem={problemOf('retry_config.by_analysis.field')}
        />
      )}
    </>
  );
}

interface AnalysisFieldsProps {
  readonly draft: AnalysisDraft;
  readonly maxRetries: number;
  readonly onChange: (part: Partial<AnalysisDraft>) => void;
  /** What the API says of the field. */
  readonly problem: string | null;
}

function AnalysisFields({ draft, maxRetries, onChange, problem }: AnalysisFieldsProps) {
  const { field, plans, waitMinutes } = draft;
  const replace = (at: number, next: AnalysisPlanDraft | null): void =>
    onChange({ plans: plans.flatMap((plan, index) => (index === at ? (next ?? []) : plan)) });
  return (
    <div class="stack" role="group" aria-label={words.analysed}>
      <div class="settings-row">
        <TextField
          label={words.analysedField}
          hint={words.analysedFieldHint}
          error={problem}
          value={field}
          required
          onInput={(typed) => onChange({ field: typed })}
        />
        <TextField
          type="number"
          label={words.wait}
          hint={words.waitHint}
          error={waitFault(draft)}
          value={waitMinutes}
          onInput={(typed) => onChange({ waitMinutes: typed })}
          min={WAIT_MINUTES.minimum}
          max={WAIT_MINUTES.maximum}
          step="any"
        />
      </div>
      {plans.map((plan, at) => (
        <PlanRow
          key={at}
          name={words.valuesNumber(at + 1)}
          plan={plan}
          maxRetries={maxRetries}
          onChange={(next) => replace(at, next)}
          onRemove={plans.length > 1 ? () => replace(at, null) : null}
        />
      ))}
      <div class="row">
        <Button icon="plus" onPress={() => onChange({ plans: [...plans, NEW_PLAN] })}>
          {words.addValues}
        </Button>
      </div>
    </div>
  );
}

interface PlanRowProps {
  readonly name: string;
  readonly plan: AnalysisPlanDraft;
  readonly maxRetries: number;
  readonly onChange: (plan: AnalysisPlanDraft) => void;
  /** Null: it is the only one. */
  readonly onRemove: (() => void) | null;
}

const PlanRow = ({ name, plan, maxRetries, onChange, onRemove }: PlanRowProps) => (
  <div class="stack plan" role="group" aria-label={name}>
    <div class="settings-row">
      <TextField
        label={words.values}
        hint={words.valuesHint}
        error={valuesFault(plan)}
        rows={2}
        value={plan.values}
        onInput={(values) => onChange({ ...plan, values })}
      />
      <TextField
        label={words.minutes}
        hint={words.analysedMinutesHint}
        error={minutesFault(plan, maxRetries)}
        value={plan.minutes}
        onInput={(minutes) => onChange({ ...plan, minutes })}
      />
    </div>
    <PlanEnd
      varies={plan.varies}
      onVaries={(varies) => onChange({ ...plan, varies })}
      removal={words.removeValues(name)}
      onRemove={onRemove}
    />
  </div>
);
