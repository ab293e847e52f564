import type { AgentConfig } from './agent.ts';

export type Transfer = NonNullable<AgentConfig['transfer']>;
export type Target = Transfer['targets'][number];
export type Voicemail = NonNullable<AgentConfig['voicemail']>;
export type PreCall = NonNullable<AgentConfig['pre_call']>;

/** The sections of a configuration that concern telephone calls. */
type Sections = Pick<AgentConfig, 'transfer' | 'voicemail' | 'pre_call'>;

/** A new target, without a name. */
export const blankTarget = (): Target => ({ name: '', description: '', to: '', mode: 'cold', ring_seconds: 25 });

/** The configuration with these transfers: without the section when there is no target. */
export const withTransfer = (transfer: Transfer): Pick<Sections, 'transfer'> =>
  section({ transfer: transfer.targets.length === 0 ? undefined : transfer });

/** The target in this mode. Only warm transfers have a brief and a key. */
export function withMode({ brief, confirm, ...target }: Target, mode: Target['mode']): Target {
  const warm = { ...(brief !== undefined && { brief }), ...(confirm !== undefined && { confirm }) };
  return { ...target, mode, ...(mode === 'warm' && warm) };
}

/** The target with these words that ask for a key, or without a key when there are none. */
export function withPrompt({ confirm, ...target }: Target, say: string): Target {
  return say === '' ? target : { ...target, confirm: { key: '1', timeout_secs: 8, ...confirm, say } };
}

/**
 * The configuration with this action: without the section when there is none, with a message only to leave it, and with
 * an answer to screening unless machines are not detected.
 */
export function withAction({ message, screening_answer: answer }: Partial<Voicemail>, action: string) {
  if (action === '') return section({ voicemail: undefined });
  return section({
    voicemail: {
      action: action as Voicemail['action'],
      ...(action === 'leave_message' && { message: message ?? '' }),
      ...(action !== 'off' && answer !== undefined && { screening_answer: answer }),
    },
  });
}

/** The configuration with this request: without the section when it is empty. */
export const withPreCall = (preCall: PreCall): Pick<Sections, 'pre_call'> =>
  section({ pre_call: preCall.url === '' && preCall.headers === undefined ? undefined : preCall });

// JSON leaves out what is undefined.
const section = <S extends { readonly [Name in keyof Sections]?: Sections[Name] | undefined }>(part: S) =>
  part as Pick<Sections, keyof S & keyof Sections>;
