import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { AgentForm } from '../agent-form.ts';
import { FieldErrors } from '../tool-errors.tsx';

interface PartProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ComponentChildren;
}

/** A list within the form of an entry. */
export function Part({ title, hint, children }: PartProps) {
  const id = useId();
  return (
    <div class="stage-part stack" role="group" aria-labelledby={id}>
      <h4 id={id}>{title}</h4>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {children}
    </div>
  );
}

/** What is wrong with a list itself, such as too many entries. */
export const ListErrors = ({ form, path }: { readonly form: AgentForm; readonly path: string }) => (
  <FieldErrors problems={form.problemsIn(path).filter((problem) => problem.path === path)} />
);
