import { CheckList } from '../../parts/check-list.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { AgentForm } from './agent-form.ts';
import { NumberField } from './parsed-fields.tsx';
import { withRecordingMode, withRedacted, type RedactedKind, type Recording } from './privacy.ts';
import { privacyStrings as words } from './privacy-strings.ts';
import { withPart } from './tools.ts';

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const MODES = optionsOf(words.modes);
const KINDS = optionsOf(words.kinds);

/** What is kept of the agent's calls. */
export const PrivacyCard = ({ form }: { form: AgentForm }) => (
  <>
    <RecordingCard form={form} />
    <RedactionCard form={form} />
  </>
);

function RecordingCard({ form }: { form: AgentForm }) {
  const { recording } = form.draft.config;
  const mode = recording?.mode ?? 'on';
  return (
    <section class="card padded stack" aria-labelledby="recording-title">
      <h2 id="recording-title">{words.recording}</h2>
      <Select
        label={words.mode}
        value={mode}
        options={MODES}
        error={form.problemOf('recording.mode')}
        onChange={(next) => form.changeConfig(withRecordingMode(recording, next as Recording['mode']))}
      />
      {recording?.mode === 'consent' && (
        <>
          <p class="hint">{words.consentHint}</p>
          <TextField
            label={words.question}
            hint={words.questionHint}
            rows={2}
            optional
            value={recording.question ?? ''}
            error={form.problemOf('recording.question')}
            onInput={(question) => form.changeConfig({ recording: withPart(recording, { question }) })}
          />
          <NumberField
            label={words.wait}
            hint={words.waitHint}
            isWhole
            min={2}
            max={30}
            value={recording.wait_secs ?? null}
            error={form.problemOf('recording.wait_secs')}
            onChange={(seconds) =>
              form.changeConfig({ recording: withPart(recording, { wait_secs: seconds ?? undefined }) })
            }
          />
        </>
      )}
    </section>
  );
}

function RedactionCard({ form }: { form: AgentForm }) {
  const { redaction, custom_variables: variables } = form.draft.config;
  const { kinds = [], variables: hidden = [] } = redaction ?? {};
  const names = [...new Set([...Object.keys(variables), ...hidden])];
  const change =
    (part: 'kinds' | 'variables') =>
    (value: string, on: boolean): void =>
      form.changeConfig(withRedacted(redaction ?? {}, part, { value, on }));
  return (
    <section class="card padded stack" aria-labelledby="redaction-title">
      <h2 id="redaction-title">{words.redaction}</h2>
      <p class="hint">{words.redactionHint}</p>
      <CheckList
        label={words.leftOut}
        choices={KINDS}
        isChosen={(kind) => kinds.includes(kind as RedactedKind)}
        error={form.problemOf('redaction.kinds')}
        onChange={change('kinds')}
      />
      <CheckList
        label={words.variables}
        choices={names.map((name) => ({ value: name, label: name }))}
        isChosen={(name) => hidden.includes(name)}
        error={form.problemOf('redaction.variables')}
        onChange={change('variables')}
      >
        {names.length === 0 && <p class="soft">{words.noVariables}</p>}
      </CheckList>
    </section>
  );
}
