import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../../api.ts';
import { useAction } from '../../../parts/use-action.ts';
import { strings } from '../strings.ts';
import type { Document } from '../document.ts';

/** A passage as the API answers it. */
export type Passage = components['schemas']['RetrievedChunk'];

/** A question and what was found for it. */
export interface RetrievalResult {
  readonly question: string;
  readonly passages: readonly Passage[];
  /** Whether one of them may answer it. */
  readonly isClose: boolean;
}

/** A question that is written, asked, and answered. */
export type QuestionState = ReturnType<typeof useQuestion>;

/** Keeps a question, the documents that are left out of it, and what was found when it was asked last. */
export function useQuestion() {
  const [question, setQuestion] = useState('');
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [isIncomplete, setIncomplete] = useState(false);
  const [found, setFound] = useState<RetrievalResult | null>(null);
  const retrieval = useAction(
    async (ids: readonly string[]) => setFound(await retrieve(question.trim(), ids)),
    ['question'],
  );
  return {
    question,
    setQuestion,
    found,
    isBusy: retrieval.isBusy,
    trouble: retrieval.trouble,
    /** Missing inputs, shown after the first submit. */
    problems: {
      question: isIncomplete && question.trim() === '' ? strings.questionMissing : retrieval.problemOf('question'),
      documents: (ready: readonly Document[]): string | null =>
        isIncomplete && ready.every(({ document_id }) => excluded.has(document_id)) ? strings.documentsMissing : null,
    },
    isIn: (id: string): boolean => !excluded.has(id),
    include(id: string, on: boolean): void {
      setExcluded(new Set(on ? [...excluded].filter((each) => each !== id) : [...excluded, id]));
    },
    /** Asks these documents but for those that are left out, when there is something to ask. */
    async run(ready: readonly Document[]): Promise<void> {
      const ids = ready.map(({ document_id }) => document_id).filter((id) => !excluded.has(id));
      const isComplete = question.trim() !== '' && ids.length > 0;
      setIncomplete(!isComplete);
      if (isComplete) await retrieval.run(ids);
    },
  };
}

async function retrieve(question: string, ids: readonly string[]): Promise<RetrievalResult> {
  const body = { question, document_ids: [...ids] };
  const { chunks, close } = await answered(api.POST('/api/v1/knowledge/ask', { body }));
  return { question, passages: chunks, isClose: close };
}
