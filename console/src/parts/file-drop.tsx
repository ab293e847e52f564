import { useContext, useId, useState } from 'preact/hooks';
import { FormErrors } from './field-errors.ts';
import './file-drop.css';
import { Icon } from './icon.tsx';

interface FileDropProps {
  readonly label: string;
  readonly hint: string;
  /** What the file chooser offers, as in `.csv,text/csv`. */
  readonly accept: string;
  readonly multiple?: boolean;
  /** Whether the form cannot do without. */
  readonly required?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Takes files that are dropped on it or chosen with it. */
export function FileDrop({ label, hint, accept, multiple = false, required = false, onFiles }: FileDropProps) {
  const id = useId();
  const fault = useContext(FormErrors).get(id);
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null | undefined): void => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1);
    if (files.length > 0) onFiles(files);
  };
  return (
    <div
      class={isOver ? 'file-drop over' : 'file-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <Icon name="upload" />
      <label for={id}>{label}</label>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {fault !== undefined && (
        <p class="field-error" id={`${id}-error`} role="alert">
          {fault}
        </p>
      )}
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        required={required}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file may be chosen once more.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
