import { useId } from 'preact/hooks';
import type { FieldProps } from './field.tsx';
import './switch.css';

interface SwitchProps extends Pick<FieldProps, 'label' | 'hint' | 'error'> {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** Something that is on or off. */
export function Switch({ label, hint, error, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  const hasError = error !== undefined && error !== null && error !== '';
  const described = [hint !== undefined && `${id}-hint`, hasError && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="switch">
      <input
        class="switch-control"
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        aria-describedby={described || undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div class="switch-words">
        <label for={id}>{label}</label>
        {hint !== undefined && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
        {hasError && (
          <p class="field-error" id={`${id}-error`} role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
