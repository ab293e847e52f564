import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { formStrings } from './strings.ts';
import type { AgentForm } from './agent-form.ts';
import { withEndpointing, withWait, type EndpointingSettings, type EndpointingWait } from './endpointing.ts';
import { NumberField } from './parsed-fields.tsx';

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const MODES = optionsOf(formStrings.endpointingModes);
const LOOKS = optionsOf(formStrings.looks);

/** How the end of the caller's turn is found. */
export function EndpointingCard({ form }: { form: AgentForm }) {
  const { endpointing } = form.draft.config;
  const change = (after: EndpointingSettings | undefined): void => form.changeConfig(withEndpointing(after));
  return (
    <section class="card padded stack" aria-labelledby="endpointing-title">
      <h2 id="endpointing-title">{formStrings.endpointing}</h2>
      <p class="hint">{formStrings.endpointingHint}</p>
      <div class="field-grid">
        <Select
          label={formStrings.endpointingMode}
          value={endpointing?.mode ?? ''}
          options={MODES}
          error={form.problemOf('endpointing.mode')}
          onChange={(mode) =>
            change(
              mode === ''
                ? undefined
                : { max_wait_ms: 3_000, waits: [], ...endpointing, mode: mode as EndpointingSettings['mode'] },
            )
          }
        />
        {endpointing && endpointing.mode !== 'timer' && (
          <NumberField
            label={formStrings.maxWait}
            hint={formStrings.maxWaitHint}
            isWhole
            min={300}
            max={10_000}
            value={endpointing.max_wait_ms}
            error={form.problemOf('endpointing.max_wait_ms')}
            onChange={(ms) => change({ ...endpointing, max_wait_ms: ms ?? 3_000 })}
          />
        )}
      </div>
      {endpointing && <Waits form={form} endpointing={endpointing} change={change} />}
    </section>
  );
}

interface WaitsProps {
  readonly form: AgentForm;
  readonly endpointing: EndpointingSettings;
  readonly change: (after: EndpointingSettings) => void;
}

function Waits({ form, endpointing, change }: WaitsProps) {
  const { waits } = endpointing;
  const { primary: language } = form.draft.config.language;
  const add = (): void => change({ ...endpointing, waits: [...waits, { language, look: 'digits', wait_ms: 900 }] });
  return (
    <>
      {waits.map((wait, index) => (
        <Wait
          key={index}
          wait={wait}
          languages={optionsOf(form.catalogue.languages)}
          problemOf={(name) => form.problemOf(`endpointing.waits[${index}].${name}`)}
          onChange={(part) => change(withWait(endpointing, index, part))}
          onRemove={() => change({ ...endpointing, waits: waits.filter((_, at) => at !== index) })}
        />
      ))}
      <div class="row">
        <Button icon="plus" onPress={add}>
          {formStrings.addWait}
        </Button>
      </div>
    </>
  );
}

interface WaitProps {
  readonly wait: EndpointingWait;
  readonly languages: readonly { readonly value: string; readonly label: string }[];
  readonly problemOf: (name: string) => string | null;
  readonly onChange: (part: Partial<EndpointingWait>) => void;
  readonly onRemove: () => void;
}

const Wait = ({ wait, languages, problemOf, onChange, onRemove }: WaitProps) => (
  <div class="pronunciation">
    <Select
      label={formStrings.onlyIn}
      value={wait.language}
      options={[...languages]}
      error={problemOf('language')}
      onChange={(language) => onChange({ language })}
    />
    <Select
      label={formStrings.look}
      value={wait.look}
      options={LOOKS}
      error={problemOf('look')}
      onChange={(look) => onChange({ look: look as EndpointingWait['look'] })}
    />
    <NumberField
      label={formStrings.waitMs}
      isWhole
      min={0}
      max={5_000}
      value={wait.wait_ms}
      error={problemOf('wait_ms')}
      onChange={(ms) => onChange({ wait_ms: ms ?? 0 })}
    />
    <Button kind="quiet" icon="trash" label={formStrings.removeWait} onPress={onRemove} />
  </div>
);
