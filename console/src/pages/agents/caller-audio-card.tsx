import { Select } from '../../parts/select.tsx';
import type { AgentForm } from './agent-form.ts';
import { withCallerAudio, type CallerAudio } from './caller-audio.ts';
import { callerAudioStrings } from './caller-audio-strings.ts';

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const SUPPRESSIONS = optionsOf(callerAudioStrings.suppressions);
const DETECTORS = optionsOf(callerAudioStrings.detectors);

/** How the caller's audio is processed before it is heard. */
export function CallerAudioCard({ form }: { form: AgentForm }) {
  const { caller_audio: audio } = form.draft.config;
  const change = (part: Partial<CallerAudio>): void => form.changeConfig(withCallerAudio(audio, part));
  return (
    <section class="card padded stack" aria-labelledby="caller-audio-title">
      <h2 id="caller-audio-title">{callerAudioStrings.title}</h2>
      <p class="hint">{callerAudioStrings.hint}</p>
      <div class="field-grid">
        <Select
          label={callerAudioStrings.suppression}
          value={audio?.noise_suppression ?? 'none'}
          options={SUPPRESSIONS}
          error={form.problemOf('caller_audio.noise_suppression')}
          onChange={(value) => change({ noise_suppression: value as CallerAudio['noise_suppression'] })}
        />
        <Select
          label={callerAudioStrings.detector}
          value={audio?.voice_activity ?? 'webrtc'}
          options={DETECTORS}
          error={form.problemOf('caller_audio.voice_activity')}
          onChange={(value) => change({ voice_activity: value as CallerAudio['voice_activity'] })}
        />
      </div>
    </section>
  );
}
