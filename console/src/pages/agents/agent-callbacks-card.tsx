import { Switch } from '../../parts/switch.tsx';
import type { AgentConfig } from './agent.ts';
import type { AgentForm } from './agent-form.ts';
import { telephoneStrings as words } from './telephone-strings.ts';

/** Whether the agent agrees on a time to call back. */
export const AgentCallbacksCard = ({ form }: { form: AgentForm }) => (
  <section class="card padded stack" aria-labelledby="callbacks-title">
    <h2 id="callbacks-title">{words.callbacks}</h2>
    <p class="hint">{words.callbacksHint}</p>
    <Switch
      label={words.callbacksTool}
      hint={words.callbacksToolHint}
      checked={form.draft.config.callbacks?.tool ?? false}
      error={form.problemOf('callbacks')}
      onChange={(on) => form.changeConfig(withCallbacks(on))}
    />
  </section>
);

/** The configuration with callbacks, or without the section. */
const withCallbacks = (on: boolean): Pick<AgentConfig, 'callbacks'> =>
  ({ callbacks: on ? { tool: true } : undefined }) as Pick<AgentConfig, 'callbacks'>;
