import type { AgentConfig } from './agent.ts';

export type Recording = NonNullable<AgentConfig['recording']>;
export type Redaction = NonNullable<AgentConfig['redaction']>;
export type RedactedKind = Redaction['kinds'][number];

/** The configuration with this recording mode. `on`, the default, has no section; only `consent` has a question and a wait. */
export function withRecordingMode(recording: Recording | undefined, mode: Recording['mode']) {
  const { question, wait_secs } = recording ?? {};
  const ofConsent = { ...(question !== undefined && { question }), ...(wait_secs !== undefined && { wait_secs }) };
  if (mode === 'on') return section({ recording: undefined });
  return section({ recording: { mode, ...(mode === 'consent' && ofConsent) } });
}

/** The configuration with this choice changed: without the section when nothing is left out. */
export function withRedacted(
  { kinds = [], variables = [] }: Partial<Redaction>,
  part: keyof Redaction,
  { value, on }: { readonly value: string; readonly on: boolean },
) {
  const changed = <T extends string>(all: readonly T[]): T[] => [
    ...all.filter((each) => each !== value),
    ...(on ? [value as T] : []),
  ];
  const redaction = {
    kinds: part === 'kinds' ? changed(kinds) : [...kinds],
    variables: part === 'variables' ? changed(variables) : [...variables],
  };
  return section({ redaction: redaction.kinds.length + redaction.variables.length === 0 ? undefined : redaction });
}

/** JSON leaves out what is undefined. */
const section = (part: { readonly recording?: Recording | undefined; readonly redaction?: Redaction | undefined }) =>
  part as Pick<AgentConfig, 'recording' | 'redaction'>;
