import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { strings } from './strings.ts';
import type { Agent } from '../agents/agent.ts';
import { placeholdersOf } from '../agents/placeholders.ts';
import './before-call.css';

interface BeforeCallProps {
  readonly agent: Agent;
  readonly onStart: (variables: Readonly<Record<string, string>>) => void;
}

/** What is known before a call: how the agent will begin, and what its placeholders stand for this time. */
export function BeforeCall({ agent, onStart }: BeforeCallProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { prompts, custom_variables: defaults } = agent.config;
  const names = placeholdersOf(prompts.greeting_message, prompts.system_prompt);
  const start = (event: Event): void => {
    event.preventDefault();
    onStart(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')));
  };
  return (
    <form class="before-call card padded stack" onSubmit={start}>
      <p class="hint">{strings.greets}</p>
      <blockquote class="greeting">{prompts.greeting_message}</blockquote>
      {names.length > 0 && (
        <fieldset class="stack">
          <legend class="before-call-legend">{strings.variables}</legend>
          <p class="hint">{strings.variablesHint}</p>
          <div class="before-call-values">
            {names.map((name) => (
              <TextField
                key={name}
                label={name}
                value={values[name] ?? ''}
                placeholder={defaultOf(defaults[name])}
                autocomplete="off"
                onInput={(value) => setValues({ ...values, [name]: value })}
              />
            ))}
          </div>
        </fieldset>
      )}
      <div class="row">
        <Button kind="primary" type="submit" icon="microphone">
          {strings.start}
        </Button>
        <span class="hint">{strings.startHint}</span>
      </div>
    </form>
  );
}

const defaultOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
