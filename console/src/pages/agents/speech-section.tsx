import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { formStrings } from './strings.ts';
import { speechStrings } from './speech-strings.ts';
import type { AgentForm } from './agent-form.ts';
import { AmbientSoundCard } from './ambient-sound-card.tsx';
import { CallerAudioCard } from './caller-audio-card.tsx';
import { EndpointingCard } from './endpointing-card.tsx';
import { LanguagesCard } from './languages-card.tsx';
import { LearnedWaitsCard } from './learned-waits-card.tsx';
import { withSpeech, type Normalisation, type Pronunciation } from './pronunciations.ts';
import './speech-section.css';

const NORMALISATIONS = Object.entries(speechStrings.normalisations).map(([value, label]) => ({ value, label }));

/** Speech settings that apply to every voice. */
export const SpeechSection = ({ form, agentId }: { form: AgentForm; agentId: string | null }) => (
  <div class="stack">
    <Pronunciations form={form} />
    <NormalisationCard form={form} />
    <AmbientSoundCard form={form} />
    <CallerAudioCard form={form} />
    <EndpointingCard form={form} />
    {agentId !== null && <LearnedWaitsCard form={form} agentId={agentId} />}
    <LanguagesCard form={form} />
  </div>
);

function Pronunciations({ form }: { form: AgentForm }) {
  const { speech } = form.draft.config;
  const entries: readonly Pronunciation[] = speech?.pronunciations ?? [];
  const change = (after: readonly Pronunciation[]): void =>
    form.changeConfig(withSpeech(speech, { pronunciations: [...after] }));
  const error = form.problemOf('speech.pronunciations');
  return (
    <section class="card padded stack" aria-labelledby="pronunciations-title">
      <h2 id="pronunciations-title">{speechStrings.pronunciations}</h2>
      <p class="hint">{speechStrings.pronunciationsHint}</p>
      {entries.length === 0 && <p class="soft">{speechStrings.noPronunciations}</p>}
      {entries.map((entry, index) => (
        <Entry
          key={index}
          entry={entry}
          languages={form.catalogue.languages}
          problemOf={(name) => form.problemOf(`speech.pronunciations[${index}].${name}`)}
          onChange={(after) => change(entries.map((each, at) => (at === index ? after : each)))}
          onRemove={() => change(entries.filter((_, at) => at !== index))}
        />
      ))}
      {error !== null && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      <div class="row">
        <Button icon="plus" onPress={() => change([...entries, { term: '', say_as: '' }])}>
          {speechStrings.addPronunciation}
        </Button>
      </div>
    </section>
  );
}

/** Whether numbers, dates and addresses are written out for the voice. */
function NormalisationCard({ form }: { form: AgentForm }) {
  const { speech } = form.draft.config;
  return (
    <section class="card padded stack" aria-labelledby="normalisation-title">
      <h2 id="normalisation-title">{speechStrings.normalisation}</h2>
      <p class="hint">{speechStrings.normalisationHint}</p>
      <div class="field-grid">
        <Select
          label={speechStrings.normalisationMode}
          value={speech?.normalisation ?? 'auto'}
          options={NORMALISATIONS}
          error={form.problemOf('speech.normalisation')}
          onChange={(mode) => form.changeConfig(withSpeech(speech, { normalisation: mode as Normalisation }))}
        />
      </div>
    </section>
  );
}

interface EntryProps {
  readonly entry: Pronunciation;
  readonly languages: Readonly<Record<string, string>>;
  readonly problemOf: (name: string) => string | null;
  readonly onChange: (entry: Pronunciation) => void;
  readonly onRemove: () => void;
}

function Entry({ entry, languages, problemOf, onChange, onRemove }: EntryProps) {
  const { phonemes = '', language = '', ...plain } = entry;
  const set = (part: { phonemes?: string; language?: string }): void => {
    const after = { phonemes, language, ...part };
    onChange({
      ...plain,
      ...(after.phonemes !== '' && { phonemes: after.phonemes }),
      ...(after.language !== '' && { language: after.language }),
    });
  };
  const options = [['', formStrings.everyLanguage] as const, ...Object.entries(languages)];
  return (
    <div class="pronunciation">
      <TextField
        label={speechStrings.term}
        spellcheck={false}
        autocomplete="off"
        value={entry.term}
        error={problemOf('term')}
        onInput={(term) => onChange({ ...entry, term })}
      />
      <TextField
        label={speechStrings.sayAs}
        spellcheck={false}
        autocomplete="off"
        value={entry.say_as}
        error={problemOf('say_as')}
        onInput={(say_as) => onChange({ ...entry, say_as })}
      />
      <TextField
        label={speechStrings.phonemes}
        hint={speechStrings.phonemesHint}
        spellcheck={false}
        autocomplete="off"
        value={phonemes}
        error={problemOf('phonemes')}
        onInput={(ipa) => set({ phonemes: ipa })}
      />
      <Select
        label={formStrings.onlyIn}
        value={language}
        options={options.map(([value, label]) => ({ value, label }))}
        error={problemOf('language')}
        onChange={(chosen) => set({ language: chosen })}
      />
      <Button kind="quiet" icon="trash" label={speechStrings.removePronunciation(entry.term)} onPress={onRemove} />
    </div>
  );
}
