import { EmptyState } from '../../../parts/empty-state.tsx';
import { words } from '../../../words.ts';
import type { Document } from '../document.ts';
import { FoundPassages } from './found-passages.tsx';
import { QuestionForm } from './question-form.tsx';
import type { Asking } from './use-asking.ts';

interface TryQuestionProps {
  readonly documents: readonly Document[];
  readonly asking: Asking;
}

/** Shows what agents would be given for a question. */
export function TryQuestion({ documents, asking }: TryQuestionProps) {
  const ready = documents.filter(({ status }) => status === 'ready');
  if (ready.length === 0)
    return (
      <EmptyState icon="search" title={words.knowledge.nothingReady}>
        {words.knowledge.nothingReadyWhy}
      </EmptyState>
    );
  return (
    <div class="stack">
      <QuestionForm ready={ready} asking={asking} />
      <FoundPassages documents={documents} found={asking.found} isBusy={asking.isBusy} />
    </div>
  );
}
