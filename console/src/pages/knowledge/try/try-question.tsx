import { LinkButton } from '../../../parts/button.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { at } from '../../../paths.ts';
import { strings } from '../strings.ts';
import type { Document } from '../document.ts';
import { FoundPassages } from './found-passages.tsx';
import { QuestionForm } from './question-form.tsx';
import type { QuestionState } from './use-question.ts';

interface TryQuestionProps {
  readonly documents: readonly Document[];
  readonly question: QuestionState;
}

/** Shows what agents would be given for a question. */
export function TryQuestion({ documents, question }: TryQuestionProps) {
  const ready = documents.filter(({ status }) => status === 'ready');
  if (ready.length === 0)
    return (
      <EmptyState
        icon="search"
        title={strings.nothingReady}
        action={<LinkButton href={at('/knowledge')}>{strings.documents}</LinkButton>}
      >
        {strings.nothingReadyWhy}
      </EmptyState>
    );
  return (
    <div class="stack">
      <QuestionForm ready={ready} question={question} />
      <FoundPassages documents={documents} found={question.found} isBusy={question.isBusy} />
    </div>
  );
}
