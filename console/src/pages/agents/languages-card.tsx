import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { formStrings } from './strings.ts';
import type { AgentForm } from './agent-form.ts';
import { withLanguages, withModelIn, type LanguageSettings, type OtherLanguage } from './other-languages.ts';
import { JsonField } from './parsed-fields.tsx';

const SWITCHES = Object.entries(formStrings.switches).map(([value, label]) => ({ value, label }));

/** Languages that a call can switch to. */
export function LanguagesCard({ form }: { form: AgentForm }) {
  const { languages, language } = form.draft.config;
  const change = (after: LanguageSettings | undefined): void => form.changeConfig(withLanguages(after));
  const isFree = (id: string): boolean =>
    id !== language.primary && languages?.others.every((other) => other.language !== id) === true;
  const free = Object.keys(form.catalogue.languages).find(isFree) ?? language.primary;
  return (
    <section class="card padded stack" aria-labelledby="languages-title">
      <h2 id="languages-title">{formStrings.otherLanguages}</h2>
      <p class="hint">{formStrings.otherLanguagesHint}</p>
      <div class="field-grid">
        <Select
          label={formStrings.switchBy}
          value={languages?.switch_by ?? ''}
          options={SWITCHES}
          error={form.problemOf('languages.switch_by')}
          onChange={(by) =>
            change(by === '' ? undefined : { others: [], ...languages, switch_by: by as LanguageSettings['switch_by'] })
          }
        />
      </div>
      {languages?.others.map((other, index) => (
        <Other
          key={index}
          form={form}
          other={other}
          path={`languages.others[${index}]`}
          onChange={(after) =>
            change({ ...languages, others: languages.others.map((each, at) => (at === index ? after : each)) })
          }
          onRemove={() => change({ ...languages, others: languages.others.filter((_, at) => at !== index) })}
        />
      ))}
      {languages && (
        <div class="row">
          <Button
            icon="plus"
            onPress={() => change({ ...languages, others: [...languages.others, { language: free, prompt: '' }] })}
          >
            {formStrings.addLanguage}
          </Button>
        </div>
      )}
    </section>
  );
}

interface OtherProps {
  readonly form: AgentForm;
  readonly other: OtherLanguage;
  readonly path: string;
  readonly onChange: (other: OtherLanguage) => void;
  readonly onRemove: () => void;
}

function Other({ form, other, path, onChange, onRemove }: OtherProps) {
  const { languages } = form.catalogue;
  const name = languages[other.language] ?? other.language;
  const model = (kind: 'tts_config' | 'stt_config') => ({
    value: other[kind],
    rows: 3,
    error: form.problemOf(`${path}.${kind}`),
    onValidity: (isValid: boolean) => form.setValidity(`${path}.${kind}`, isValid),
    onChange: (value: unknown) => onChange(withModelIn(other, kind, value)),
  });
  return (
    <div class="stack" role="group" aria-label={name}>
      <div class="pronunciation">
        <Select
          label={formStrings.onlyIn}
          value={other.language}
          options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          error={form.problemOf(`${path}.language`)}
          onChange={(language) => onChange({ ...other, language })}
        />
        <TextField
          label={formStrings.otherPrompt}
          rows={3}
          value={other.prompt}
          error={form.problemOf(`${path}.prompt`)}
          onInput={(prompt) => onChange({ ...other, prompt })}
        />
        <JsonField label={formStrings.otherVoice} hint={formStrings.otherVoiceHint} {...model('tts_config')} />
        <JsonField
          label={formStrings.otherRecognition}
          hint={formStrings.otherRecognitionHint}
          {...model('stt_config')}
        />
      </div>
      <div class="row">
        <Button kind="quiet" icon="trash" label={formStrings.removeLanguage(name)} onPress={onRemove} />
      </div>
    </div>
  );
}
