import { Button } from '../../parts/button.tsx';
import { Switch } from '../../parts/switch.tsx';
import { settingsStrings as words } from './settings-strings.ts';

interface PlanEndProps {
  readonly varies: boolean;
  readonly onVaries: (varies: boolean) => void;
  /** What the button that removes the plan is called. */
  readonly removal: string;
  /** Null: the plan has to stay. */
  readonly onRemove: (() => void) | null;
}

/** The end of a plan of retries: whether its hours vary, and its removal. */
export const PlanEnd = ({ varies, onVaries, removal, onRemove }: PlanEndProps) => (
  <div class="plan-end">
    <Switch label={words.varies} hint={words.variesHint} checked={varies} onChange={onVaries} />
    {onRemove && <Button kind="quiet" icon="trash" label={removal} onPress={onRemove} />}
  </div>
);
