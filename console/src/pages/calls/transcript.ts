/** One finished utterance, and the moment at which it began. */
export interface TranscriptEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly speaker: 'user' | 'assistant';
  readonly text: string;
  /** The name of the agent that said it, where the call was handed over. */
  readonly agent?: string;
}

/** An agent that spoke in the call, and since when. */
interface AgentStart {
  readonly name: string;
  readonly at: string;
}

const LINE = /^\[([^\]]+)\] (user|assistant): (.*)$/;

/** The utterances of a stored transcript, ordered by start, with the agents of the call. Skips other lines. */
export function readTranscript(text: string, agents: readonly AgentStart[] = []): readonly TranscriptEntry[] {
  const lines = text.split('\n').flatMap((line): TranscriptEntry[] => {
    const [, moment = '', speaker, utterance = ''] = LINE.exec(line) ?? [];
    const at = Date.parse(moment);
    if (Number.isNaN(at)) return [];
    if (speaker === 'user') return [{ at, speaker, text: utterance }];
    const agent = agents.findLast((each) => Date.parse(each.at) <= at) ?? agents[0];
    return [{ at, speaker: 'assistant', text: utterance, ...(agent && { agent: agent.name }) }];
  });
  return lines.toSorted((a, b) => a.at - b.at);
}

/** What tells when a recording began. */
export interface RecordingTimes {
  readonly lines: readonly TranscriptEntry[];
  /** Start of the greeting in the recording, in seconds. Null when the metrics lack it. */
  readonly firstSpeechSecs: number | null;
  readonly endedAt: string | null;
  readonly recordedSecs: number | null;
}

/** Clocks that were asked at the two ends of a call differ by less. In milliseconds. */
const DRIFT_MS = 2_000;

/**
 * The moment at which the recording began, in milliseconds since the epoch: measured back from the agent's first words,
 * whose place in the recording the metrics tell, and from the end of the call. Where the two disagree the agent's first
 * words were cut before any was heard, and the end is right. Null when nothing tells.
 */
export function recordingStart({ lines, firstSpeechSecs, endedAt, recordedSecs }: RecordingTimes): number | null {
  const greeting = lines.find(({ speaker }) => speaker === 'assistant');
  const byGreeting = greeting && firstSpeechSecs !== null ? greeting.at - firstSpeechSecs * 1_000 : null;
  if (endedAt === null || recordedSecs === null) return byGreeting;
  const byEnd = Date.parse(endedAt) - recordedSecs * 1_000;
  if (byGreeting !== null && Math.abs(byGreeting - byEnd) < DRIFT_MS) return byGreeting;
  // Nothing was said before the recording began.
  return Math.min(byEnd, lines[0]?.at ?? byEnd);
}

/** Which line is being said at this moment of the recording: the last one that began, or -1 before the first. */
export function lineAt(starts: readonly number[], seconds: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
