import { Button } from '../../parts/button.tsx';
import type { Action } from '../../parts/use-action.ts';
import { words } from '../../words.ts';

const said = words.agentForm;

interface SaveBarProps {
  readonly isNew: boolean;
  readonly isDirty: boolean;
  readonly saving: Action<[]>;
  readonly discard: () => void;
}

/** Says whether everything is saved, and saves it. Stays in sight. */
export function SaveBar({ isNew, isDirty, saving, discard }: SaveBarProps) {
  return (
    <div class="save-bar card">
      <p class="soft" role="status">
        {stateWords(isNew, isDirty)}
      </p>
      {isDirty && (
        <Button kind="quiet" onPress={discard}>
          {said.discard}
        </Button>
      )}
      <Button kind="primary" busy={saving.isBusy} disabled={!isNew && !isDirty} onPress={() => void saving.run()}>
        {isNew ? said.createNow : said.save}
      </Button>
    </div>
  );
}

function stateWords(isNew: boolean, isDirty: boolean): string {
  if (isNew) return said.notYet;
  return isDirty ? said.unsaved : said.allSaved;
}
