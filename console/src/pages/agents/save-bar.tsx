import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import type { Action } from '../../parts/use-action.ts';
import { formStrings } from './strings.ts';

interface SaveBarProps {
  readonly isNew: boolean;
  readonly isDirty: boolean;
  readonly saving: Action<[]>;
  readonly discard: () => void;
}

/** Says that something is not saved yet, and saves it. Stays in sight for as long as that is so. */
export const SaveBar = (props: SaveBarProps) => (props.isNew || props.isDirty ? <Bar {...props} /> : null);

function Bar({ isNew, isDirty, saving, discard }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useFocusKept(bar);
  return (
    <div class="save-bar card" ref={bar}>
      <p class="soft" role="status">
        {isNew ? formStrings.notYet : formStrings.unsaved}
      </p>
      {isDirty && (
        <Button kind="quiet" onPress={discard}>
          {formStrings.discard}
        </Button>
      )}
      <Button kind="primary" busy={saving.isBusy} onPress={() => void saving.run()}>
        {isNew ? formStrings.createNow : formStrings.save}
      </Button>
    </div>
  );
}

/** Moves the focus to the page heading when the bar disappears with the focus in it. */
function useFocusKept(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => () => {
      const { activeElement } = document;
      const isLost = activeElement === document.body || bar.current?.contains(activeElement) === true;
      if (isLost) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    },
    [],
  );
}
