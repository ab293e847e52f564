import { AsyncView } from '../../parts/async-view.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { formStrings } from './strings.ts';
import type { ProviderConfig } from './agent.ts';
import { readSetting } from './catalogue.ts';
import type { ModelKind } from './draft.ts';
import type { AgentForm } from './agent-form.ts';
import { SettingControl } from './setting-control.tsx';
import { settingFields, withSetting, type SettingField } from './setting-fields.ts';

interface ProviderSettingsProps {
  readonly form: AgentForm;
  readonly kind: ModelKind;
  /** Where the configuration stands in the request, as in `models.stt_config`. */
  readonly path: string;
  readonly config: ProviderConfig;
  /** Whether the provider knows the agent's language: only then does it say what it offers for it. */
  readonly supportsLanguage: boolean;
  readonly onChange: (config: ProviderConfig) => void;
}

/** The settings of one provider: the main ones, and the others collapsed. */
export function ProviderSettings({ form, kind, path, config, supportsLanguage, onChange }: ProviderSettingsProps) {
  const { provider } = config;
  const agentLanguage = form.draft.config.language.primary;
  const language = kind !== 'llm' && supportsLanguage ? agentLanguage : undefined;
  const setting = useQuery(() => readSetting(kind, provider, language), `${kind}/${provider}/${language ?? ''}`);
  const control = (field: SettingField) => {
    const at = `${path}.${field.name}`;
    return (
      <SettingControl
        key={field.name}
        field={field}
        value={config[field.name]}
        error={form.problemOf(at)}
        onChange={(value) => onChange(withSetting(config, field.name, value))}
        onValidity={(isValid) => form.setValidity(at, isValid)}
      />
    );
  };
  return (
    <AsyncView query={setting}>
      {(known) => {
        const fields = settingFields(known, config, form.catalogue.languages, agentLanguage);
        const [plain, others] = [fields.filter(({ isPlain }) => isPlain), fields.filter(({ isPlain }) => !isPlain)];
        const hasProblem = others.some(({ name }) => form.problemOf(`${path}.${name}`) !== null);
        return (
          <>
            <p class="hint">{known.description}</p>
            {plain.length > 0 && <div class="field-grid">{plain.map(control)}</div>}
            {others.length > 0 && (
              <details class="more-settings" {...(hasProblem && { open: true })}>
                <summary>{formStrings.more(others.length)}</summary>
                <div class="field-grid">{others.map(control)}</div>
              </details>
            )}
          </>
        );
      }}
    </AsyncView>
  );
}
