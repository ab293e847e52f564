import type { ComponentChildren } from 'preact';
import { Notice } from './notice.tsx';

interface FormProps {
  readonly onSubmit: () => void;
  /** What went wrong with the whole of it. */
  readonly trouble: string | null;
  readonly children: ComponentChildren;
}

/** A form whose mistakes the API finds: the browser's own bubbles keep quiet. */
export const Form = ({ onSubmit, trouble, children }: FormProps) => (
  <form
    class="stack"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {trouble !== null && <Notice kind="error">{trouble}</Notice>}
    {children}
  </form>
);
