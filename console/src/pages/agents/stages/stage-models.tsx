import { Select } from '../../../parts/select.tsx';
import type { EntryProps } from '../entry-list.tsx';
import { JsonField } from '../parsed-fields.tsx';
import { withPart } from '../tools.ts';
import { stageStrings as words } from './stage-strings.ts';
import type { Stage } from './stage-model.ts';

const NAMES = ['language', 'tts_config', 'llm_config'];

/** The language, voice and model that a stage has of its own. */
export function StageModels({ entry: stage, path, form, onChange }: EntryProps<Stage>) {
  const { language: own, languages: further } = form.draft.config;
  const languages = [own.primary, ...(further?.others ?? []).map(({ language }) => language)];
  const json = (name: 'tts_config' | 'llm_config', label: string) => (
    <JsonField
      label={label}
      hint={words.modelHint}
      rows={3}
      optional
      value={stage[name]}
      error={form.problemOf(`${path}.${name}`)}
      onValidity={(isValid) => form.setValidity(`${path}.${name}`, isValid)}
      onChange={(value) => onChange(withPart(stage, { [name]: value }))}
    />
  );
  const isOpen = NAMES.some((name) => form.problemOf(`${path}.${name}`) !== null);
  return (
    <details class="more-settings" open={isOpen}>
      <summary>{words.models}</summary>
      <div class="stack">
        <Select
          label={words.language}
          value={stage.language ?? ''}
          options={[
            { value: '', label: words.languageKept },
            ...languages.map((value) => ({ value, label: form.catalogue.languages[value] ?? value })),
          ]}
          error={form.problemOf(`${path}.language`)}
          onChange={(language) => onChange(withPart(stage, { language }))}
        />
        {json('tts_config', words.voice)}
        {json('llm_config', words.model)}
      </div>
    </details>
  );
}
