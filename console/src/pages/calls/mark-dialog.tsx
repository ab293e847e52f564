import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { TextField } from '../../parts/text-field.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import type { Answer, Mark } from './answers.ts';
import { answerStrings as words } from './strings.ts';

interface MarkDialogProps {
  readonly callId: string;
  readonly answer: Answer;
  /** Null: it is not marked yet. */
  readonly mark: Mark | null;
  readonly onClose: () => void;
  readonly onMarked: () => void;
}

/** The form that marks an answer as wrong, or removes the mark. */
export function MarkDialog({ callId, answer, mark, onClose, onMarked }: MarkDialogProps) {
  const [note, setNote] = useState(mark?.note ?? '');
  const [correct, setCorrect] = useState(mark?.correct_answer ?? '');
  const { store, remove } = useMark({ callId, answer, onClose, onMarked });
  return (
    <Dialog title={words.mark} onClose={onClose}>
      <Form onSubmit={() => store.run(note, correct)} trouble={store.trouble ?? remove.trouble}>
        <p class="soft">{words.markOf(answer.question, answer.answer)}</p>
        <TextField
          optional
          label={words.note}
          error={store.problemOf('note')}
          value={note}
          rows={2}
          maxLength={1_000}
          onInput={setNote}
        />
        <TextField
          optional
          label={words.correct}
          error={store.problemOf('correct_answer')}
          value={correct}
          rows={3}
          maxLength={2_000}
          onInput={setCorrect}
        />
        <DialogFoot>
          {mark && (
            <Button busy={remove.isBusy} onPress={() => void remove.run()}>
              {words.unmark}
            </Button>
          )}
          <Button onPress={onClose}>{sharedStrings.cancel}</Button>
          <Button type="submit" kind="primary" busy={store.isBusy}>
            {words.markAction}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

/** Storing and removing the mark of an answer. */
function useMark({ callId, answer, onClose, onMarked }: Omit<MarkDialogProps, 'mark'>) {
  const params = { path: { call_id: callId, answer_number: String(answer.number) } };
  const path = '/api/v1/calls/{call_id}/answers/{answer_number}/mark';
  const done = (toast: string): void => {
    showToast(toast);
    onMarked();
    onClose();
  };
  const store = useAction(
    async (note: string, correct: string) => {
      const body = { ...(note !== '' && { note }), ...(correct !== '' && { correct_answer: correct }) };
      await answered(api.PUT(path, { params, body }));
      done(words.marked);
    },
    ['note', 'correct_answer'],
  );
  const remove = useAction(async () => {
    await answered(api.DELETE(path, { params }));
    done(words.unmarked);
  });
  return { store, remove };
}
