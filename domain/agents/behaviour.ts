import { readAll, readFlag, readInteger, readNumber, readObject, readText, readTexts } from './json-readers.ts';

/** Configured behaviour of an agent during a call. Spec: behaviour. */
export interface AgentBehaviour {
  readonly interruption_min_words: number;
  readonly user_silence_hangup_seconds: number | null;
  /** Stored and returned, but not enforced. */
  readonly call_timeout_seconds: number | null;
  readonly ignore_user_speech_before_greeting: boolean;
  readonly hold_messages: readonly string[];
  readonly hold_message_timeout_seconds: number | null;
  readonly user_online_detection_enabled: boolean;
  readonly user_online_detection_message: string;
  readonly user_online_detection_seconds: number | null;
  readonly user_online_detection_repeats: number | null;
  readonly user_online_detection_closing_message: string;
  readonly automatic_call_ending: { readonly enabled: boolean; readonly graceful_llm_call_ending: boolean };
}

/** Parses behaviour from untyped JSON and fills in every default. */
export function parseBehaviour(input: unknown): AgentBehaviour {
  const behaviour = readObject(input, 'behaviour') ?? {};
  const at = (name: keyof AgentBehaviour): [unknown, string] => [behaviour[name], `behaviour.${name}`];
  const seconds = (name: keyof AgentBehaviour): number | null => readNumber(...at(name), { minimum: 0 });
  return readAll({
    interruption_min_words: () => readInteger(...at('interruption_min_words'), { minimum: 0 }) ?? 0,
    user_silence_hangup_seconds: () => seconds('user_silence_hangup_seconds'),
    call_timeout_seconds: () => seconds('call_timeout_seconds'),
    ignore_user_speech_before_greeting: () => readFlag(...at('ignore_user_speech_before_greeting')) ?? false,
    hold_messages: () => readTexts(...at('hold_messages')) ?? [],
    hold_message_timeout_seconds: () => seconds('hold_message_timeout_seconds'),
    user_online_detection_enabled: () => readFlag(...at('user_online_detection_enabled')) ?? false,
    user_online_detection_message: () => readText(...at('user_online_detection_message')) ?? '',
    user_online_detection_seconds: () => seconds('user_online_detection_seconds'),
    user_online_detection_repeats: () => readInteger(...at('user_online_detection_repeats'), { minimum: 1 }),
    user_online_detection_closing_message: () => readText(...at('user_online_detection_closing_message')) ?? '',
    automatic_call_ending: () => parseEnding(...at('automatic_call_ending')),
  });
}

function parseEnding(input: unknown, path: string): AgentBehaviour['automatic_call_ending'] {
  const ending = readObject(input, path) ?? {};
  return readAll({
    enabled: () => readFlag(ending['enabled'], `${path}.enabled`) ?? false,
    graceful_llm_call_ending: () =>
      readFlag(ending['graceful_llm_call_ending'], `${path}.graceful_llm_call_ending`) ?? false,
  });
}
