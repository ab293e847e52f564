import { Notice } from '../../parts/notice.tsx';
import { Switch } from '../../parts/switch.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { formStrings } from './strings.ts';
import type { ProviderConfig } from './agent.ts';
import { providersOfLanguage } from './catalogue.ts';
import { modelOf, withModel, type ModelKind } from './draft.ts';
import { isReady } from './first-provider.ts';
import type { AgentForm } from './agent-form.ts';
import { ProviderPicker } from './provider-picker.tsx';
import { ProviderSettings } from './provider-settings.tsx';

/** In the order in which they take part in an answer. */
const ORDER: readonly ModelKind[] = ['stt', 'llm', 'tts'];

/** Whether a provider supports the agent's language. True while unknown. */
type SupportsLanguage = (kind: ModelKind, provider: string) => boolean;

/** STT, LLM and TTS providers of the agent. */
export function ModelsSection({ form }: { form: AgentForm }) {
  const { primary } = form.draft.config.language;
  const supported = useQuery(() => providersOfLanguage(primary), primary);
  const supportsLanguage: SupportsLanguage = (kind, provider) =>
    kind === 'llm' || (supported.value?.[kind].has(provider) ?? true);
  return (
    <div class="stack">
      {ORDER.map((kind) => (
        <ModelCard key={kind} form={form} kind={kind} supportsLanguage={supportsLanguage} />
      ))}
    </div>
  );
}

interface ModelCardProps {
  readonly form: AgentForm;
  readonly kind: ModelKind;
  readonly supportsLanguage: SupportsLanguage;
}

function ModelCard({ form, kind, supportsLanguage }: ModelCardProps) {
  return (
    <section class="card padded stack" aria-labelledby={`${kind}-title`}>
      <h2 id={`${kind}-title`}>
        {formStrings.kinds[kind]} <span class="soft model-kind">{formStrings.kindsOf[kind]}</span>
      </h2>
      <ModelFields
        {...{ form, kind, supportsLanguage }}
        label={formStrings.provider}
        path={`models.${kind}_config`}
        config={modelOf(form.draft, kind)}
        onChange={(model) => form.change(withModel(form.draft, kind, model))}
      />
    </section>
  );
}

interface ModelFieldsProps extends ModelCardProps {
  readonly label: string;
  /** Where the configuration is in the request. */
  readonly path: string;
  readonly config: ProviderConfig;
  readonly onChange: (config: ProviderConfig) => void;
}

/** A provider and its settings, and its fallback. */
export function ModelFields({ label, path, config, onChange, ...shared }: ModelFieldsProps) {
  const { form, kind } = shared;
  const { fallback } = config;
  return (
    <>
      <Choice
        {...shared}
        {...{ label, path, config }}
        onChange={(chosen) =>
          onChange({ ...chosen, ...(fallback && fallback.provider !== chosen.provider && { fallback }) })
        }
      />
      <Switch
        label={formStrings.fallback}
        hint={formStrings.fallbackHint}
        checked={fallback !== undefined}
        onChange={(on) =>
          onChange(withFallback(config, on ? { provider: firstFallback(form, kind, config.provider) } : null))
        }
      />
      {fallback !== undefined && (
        <div class="fallback stack">
          <Choice
            {...shared}
            label={formStrings.fallbackProvider}
            path={`${path}.fallback`}
            config={fallback}
            not={config.provider}
            onChange={(chosen) => onChange(withFallback(config, chosen))}
          />
        </div>
      )}
    </>
  );
}

interface ChoiceProps extends ModelFieldsProps {
  /** A provider that is taken. */
  readonly not?: string;
}

/** One provider and its settings. Another provider begins with settings of its own. */
function Choice({ form, kind, supportsLanguage, label, path, config, not, onChange }: ChoiceProps) {
  const { languages, providers } = form.catalogue;
  const { primary } = form.draft.config.language;
  const language = languages[primary] ?? primary;
  const isFit = supportsLanguage(kind, config.provider);
  const entry = providers[kind].find(({ provider }) => provider === config.provider);
  return (
    <>
      <ProviderPicker
        label={label}
        providers={providers[kind].filter(({ provider }) => provider !== not)}
        value={config.provider}
        error={form.problemOf(`${path}.provider`)}
        markOf={(provider) => (supportsLanguage(kind, provider) ? null : formStrings.notInLanguage(language))}
        onChange={(provider) => onChange({ provider })}
      />
      {!isFit && <Notice kind="warn">{formStrings.mismatch(entry?.name ?? config.provider, language)}</Notice>}
      {entry !== undefined && (
        <ProviderSettings
          key={config.provider}
          form={form}
          kind={kind}
          path={path}
          config={config}
          supportsLanguage={isFit}
          onChange={onChange}
        />
      )}
    </>
  );
}

function withFallback(
  { fallback: _before, ...config }: ProviderConfig,
  fallback: ProviderConfig | null,
): ProviderConfig {
  return fallback === null ? config : { ...config, fallback };
}

/** The first provider that may stand in for this one: one that is ready, if there is one. */
function firstFallback({ catalogue }: AgentForm, kind: ModelKind, provider: string): string {
  const others = catalogue.providers[kind].filter((entry) => entry.provider !== provider);
  return (others.find(isReady) ?? others[0])?.provider ?? '';
}
