import { Switch } from '../../parts/switch.tsx';
import type { AgentConfig } from './agent.ts';
import type { AgentForm } from './agent-form.ts';
import { JsonField } from './parsed-fields.tsx';
import { keypadStrings as words } from './tool-strings.ts';

type Keypad = NonNullable<AgentConfig['keypad']>;

const NO_KEYPAD: Keypad = { send: false, collect: [] };

/** What the model can do with the keypad of a telephone. */
export function KeypadCard({ form }: { form: AgentForm }) {
  const keypad = form.draft.config.keypad ?? NO_KEYPAD;
  const set = (part: Partial<Keypad>): void => form.changeConfig(withKeypad({ ...keypad, ...part }));
  return (
    <section class="card padded stack" aria-labelledby="keypad-title">
      <h2 id="keypad-title">{words.title}</h2>
      <p class="hint">{words.hint}</p>
      <Switch label={words.send} hint={words.sendHint} checked={keypad.send} onChange={(send) => set({ send })} />
      <JsonField
        label={words.collect}
        hint={words.collectHint}
        rows={6}
        optional
        value={isEmpty(keypad.collect) ? undefined : keypad.collect}
        error={form.problemOf('keypad')}
        onValidity={(isValid) => form.setValidity('keypad.collect', isValid)}
        onChange={(collect) => set({ collect: (collect ?? []) as Keypad['collect'] })}
      />
    </section>
  );
}

/** What is typed may be other JSON, which the API refuses. */
const isEmpty = (collect: unknown): boolean => Array.isArray(collect) && collect.length === 0;

/** The configuration with this keypad: without the section when it does nothing. */
const withKeypad = (keypad: Keypad): Pick<AgentConfig, 'keypad'> =>
  ({ keypad: !keypad.send && isEmpty(keypad.collect) ? undefined : keypad }) as Pick<AgentConfig, 'keypad'>;
