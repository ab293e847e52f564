import type { Caption } from '../browser/index.ts';
import { make, setAttribute } from './elements.ts';
import type { Messages } from './messages/index.ts';
import type { Mode } from './widget-state.ts';

/** The words of the conversation. */
export interface CaptionList {
  readonly root: HTMLElement;
  render(captions: readonly Caption[], mode: Mode): void;
}

export function captionList(texts: Messages): CaptionList {
  const root = make('div', {
    class: 'log',
    part: 'log',
    role: 'log',
    'aria-label': texts.conversation,
    tabindex: '0',
  });
  const shown = new Map<number, { caption: Caption; element: HTMLElement }>();
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
      for (const caption of captions) {
        const known = shown.get(caption.id);
        if (known?.caption === caption) continue;
        const element = captionElement(caption, texts);
        if (known) known.element.replaceWith(element);
        else root.append(element);
        shown.set(caption.id, { caption, element });
      }
      if (isAtEnd) root.scrollTop = root.scrollHeight;
    },
  };
}

function captionElement({ side, text, isFinal, isInterrupted }: Caption, texts: Messages): HTMLElement {
  const isInterim = side === 'caller' && !isFinal;
  const classes = ['caption', side, ...(isInterim ? ['interim'] : [])].join(' ');
  const whose = make('span', { class: 'unseen' }, `${side === 'caller' ? texts.you : texts.agent}: `);
  const part = `caption caption-${side}`;
  // The words have their own direction, whatever that of the page is.
  const words = make('bdi', {}, text);
  const element = make('p', { class: classes, part, 'aria-hidden': isInterim && 'true' }, whose, words);
  if (isInterrupted) element.append(make('span', { class: 'cut' }, ` (${texts.interrupted})`));
  return element;
}
