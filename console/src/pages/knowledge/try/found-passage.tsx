import { useMemo } from 'preact/hooks';
import { Badge, type Tone } from '../../../parts/badge.tsx';
import { Button } from '../../../parts/button.tsx';
import { words } from '../../../words.ts';
import type { Closeness } from './closeness.ts';
import { highlighted } from './highlight.ts';
import type { Passage } from './use-asking.ts';

interface FoundPassageProps {
  readonly passage: Passage;
  readonly question: string;
  readonly closeness: Closeness;
  /** Opens its document; null where there is nothing to open. */
  readonly onOpen: (() => void) | null;
}

const TONES: Readonly<Record<Closeness, Tone>> = { nearest: 'good', near: 'info', farther: 'plain', unrelated: 'warn' };

/** A passage, where it stands, and how near it is to the question, whose words stand out in it. */
export function FoundPassage({ passage, question, closeness, onOpen }: FoundPassageProps) {
  const { source_filename: file, page, text, distance } = passage;
  const pieces = useMemo(() => highlighted(text, question), [text, question]);
  return (
    <li class="card padded passage">
      <div class="passage-head">
        <h3>
          {file} {page !== null && <span class="passage-page">{words.knowledge.page(page)}</span>}
        </h3>
        <Badge tone={TONES[closeness]}>{words.knowledge.closeness[closeness]}</Badge>
        <span class="hint figure">{words.knowledge.distance(distance)}</span>
        {onOpen && (
          <Button kind="quiet" icon="link" label={words.knowledge.openAt(file, page)} onPress={onOpen}>
            {words.knowledge.open}
          </Button>
        )}
      </div>
      <p>{pieces.map(({ text: piece, isHit }) => (isHit ? <mark>{piece}</mark> : piece))}</p>
    </li>
  );
}
