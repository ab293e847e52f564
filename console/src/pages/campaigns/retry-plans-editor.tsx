import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { PlanEnd } from './plan-end.tsx';
import { freeOutcomes, planFault, type PlanDraft, type PlannedOutcome } from './retry-plans.ts';
import { settingsStrings as words } from './settings-strings.ts';

interface RetryPlansEditorProps {
  readonly plans: readonly PlanDraft[];
  readonly maxRetries: number;
  readonly onChange: (plans: readonly PlanDraft[]) => void;
}

/** When contacts are called again after an outcome, for outcomes that are to differ from the others. */
export function RetryPlansEditor({ plans, maxRetries, onChange }: RetryPlansEditorProps) {
  const free = freeOutcomes(plans);
  const replace = (at: number, next: PlanDraft | null): void =>
    onChange(plans.flatMap((plan, index) => (index === at ? (next ?? []) : plan)));
  return (
    <div class="stack" role="group" aria-label={words.plans}>
      <p class="hint">{words.plansHint}</p>
      {plans.map((plan, at) => (
        <PlanRow
          key={plan.outcome}
          plan={plan}
          free={free}
          error={planFault(plan, maxRetries)}
          onChange={(next) => replace(at, next)}
        />
      ))}
      {free[0] && (
        <div class="row">
          <Button icon="plus" onPress={() => onChange([...plans, { outcome: free[0]!, minutes: '', varies: false }])}>
            {words.addPlan}
          </Button>
        </div>
      )}
    </div>
  );
}

interface PlanRowProps {
  readonly plan: PlanDraft;
  readonly free: readonly PlannedOutcome[];
  readonly error: string | null;
  readonly onChange: (plan: PlanDraft | null) => void;
}

function PlanRow({ plan, free, error, onChange }: PlanRowProps) {
  const name = words.outcomes[plan.outcome];
  return (
    <div class="stack plan" role="group" aria-label={words.plan(name)}>
      <div class="settings-row">
        <Select
          label={words.outcome}
          value={plan.outcome}
          options={[plan.outcome, ...free].map((value) => ({ value, label: words.outcomes[value] }))}
          onChange={(outcome) => onChange({ ...plan, outcome: outcome as PlannedOutcome })}
        />
        <TextField
          label={words.minutes}
          hint={words.minutesHint}
          error={error}
          value={plan.minutes}
          onInput={(minutes) => onChange({ ...plan, minutes })}
        />
      </div>
      <PlanEnd
        varies={plan.varies}
        onVaries={(varies) => onChange({ ...plan, varies })}
        removal={words.removePlan(name)}
        onRemove={() => onChange(null)}
      />
    </div>
  );
}
