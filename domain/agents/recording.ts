import { readChoice, readFields, readObject, required } from './json-readers.ts';

/** Whether the audio of the agent's calls is kept. */
export interface AgentRecording {
  /** `on`: caller and agent are recorded. `off`: no audio is written to a disk or to the object store. */
  readonly mode: (typeof MODES)[number];
}

const MODES = ['on', 'off'] as const;

/** Parses the recording section from untyped JSON. Null when absent: calls are recorded. */
export function parseRecording(input: unknown): AgentRecording | null {
  const given = readObject(input, 'recording');
  if (!given) return null;
  return readFields(given, 'recording', {
    mode: () => required(readChoice(MODES, given['mode'], 'recording.mode'), 'recording.mode'),
  });
}
