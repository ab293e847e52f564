import { EmptyState } from '../../../parts/empty-state.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { useAction } from '../../../parts/use-action.ts';
import { strings } from '../strings.ts';
import { isShown, type Document } from '../document.ts';
import { openPreview } from '../open-preview.ts';
import { relevanceOf } from './relevance.ts';
import { FoundPassage } from './found-passage.tsx';
import './found-passages.css';
import type { RetrievalResult, Passage } from './use-question.ts';

interface FoundPassagesProps {
  readonly documents: readonly Document[];
  /** Null before anything was asked. */
  readonly found: RetrievalResult | null;
  readonly isBusy: boolean;
}

/** What was found for a question. How much it is, is read out when it comes. */
export const FoundPassages = ({ documents, found, isBusy }: FoundPassagesProps) => (
  <section class="stack found" aria-busy={isBusy} aria-label={strings.passages}>
    <p class="found-count" role="status">
      {found && strings.found(found.passages.length, found.question)}
    </p>
    {found && <Passages documents={documents} found={found} />}
  </section>
);

function Passages({
  documents,
  found: { passages, question, isClose },
}: Pick<FoundPassagesProps, 'documents'> & { found: RetrievalResult }) {
  const opening = useAction(openPreview);
  // The order is that of vectors and words together.
  const least = Math.min(...passages.map(({ distance }) => distance));
  if (passages.length === 0)
    return (
      <EmptyState icon="search" title={strings.noneFound}>
        {strings.noneFoundWhy}
      </EmptyState>
    );
  const openingOf = ({ document_id: id, page }: Passage) => {
    const document = documents.find(({ document_id, storage_key }) => document_id === id && storage_key !== null);
    if (document === undefined) return { onOpen: null, isDownload: false };
    return { onOpen: () => void opening.run(document, page), isDownload: !isShown(document) };
  };
  return (
    <>
      <p class="hint">{strings.distanceWhy}</p>
      {!isClose && <Notice kind="warn">{strings.noneNear}</Notice>}
      {opening.trouble !== null && <Notice kind="error">{opening.trouble}</Notice>}
      <ol class="stack">
        {passages.map((passage) => (
          <FoundPassage
            key={passage.chunk_id}
            passage={passage}
            question={question}
            relevance={relevanceOf(passage.distance, least)}
            {...openingOf(passage)}
          />
        ))}
      </ol>
    </>
  );
}
