import { useEffect, useState } from 'preact/hooks';
import { api } from '../../../api.ts';
import { fetchRecording } from '../../../parts/recording/fetch-recording.ts';
import { Playback } from '../../../parts/recording/playback.ts';
import { readWav } from '../../../parts/recording/wav.ts';
import { callStrings } from '../strings.ts';
import { peaksOf, type Peaks } from './peaks.ts';

/** Number of columns of the waveform. */
const COLUMNS = 600;

/** A recording, as far as it is here. */
export interface Recording {
  /** How much of it is here, from 0 to 1. */
  readonly share: number;
  readonly file: Blob | null;
  readonly playback: Playback | null;
  /** How loud both sides were; null until that is known. */
  readonly peaks: Peaks | null;
  readonly error: Error | null;
}

const NOTHING: Recording = { share: 0, file: null, playback: null, peaks: null, error: null };

/** Fetches the recording of a call, makes it playable and looks how loud it was, in this order. Without an id there is none. */
export function useRecording(callId: string | null): Recording {
  const [recording, setRecording] = useState(NOTHING);
  useEffect(() => {
    setRecording(NOTHING);
    if (callId === null) return;
    const abort = new AbortController();
    const { signal } = abort;
    const report = (part: Partial<Recording>): void => {
      if (!signal.aborted) setRecording((before) => ({ ...before, ...part }));
    };
    open(callId, report, signal).catch((error: unknown) => report({ error: error as Error }));
    return () => abort.abort();
  }, [callId]);
  return recording;
}

async function open(callId: string, report: (part: Partial<Recording>) => void, signal: AbortSignal): Promise<void> {
  const params = { path: { call_id: callId } };
  const request = api.GET('/api/v1/calls/{call_id}/recording', { params, parseAs: 'stream', signal });
  const file = await fetchRecording(request, (share) => report({ share }));
  const wav = await readWav(file);
  if (!wav) throw new Error(callStrings.unreadable);
  if (signal.aborted) return;
  const playback = new Playback(file, wav.seconds);
  signal.addEventListener('abort', () => playback.close());
  report({ file, playback, share: 1 });
  report({ peaks: await peaksOf(file, wav, COLUMNS, signal) });
}
