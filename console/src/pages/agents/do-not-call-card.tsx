import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { AgentForm } from './agent-form.ts';
import { withDoNotCall } from './do-not-call.ts';
import { telephoneStrings as words } from './telephone-strings.ts';

/** How callers say that they are not to be called again. */
export function DoNotCallCard({ form }: { form: AgentForm }) {
  const now = form.draft.config.do_not_call ?? { tool: false };
  return (
    <section class="card padded stack" aria-labelledby="do-not-call-title">
      <h2 id="do-not-call-title">{words.doNotCall}</h2>
      <p class="hint">{words.doNotCallHint}</p>
      <Switch
        label={words.doNotCallTool}
        hint={words.doNotCallToolHint}
        checked={now.tool}
        onChange={(tool) => form.changeConfig(withDoNotCall({ ...now, tool }))}
      />
      <TextField
        label={words.doNotCallKey}
        hint={words.doNotCallKeyHint}
        autocomplete="off"
        optional
        value={now.key ?? ''}
        error={form.problemOf('do_not_call.key')}
        onInput={(key) => form.changeConfig(withDoNotCall({ ...now, key }))}
      />
    </section>
  );
}
