import { useMemo } from 'preact/hooks';
import { Badge, type Tone } from '../../../parts/badge.tsx';
import { Button } from '../../../parts/button.tsx';
import { strings } from '../strings.ts';
import type { Relevance } from './relevance.ts';
import { highlighted } from './highlight.ts';
import type { Passage } from './use-question.ts';

interface FoundPassageProps {
  readonly passage: Passage;
  readonly question: string;
  readonly relevance: Relevance;
  /** Opens its document, or downloads one that browsers do not show; null where there is nothing to open. */
  readonly onOpen: (() => void) | null;
  readonly isDownload: boolean;
}

const TONES: Readonly<Record<Relevance, Tone>> = { nearest: 'good', near: 'info', farther: 'plain', unrelated: 'warn' };

/** A passage, where it stands, and how near it is to the question, whose words stand out in it. */
export function FoundPassage({ passage, question, relevance, onOpen, isDownload }: FoundPassageProps) {
  const { source_filename: file, source_url: url, page, heading, text, distance } = passage;
  const pieces = useMemo(() => highlighted(text, question), [text, question]);
  return (
    <li class="card padded passage">
      <div class="passage-head">
        <h2>
          {file} {page !== null && <span class="passage-page">{strings.page(page)}</span>}
          {heading && <span class="passage-page"> {heading}</span>}
          {url !== undefined && <span class="passage-page"> {url}</span>}
        </h2>
        <Badge tone={TONES[relevance]}>{strings.closeness[relevance]}</Badge>
        <span class="hint figure">{strings.distance(distance)}</span>
        {onOpen && (
          <Button
            kind="quiet"
            icon="link"
            label={isDownload ? strings.downloadOf(file) : strings.openAt(file, page)}
            onPress={onOpen}
          >
            {isDownload ? strings.download : strings.open}
          </Button>
        )}
      </div>
      <p>{pieces.map(({ text: piece, isHit }) => (isHit ? <mark>{piece}</mark> : piece))}</p>
    </li>
  );
}
