import { useId } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Progress } from '../../parts/progress.tsx';
import { formatBytes } from '../../format.ts';
import { strings } from './strings.ts';
import { canBeCalled, type ContactPreview, type FileFault } from './contact-preview.ts';
import './contact-list-field.css';
import { PreviewTable } from './preview-table.tsx';

/** A contact list that was chosen. */
export interface ChosenList {
  readonly file: File;
  /** Null while it is looked through. */
  readonly preview: ContactPreview | null;
}

interface ContactListFieldProps {
  readonly list: ChosenList | null;
  /** How much of it is sent; null when it is not being sent. */
  readonly sent: number | null;
  readonly onChoose: (file: File | null) => void;
}

/** Takes a contact list, and shows what is in it before anything is sent. */
export function ContactListField({ list, sent, onChoose }: ContactListFieldProps) {
  const id = useId();
  if (!list)
    return (
      <FileDrop
        label={strings.chooseList}
        hint={strings.listHint}
        accept=".csv,text/csv"
        required
        onFiles={([file]) => onChoose(file ?? null)}
      />
    );
  const { file, preview } = list;
  const isWrong = preview !== null && !canBeCalled(preview);
  return (
    <div
      class="contact-list"
      role="group"
      tabIndex={-1}
      aria-label={strings.contactList}
      aria-describedby={id}
      aria-invalid={isWrong}
    >
      <div class="row">
        <Icon name="document" />
        <strong>{file.name}</strong>
        <span class="hint figure">{formatBytes(file.size)}</span>
        {sent === null && (
          <Button kind="quiet" icon="close" onPress={() => onChoose(null)}>
            {strings.otherList}
          </Button>
        )}
      </div>
      {sent !== null && <Progress label={strings.sending} value={sent} />}
      {preview === null ? <Progress label={strings.reading} value={null} /> : <Preview id={id} preview={preview} />}
    </div>
  );
}

interface PreviewProps {
  /** Of what says how good it is. */
  readonly id: string;
  readonly preview: ContactPreview;
}

function Preview({ id, preview }: PreviewProps) {
  const { fault, contacts, skipped, badRows, badCount } = preview;
  if (fault)
    return (
      <div id={id}>
        <Notice kind="error">{faultWords(fault)}</Notice>
      </div>
    );
  return (
    <>
      <div id={id}>
        <Notice kind={canBeCalled(preview) ? 'good' : 'error'}>{strings.contacts(contacts, skipped, badCount)}</Notice>
      </div>
      {badRows.length > 0 && (
        <ul class="bad-rows">
          {badRows.map(({ row, value, kind }) => (
            <li key={row}>{strings.badRow(row, value, kind)}</li>
          ))}
          {badCount > badRows.length && <li>{strings.moreBad(badCount - badRows.length)}</li>}
        </ul>
      )}
      <PreviewTable preview={preview} />
    </>
  );
}

function faultWords(fault: FileFault): string {
  if (fault.kind === 'columnTwice') return strings.columnTwice(fault.column);
  if (fault.kind !== 'notCsv') return strings.fileFaults[fault.kind];
  return strings.notCsv(strings.csvProblems[fault.problem], fault.row);
}
