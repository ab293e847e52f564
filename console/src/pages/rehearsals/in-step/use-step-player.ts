import { useEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../../../api.ts';
import { fetchRecording } from '../../../parts/recording/fetch-recording.ts';
import { Playback } from '../../../parts/recording/playback.ts';
import { readWav } from '../../../parts/recording/wav.ts';
import type { Conversation } from '../rehearsal.ts';
import { conversationStrings } from '../strings.ts';
import { entriesOf, type ShownEntry } from './entries.ts';
import { pairEntries, type StepRow } from './pairs.ts';
import { SilentPlayback, type Playable } from './silent-playback.ts';
import { StepPlayer } from './step-player.ts';

/** One or two conversations that are played in step. */
export interface InStep {
  readonly rows: readonly StepRow[];
  readonly entries: { readonly a: readonly ShownEntry[]; readonly b: readonly ShownEntry[] };
  /** Null until the recordings are here. */
  readonly player: StepPlayer | null;
  /** How much of the recordings is here, from 0 to 1. */
  readonly share: number;
  readonly error: Error | null;
}

type LoadState = Pick<InStep, 'player' | 'share' | 'error'>;

const NOTHING: LoadState = { player: null, share: 0, error: null };

/** Fetches the recordings of a conversation and of the one that it is compared with, and plays both in step. */
export function useStepPlayer(runId: string, a: Conversation, b: Conversation | null): InStep {
  const entries = useMemo(() => ({ a: entriesOf(a), b: b ? entriesOf(b) : [] }), [a, b]);
  const rows = useMemo(() => pairEntries(entries.a, entries.b), [entries]);
  const [loading, setLoading] = useState(NOTHING);
  useEffect(() => {
    setLoading(NOTHING);
    const abort = new AbortController();
    const { signal } = abort;
    const report = (part: Partial<LoadState>): void => {
      if (!signal.aborted) setLoading((before) => ({ ...before, ...part }));
    };
    const open = async (): Promise<void> => {
      const playables = await playablesOf(runId, b ? [a, b] : [a], {
        signal,
        onProgress: (share) => report({ share }),
      });
      const [ofA, ofB = null] = [entries.a, entries.b].map((each, side) => {
        const playable = playables[side];
        return playable ? { entries: each, playable } : null;
      });
      if (!ofA) return;
      const player = new StepPlayer(rows, ofA, ofB);
      signal.addEventListener('abort', () => player.close());
      if (signal.aborted) player.close();
      report({ player });
    };
    open().catch((error: unknown) => report({ error: error as Error }));
    return () => abort.abort();
  }, [runId, rows]);
  return { rows, entries, ...loading };
}

interface LoadOptions {
  readonly signal: AbortSignal;
  /** Takes how much of all is here, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** The recordings of conversations, or their time where they have none. */
function playablesOf(
  runId: string,
  conversations: readonly Conversation[],
  { signal, onProgress }: LoadOptions,
): Promise<readonly Playable[]> {
  const shares = conversations.map(() => 0);
  const loads = conversations.map(async (conversation, side): Promise<Playable> => {
    const { conversation_id, has_recording: isRecorded, length_ms: lengthMs } = conversation;
    if (!isRecorded) return new SilentPlayback(lengthMs / 1_000);
    const params = { path: { run_id: runId, conversation_id } };
    const path = '/api/v1/rehearsal-runs/{run_id}/conversations/{conversation_id}/recording';
    const file = await fetchRecording(api.GET(path, { params, parseAs: 'stream', signal }), (share) => {
      shares[side] = share;
      onProgress(shares.reduce((sum, each) => sum + each, 0) / shares.length);
    });
    const wav = await readWav(file);
    if (!wav) throw new Error(conversationStrings.unreadable);
    signal.throwIfAborted();
    const playback = new Playback(file, wav.seconds);
    signal.addEventListener('abort', () => playback.close());
    return playback;
  });
  return Promise.all(loads);
}
