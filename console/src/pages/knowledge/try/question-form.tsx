import { Button } from '../../../parts/button.tsx';
import { CheckList } from '../../../parts/check-list.tsx';
import { Form } from '../../../parts/form.tsx';
import { TextField } from '../../../parts/text-field.tsx';
import { words } from '../../../words.ts';
import type { Document } from '../document.ts';
import './question-form.css';
import type { Asking } from './use-asking.ts';

interface QuestionFormProps {
  /** The documents that can be asked. */
  readonly ready: readonly Document[];
  readonly asking: Asking;
}

/** A question, and which documents it is put to: all of them, unless some are left out. */
export function QuestionForm({ ready, asking }: QuestionFormProps) {
  const chosen = ready.filter(({ document_id }) => asking.isIn(document_id)).length;
  const fault = asking.problems.documents(ready);
  return (
    <section class="card padded" aria-label={words.knowledge.try}>
      <Form onSubmit={() => asking.run(ready)} trouble={asking.trouble}>
        <div class="question">
          <TextField
            label={words.knowledge.question}
            hint={words.knowledge.questionHint}
            value={asking.question}
            error={asking.problems.question}
            autocomplete="off"
            onInput={asking.setQuestion}
          />
          <Button kind="primary" type="submit" icon="search" busy={asking.isBusy}>
            {words.knowledge.find}
          </Button>
        </div>
        <details class="question-documents" open={fault !== null}>
          <summary>{words.knowledge.within(chosen, ready.length)}</summary>
          <CheckList
            label={words.knowledge.toAsk}
            choices={ready.map(({ document_id: value, original_filename: label }) => ({ value, label }))}
            isChosen={asking.isIn}
            onChange={asking.include}
            error={fault}
          />
        </details>
      </Form>
    </section>
  );
}
