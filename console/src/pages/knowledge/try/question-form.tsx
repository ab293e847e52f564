import { Button } from '../../../parts/button.tsx';
import { CheckList } from '../../../parts/check-list.tsx';
import { Form } from '../../../parts/form.tsx';
import { TextField } from '../../../parts/text-field.tsx';
import { strings } from '../strings.ts';
import type { Document } from '../document.ts';
import './question-form.css';
import type { QuestionState } from './use-question.ts';

interface QuestionFormProps {
  /** The documents that can be asked. */
  readonly ready: readonly Document[];
  readonly question: QuestionState;
}

/** A question, and which documents it is put to: all of them, unless some are left out. */
export function QuestionForm({ ready, question }: QuestionFormProps) {
  const chosen = ready.filter(({ document_id }) => question.isIn(document_id)).length;
  const fault = question.problems.documents(ready);
  return (
    <section class="card padded" aria-label={strings.try}>
      <Form onSubmit={() => question.run(ready)} trouble={question.trouble}>
        <div class="question">
          <TextField
            label={strings.question}
            hint={strings.questionHint}
            value={question.question}
            error={question.problems.question}
            autocomplete="off"
            onInput={question.setQuestion}
          />
          <Button kind="primary" type="submit" icon="search" busy={question.isBusy}>
            {strings.find}
          </Button>
        </div>
        <details class="question-documents" open={fault !== null}>
          <summary>{strings.within(chosen, ready.length)}</summary>
          <CheckList
            label={strings.toAsk}
            choices={ready.map(({ document_id: value, original_filename: label }) => ({ value, label }))}
            isChosen={question.isIn}
            onChange={question.include}
            error={fault}
          />
        </details>
      </Form>
    </section>
  );
}
