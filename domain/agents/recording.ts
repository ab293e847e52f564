import { invalid } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import { consentQuestionIn } from '../voice/consent-words.ts';
import { readChoice, readFields, readInteger, readObject, readText, required } from './json-readers.ts';
import { requireKnownPlaceholders } from './tool-templates.ts';

/** Whether the audio of the agent's calls is kept. */
export interface AgentRecording {
  /**
   * `on`: caller and agent are recorded. `off`: no audio is written to a disk or to the object store. `consent`: the agent asks
   * first, and nothing is kept before the caller agreed.
   */
  readonly mode: (typeof MODES)[number];
  /** What the agent asks. It may have variables. Absent: the sentence of the agent's language. Only with `consent`. */
  readonly question?: string;
  /** How long the agent waits for an answer, in seconds. Only with `consent`. */
  readonly wait_secs?: number;
}

const MODES = ['on', 'off', 'consent'] as const;
/** The waits for an answer, in seconds. */
export const CONSENT_WAIT = { minimum: 2, default: 6, maximum: 30 } as const;
const QUESTION_MAX = 500;

/** Parses the recording section from untyped JSON. Null when absent: calls are recorded. `variables`: those of the question. */
export function parseRecording(input: unknown, variables: readonly string[]): AgentRecording | null {
  const given = readObject(input, 'recording');
  if (!given) return null;
  const { mode, question, wait_secs } = readFields(given, 'recording', {
    mode: () => required(readChoice(MODES, given['mode'], 'recording.mode'), 'recording.mode'),
    question: () => parseQuestion(given['question'], variables),
    wait_secs: () => readInteger(given['wait_secs'], 'recording.wait_secs', CONSENT_WAIT),
  });
  const consent = { ...(question !== null && { question }), ...(wait_secs !== null && { wait_secs }) };
  const [unused] = Object.keys(consent);
  if (mode !== 'consent' && unused !== undefined) throw invalid(`recording.${unused} requires recording.mode consent`);
  return { mode, ...consent };
}

/** Rejects a consent without a question, in a language that has no sentence of its own. */
export function requireQuestion(recording: AgentRecording | null, language: string): void {
  if (recording?.mode !== 'consent' || recording.question !== undefined || consentQuestionIn(language) !== null) return;
  throw invalid(`recording.question is required: there is no sentence for ${language}`);
}

function parseQuestion(value: unknown, variables: readonly string[]): string | null {
  const path = 'recording.question';
  const question = (readText(value, path) ?? '').trim();
  if (question.length > QUESTION_MAX) throw invalid(`${path} must have at most ${QUESTION_MAX} characters`);
  if (!isPlainText(question)) throw invalid(`${path} must be one line without control characters`);
  requireKnownPlaceholders(question, path, {
    known: new Set(variables),
    allowsSecrets: false,
    advice: 'use a custom variable',
  });
  return question || null;
}
