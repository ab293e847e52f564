import { formStrings } from './strings.ts';
import type { AgentConfig } from './agent.ts';
import { placeholdersOf } from './placeholders.ts';
import './placeholder-list.css';

interface PlaceholderListProps {
  readonly prompts: AgentConfig['prompts'];
  readonly variables: AgentConfig['custom_variables'];
}

/** The placeholders of the prompts, and what each stands for when a call brings no value. */
export function PlaceholderList({ prompts, variables }: PlaceholderListProps) {
  const names = placeholdersOf(prompts.greeting_message, prompts.system_prompt);
  if (names.length === 0) return null;
  return (
    <div class="placeholders">
      <h3>{formStrings.placeholders}</h3>
      <ul>
        {names.map((name) => (
          <li key={name} class={Object.hasOwn(variables, name) ? 'placeholder' : 'placeholder unset'}>
            <code>{`{{${name}}}`}</code> <span>{valueWords(variables, name)}</span>
          </li>
        ))}
      </ul>
      <p class="hint">{formStrings.placeholderHint}</p>
    </div>
  );
}

function valueWords(variables: AgentConfig['custom_variables'], name: string): string {
  if (!Object.hasOwn(variables, name)) return formStrings.placeholderUnset;
  const value: unknown = variables[name];
  return typeof value === 'string' ? value : JSON.stringify(value);
}
