import { useRef, useState } from 'preact/hooks';
import { sendFile } from '../../parts/send-file.ts';
import { chunksOf } from '../../parts/chunks-of.ts';
import type { ChosenList } from './contact-list-field.tsx';
import { canBeCalled, previewContacts } from './contact-preview.ts';

/** A contact list on its way to the API. */
export interface ContactListDraft {
  readonly list: ChosenList | null;
  /** How much of it is sent, from 0 to 1; null when it is not being sent. */
  readonly sent: number | null;
  /** Whether it is being looked through. */
  readonly isRead: boolean;
  /** Whether it was looked through and can be dialled. */
  readonly isSound: boolean;
  /** Looks through this file, or forgets the one there is. */
  readonly choose: (file: File | null) => void;
  /** Sends it, once, and answers what the API calls it. */
  readonly send: () => Promise<string>;
}

/** Takes a contact list, looks through it here, and sends it when it is wanted. */
export function useContactList(): ContactListDraft {
  const [list, setList] = useState<ChosenList | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const source = useRef<string | null>(null);
  const choose = (file: File | null): void => {
    source.current = null;
    setList(file && { file, preview: null });
    if (!file) return;
    void previewContacts(chunksOf(file.stream())).then((preview) =>
      setList((now) => (now?.file === file ? { file, preview } : now)),
    );
  };
  const send = async (): Promise<string> => {
    if (source.current !== null || !list) return source.current ?? '';
    try {
      setSent(0);
      const answer = await sendFile<{ source_id: string }>('/api/v1/campaign/upload', list.file, {
        onProgress: setSent,
      });
      return (source.current = answer.source_id);
    } finally {
      setSent(null);
    }
  };
  const preview = list?.preview;
  const isSound = preview ? canBeCalled(preview) : false;
  return { list, sent, isRead: preview === null, isSound, choose, send };
}
