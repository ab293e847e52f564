import type { Caption } from '../browser/index.ts';
import { make, setAttribute } from './elements.ts';
import type { Messages } from './messages/index.ts';
import type { Mode } from './widget-state.ts';

/** The words of the conversation. */
export interface CaptionList {
  readonly root: HTMLElement;
  render(captions: readonly Caption[], mode: Mode): void;
}

interface ShownCaption {
  readonly caption: Caption;
  readonly element: HTMLElement;
  readonly words: HTMLElement;
}

export function captionList(texts: Messages): CaptionList {
  const root = make('div', {
    class: 'log',
    part: 'log',
    role: 'log',
    'aria-label': texts.conversation,
    tabindex: '0',
  });
  const shown = new Map<number, ShownCaption>();
  const showing = (caption: Caption, known: ShownCaption | undefined): ShownCaption => {
    if (known?.caption === caption) return known;
    if (known && continues(known.caption, caption)) return extended(known, caption);
    const next = shownCaption(caption, texts);
    if (known) known.element.replaceWith(next.element);
    else root.append(next.element);
    return next;
  };
  return {
    root,
    render(captions, mode) {
      // A screen reader that read aloud what the agent says aloud would talk over it.
      setAttribute(root, 'aria-live', mode === 'text' ? 'polite' : 'off');
      const isAtEnd = root.scrollHeight - root.scrollTop - root.clientHeight < 40;
      const ids = new Set(captions.map(({ id }) => id));
      for (const [id, { element }] of shown) {
        if (ids.has(id)) continue;
        element.remove();
        shown.delete(id);
      }
      for (const caption of captions) shown.set(caption.id, showing(caption, shown.get(caption.id)));
      if (isAtEnd) root.scrollTop = root.scrollHeight;
    },
  };
}

const isInterim = ({ side, isFinal }: Caption): boolean => side === 'caller' && !isFinal;

/** Whether a caption has words beyond those it had, and is otherwise shown as it was. */
const continues = (before: Caption, after: Caption): boolean =>
  !isInterim(before) &&
  !isInterim(after) &&
  before.isInterrupted === after.isInterrupted &&
  after.text.startsWith(before.text);

/** Adds the words that are new: screen readers announce what is added to a log, and all of what is replaced. */
function extended({ words, ...shown }: ShownCaption, caption: Caption): ShownCaption {
  const more = caption.text.slice(shown.caption.text.length);
  if (more !== '') words.append(more);
  return { ...shown, words, caption };
}

function shownCaption(caption: Caption, texts: Messages): ShownCaption {
  const { side, text, isInterrupted } = caption;
  const classes = ['caption', side, ...(isInterim(caption) ? ['interim'] : [])].join(' ');
  const whose = make('span', { class: 'unseen' }, `${side === 'caller' ? texts.you : texts.agent}: `);
  const part = `caption caption-${side}`;
  // The words have their own direction, whatever that of the page is.
  const words = make('bdi', {}, text);
  const element = make('p', { class: classes, part, 'aria-hidden': isInterim(caption) && 'true' }, whose, words);
  if (isInterrupted) element.append(make('span', { class: 'cut' }, ` (${texts.interrupted})`));
  return { caption, element, words };
}
