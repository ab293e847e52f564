import type { ComponentChildren } from 'preact';
import { Switch } from '../../parts/switch.tsx';
import { strings } from './strings.ts';
import { AnalysisRetryEditor } from './analysis-retry-editor.tsx';
import { BoundedNumberField, type SettingsProps } from './bounded-number-field.tsx';
import { CallerIdFields } from './caller-id-fields.tsx';
import { HoursEditor } from './hours-editor.tsx';
import { RetryPlansEditor } from './retry-plans-editor.tsx';
import { settingsStrings } from './settings-strings.ts';
import { BOUNDS, hasEarlyPlan, type SettingsDraft } from './settings-draft.ts';
import './settings-fields.css';

interface SettingsFieldsProps extends Pick<SettingsProps, 'draft' | 'problemOf'> {
  readonly onChange: (draft: SettingsDraft) => void;
  /** The organisation's numbers at the carrier of the agent. */
  readonly numbers: readonly string[];
}

/** The fields whose problems are shown beside them. */
export const SETTINGS_FIELDS: readonly string[] = [
  ...Object.values(BOUNDS).map(({ field }) => field),
  'caller_id_pool.numbers',
  'retry_config.by_analysis.field',
];

/** How a campaign dials and retries, when it may, and when it stops itself. */
export function SettingsFields({ draft, onChange, problemOf, numbers }: SettingsFieldsProps) {
  const props: SettingsProps = { draft, problemOf, onChange: (part) => onChange({ ...draft, ...part }) };
  return (
    <>
      <Section title={strings.pace}>
        <div class="settings-row">
          <BoundedNumberField name="rate" {...props} />
          <BoundedNumberField name="concurrency" {...props} />
        </div>
      </Section>
      <Section title={settingsStrings.callerIds}>
        <CallerIdFields numbers={numbers} {...props} />
      </Section>
      <Section title={strings.retrying}>
        <Flag name="retries" {...props} />
        {draft.retries && <Retries {...props} />}
      </Section>
      <Section title={strings.schedule}>
        <Flag name="scheduled" hint={strings.fields.scheduledHint} {...props} />
        {draft.scheduled && <HoursEditor timezone={draft.timezone} hours={draft.hours} onChange={props.onChange} />}
      </Section>
      <Section title={strings.breaker}>
        <Flag name="breaker" hint={strings.fields.breakerHint} {...props} />
        {draft.breaker && <Breaker {...props} />}
      </Section>
    </>
  );
}

const Section = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <fieldset class="settings">
    <legend>{title}</legend>
    {children}
  </fieldset>
);

const Retries = (props: SettingsProps) => (
  <>
    <div class="settings-row">
      <BoundedNumberField name="maxRetries" {...props} />
      <BoundedNumberField name="retryDelay" {...props} />
    </div>
    <Flag name="onBusy" {...props} />
    <Flag name="onNoAnswer" {...props} />
    <Flag name="onVoicemail" {...props} />
    <RetryPlansEditor
      plans={props.draft.plans}
      maxRetries={Number(props.draft.maxRetries)}
      onChange={(plans) => props.onChange({ plans })}
    />
    {hasEarlyPlan(props.draft) && (
      <div class="settings-row">
        <BoundedNumberField name="earlySeconds" {...props} />
      </div>
    )}
    <AnalysisRetryEditor {...props} />
  </>
);

const Breaker = (props: SettingsProps) => (
  <>
    <div class="settings-row">
      <BoundedNumberField name="failureShare" {...props} />
      <BoundedNumberField name="windowSeconds" {...props} />
      <BoundedNumberField name="minCalls" {...props} />
    </div>
    <Flag name="probes" hint={strings.fields.probesHint} {...props} />
    {props.draft.probes && <BoundedNumberField name="probeAfter" {...props} />}
  </>
);

interface FlagProps extends SettingsProps {
  readonly name: 'retries' | 'onBusy' | 'onNoAnswer' | 'onVoicemail' | 'scheduled' | 'breaker' | 'probes';
  readonly hint?: string;
}

const Flag = ({ name, hint, draft, onChange }: FlagProps) => (
  <Switch
    label={strings.fields[name]}
    checked={draft[name]}
    onChange={(isOn) => onChange({ [name]: isOn })}
    {...(hint !== undefined && { hint })}
  />
);
