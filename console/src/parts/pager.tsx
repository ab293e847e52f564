import { formatCount } from '../format.ts';
import { sharedStrings } from './strings.ts';
import { Button } from './button.tsx';
import './pager.css';

interface PagerProps {
  readonly offset: number;
  readonly limit: number;
  /** Total number of items. Null when unknown. */
  readonly total: number | null;
  /** How many are shown. */
  readonly shown: number;
  readonly onMove: (offset: number) => void;
}

/** Leads through a long list, page by page. Nothing where one page holds it all. */
export function Pager({ offset, limit, total, shown, onMove }: PagerProps) {
  const isLast = total === null ? shown < limit : offset + shown >= total;
  if (offset === 0 && isLast) return null;
  const [first, last] = [formatCount(offset + 1), formatCount(offset + shown)];
  return (
    <nav class="pager" aria-label={sharedStrings.pager.label}>
      <span class="hint figure">
        {shown > 0 && sharedStrings.pager.range(first, last, total === null ? null : formatCount(total))}
      </span>
      <Button disabled={offset === 0} icon="left" onPress={() => onMove(Math.max(0, offset - limit))}>
        {sharedStrings.pager.newer}
      </Button>
      <Button disabled={isLast} onPress={() => onMove(offset + limit)}>
        {sharedStrings.pager.older}
      </Button>
    </nav>
  );
}
