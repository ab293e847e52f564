import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { focusAt, placeOf } from '../keep-focus.ts';
import { sharedStrings } from './strings.ts';
import { Button } from './button.tsx';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly wide?: boolean;
}

/** What is worked with first: a field, or else the button that does nothing. */
const FIRST = '.dialog-body :is(input, select, textarea, button):not(:disabled)';

/** A window over the page, for as long as it is rendered. It keeps the focus, and Escape closes it. */
export function Dialog({ title, onClose, children, wide = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Layout effects: see `Page`.
  useLayoutEffect(() => {
    const dialog = element.current;
    const opener = document.activeElement && placeOf(document.activeElement);
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (opener) focusAt(opener);
    };
  }, []);
  useFirstFocus(element);
  return (
    <dialog
      class={wide ? 'dialog wide' : 'dialog'}
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" icon="close" label={sharedStrings.close} onPress={onClose} />
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

/** Brings the focus to what is worked with first, once that is there: it may have to be asked for. */
function useFirstFocus(dialog: RefObject<HTMLElement | null>): void {
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    const first = isPlaced.current ? null : dialog.current?.querySelector<HTMLElement>(FIRST);
    if (!first) return;
    isPlaced.current = true;
    first.focus();
  });
}

/** The buttons at the end of a dialog, the one that does it last. */
export const DialogFoot = ({ children }: { children: ComponentChildren }) => <div class="dialog-foot">{children}</div>;
