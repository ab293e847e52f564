import type { DraftProblem } from './draft-problems.ts';

/** Problems that stand beside no field of their own. */
export const FieldErrors = ({ problems }: { problems: readonly DraftProblem[] }) => (
  <>
    {problems.map(({ message }) => (
      <p class="field-error" role="alert" key={message}>
        {message}
      </p>
    ))}
  </>
);
