import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { formStrings, strings } from './strings.ts';
import type { Draft } from './draft.ts';
import type { AgentForm } from './agent-form.ts';
import { PlaceholderList } from './placeholder-list.tsx';
import { ProviderPicker } from './provider-picker.tsx';

const CATEGORIES = Object.entries(strings.categories).map(([value, label]) => ({ value, label }));

interface AgentSectionProps {
  readonly form: AgentForm;
  /** The telephony provider that holds an application for the agent; null when none does. */
  readonly carrier: string | null;
}

/** Who the agent is: what it is called, how it is reached, what it speaks and says. */
export const AgentSection = ({ form, carrier }: AgentSectionProps) => (
  <div class="stack">
    <Identity form={form} carrier={carrier} />
    <Prompts form={form} />
  </div>
);

function Identity({ form, carrier }: AgentSectionProps) {
  const { draft, catalogue, change, changeConfig, problemOf } = form;
  const languages = Object.entries(catalogue.languages).map(([value, label]) => ({ value, label }));
  return (
    <section class="card padded stack" aria-labelledby="identity-title">
      <h2 id="identity-title">{formStrings.identity}</h2>
      <div class="field-grid">
        <TextField
          label={formStrings.name}
          hint={formStrings.nameHint}
          required
          maxLength={200}
          value={draft.name}
          error={problemOf('name')}
          onInput={(name) => change({ name })}
        />
        <Select
          label={formStrings.language}
          hint={formStrings.languageHint}
          value={draft.config.language.primary}
          options={languages}
          error={problemOf('language')}
          onChange={(primary) => changeConfig({ language: { ...draft.config.language, primary } })}
        />
        <Select
          label={formStrings.category}
          hint={formStrings.categoryHint}
          value={draft.agent_category}
          options={CATEGORIES}
          error={problemOf('agent_category')}
          onChange={(category) => change({ agent_category: category as Draft['agent_category'] })}
        />
        {draft.agent_category === 'telephony' && (
          <ProviderPicker
            label={formStrings.telephony}
            hint={formStrings.telephonyHint}
            providers={catalogue.providers.telephony}
            value={draft.telephony_provider}
            error={problemOf('telephony_provider')}
            onChange={(provider) => change({ telephony_provider: provider })}
          />
        )}
      </div>
      {losesNumber(draft, carrier) && <Notice kind="warn">{formStrings.telephonyLoses}</Notice>}
    </section>
  );
}

const losesNumber = ({ agent_category, telephony_provider }: Draft, carrier: string | null): boolean =>
  carrier !== null && (agent_category !== 'telephony' || telephony_provider !== carrier);

function Prompts({ form: { draft, changeConfig, problemOf } }: { form: AgentForm }) {
  const { prompts, custom_variables: variables } = draft.config;
  return (
    <section class="card padded stack" aria-labelledby="prompts-title">
      <h2 id="prompts-title">{formStrings.prompts}</h2>
      <TextField
        label={formStrings.greeting}
        hint={formStrings.greetingHint}
        rows={2}
        required
        value={prompts.greeting_message}
        error={problemOf('prompts.greeting_message')}
        onInput={(greeting_message) => changeConfig({ prompts: { ...prompts, greeting_message } })}
      />
      <TextField
        label={formStrings.systemPrompt}
        hint={formStrings.systemPromptHint}
        rows={10}
        optional
        value={prompts.system_prompt}
        error={problemOf('prompts.system_prompt')}
        onInput={(system_prompt) => changeConfig({ prompts: { ...prompts, system_prompt } })}
      />
      <PlaceholderList prompts={prompts} variables={variables} />
    </section>
  );
}
