import { TextField } from '../../parts/text-field.tsx';
import { formStrings } from './strings.ts';
import type { AgentForm } from './agent-form.ts';
import { withLimits, type Limits } from './limits.ts';
import { NumberField } from './parsed-fields.tsx';

const inSeconds = (label: string): string => `${label} (${formStrings.seconds})`;

/** Time limits of calls. */
export function LimitsCard({ form }: { form: AgentForm }) {
  const { limits = {} } = form.draft.config;
  const change = (changes: Parameters<typeof withLimits>[1]): void =>
    form.changeConfig(withLimits(form.draft.config.limits, changes));
  return (
    <section class="card padded stack" aria-label={formStrings.limits}>
      <h2>{formStrings.limits}</h2>
      <div class="field-grid">
        <NumberField
          label={inSeconds(formStrings.maxCall)}
          hint={formStrings.maxCallHint}
          isWhole
          min={60}
          max={14_400}
          value={limits.max_call_seconds ?? null}
          error={form.problemOf('limits.max_call_seconds')}
          onChange={(seconds) => change({ max_call_seconds: seconds })}
        />
        {form.draft.agent_category === 'telephony' && (
          <NumberField
            label={inSeconds(formStrings.ring)}
            hint={formStrings.ringHint}
            isWhole
            min={5}
            max={120}
            value={limits.ring_seconds ?? null}
            error={form.problemOf('limits.ring_seconds')}
            onChange={(seconds) => change({ ring_seconds: seconds })}
          />
        )}
        {limits.max_call_seconds !== undefined && <LastWords form={form} limits={limits} change={change} />}
      </div>
    </section>
  );
}

interface LastWordsProps {
  readonly form: AgentForm;
  readonly limits: Limits;
  readonly change: (changes: Parameters<typeof withLimits>[1]) => void;
}

/** What is said before the end, and at the end. */
const LastWords = ({ form, limits, change }: LastWordsProps) => (
  <>
    <TextField
      label={formStrings.warning}
      hint={formStrings.warningHint}
      value={limits.warning ?? ''}
      error={form.problemOf('limits.warning')}
      onInput={(warning) => change({ warning })}
    />
    {limits.warning !== undefined && (
      <NumberField
        label={inSeconds(formStrings.warningBefore)}
        hint={formStrings.warningBeforeHint}
        isWhole
        min={5}
        max={600}
        value={limits.warning_seconds_before ?? null}
        error={form.problemOf('limits.warning_seconds_before')}
        onChange={(seconds) => change({ warning_seconds_before: seconds })}
      />
    )}
    <TextField
      label={formStrings.limitClosing}
      hint={formStrings.limitClosingHint}
      value={limits.closing ?? ''}
      error={form.problemOf('limits.closing')}
      onInput={(closing) => change({ closing })}
    />
  </>
);
