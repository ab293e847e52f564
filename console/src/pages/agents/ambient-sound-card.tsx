import { Select } from '../../parts/select.tsx';
import type { AgentForm } from './agent-form.ts';
import { NumberField } from './parsed-fields.tsx';
import { withSpeech, type AmbientSound } from './pronunciations.ts';
import { speechStrings } from './speech-strings.ts';

const SOUNDS = Object.entries(speechStrings.ambientSounds).map(([value, label]) => ({ value, label }));
const LEVEL = { value: -45, min: -70, max: -30 };

/** The sound of a place under the agent's voice. */
export function AmbientSoundCard({ form }: { form: AgentForm }) {
  const { speech } = form.draft.config;
  const ambient = speech?.ambient_sound;
  const change = (after: AmbientSound | null): void => form.changeConfig(withSpeech(speech, { ambient_sound: after }));
  const choose = (sound: string): void =>
    change(sound === '' ? null : { level_db: LEVEL.value, ...ambient, sound: sound as AmbientSound['sound'] });
  return (
    <section class="card padded stack" aria-labelledby="ambient-sound-title">
      <h2 id="ambient-sound-title">{speechStrings.ambientSound}</h2>
      <p class="hint">{speechStrings.ambientSoundHint}</p>
      <div class="field-grid">
        <Select
          label={speechStrings.ambientSoundName}
          value={ambient?.sound ?? ''}
          options={SOUNDS}
          error={form.problemOf('speech.ambient_sound.sound')}
          onChange={choose}
        />
        {ambient && (
          <NumberField
            label={speechStrings.ambientLevel}
            hint={speechStrings.ambientLevelHint}
            isWhole
            min={LEVEL.min}
            max={LEVEL.max}
            value={ambient.level_db}
            error={form.problemOf('speech.ambient_sound.level_db')}
            onChange={(db) => change({ ...ambient, level_db: db ?? LEVEL.value })}
          />
        )}
      </div>
    </section>
  );
}
