import { invalid } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import { readFields, readFlag, readItems, readObject, readText, required, type JsonObject } from './json-readers.ts';

/** What happens when a stage begins or ends, without the model. One of `say`, `tool`, `transfer`, `handover` and `end`. */
export interface StageAction {
  /** The agent says this. Texts are filled with variables and collected fields. */
  readonly say?: string;
  /** This tool is called. */
  readonly tool?: string;
  /** Its arguments. Texts among them are filled; one that is a placeholder keeps the type of its value. */
  readonly arguments?: JsonObject;
  /** The call is transferred to this target. */
  readonly transfer?: string;
  /** What the person hears first in a warm transfer. */
  readonly summary?: string;
  /** The call is handed over to the agent of this target. */
  readonly handover?: string;
  /** The call ends once the agent's words were played. */
  readonly end?: true;
}

const ACTIONS_MAX = 5;
const SAY_MAX = 1_000;
const SUMMARY_MAX = 500;
const NAME_MAX = 64;
const ARGUMENTS_MAX = 4_096;
const KINDS = ['say', 'tool', 'transfer', 'handover', 'end'] as const;

/** Parses the actions at the beginning of a stage from untyped JSON. Empty when absent. */
export const parseEntry = (input: unknown, path: string): readonly StageAction[] =>
  readItems(input, path, { most: ACTIONS_MAX, read: parseAction });

/** Parses the actions at the end of a stage. A transfer, a handover and the end of the call belong to the stage that follows. */
export const parseExit = (input: unknown, path: string): readonly StageAction[] =>
  readItems(input, path, {
    most: ACTIONS_MAX,
    read(item, at) {
      const action = parseAction(item, at);
      if (action.transfer !== undefined || action.handover !== undefined || action.end)
        throw invalid(
          `${at} must be say or tool: transfer, handover and end belong to on_enter of the stage that follows`,
        );
      return action;
    },
  });

function parseAction(input: unknown, path: string): StageAction {
  const given = required(readObject(input, path), path);
  const read = readFields(given, path, {
    say: () => parseText(given['say'], `${path}.say`, SAY_MAX),
    tool: () => parseText(given['tool'], `${path}.tool`, NAME_MAX),
    arguments: () => parseArguments(given['arguments'], `${path}.arguments`),
    transfer: () => parseText(given['transfer'], `${path}.transfer`, NAME_MAX),
    handover: () => parseText(given['handover'], `${path}.handover`, NAME_MAX),
    summary: () => parseText(given['summary'], `${path}.summary`, SUMMARY_MAX),
    end: () => readFlag(given['end'], `${path}.end`),
  });
  if (read.end === false) throw invalid(`${path}.end must be true`);
  if (KINDS.filter((kind) => read[kind] !== null).length !== 1)
    throw invalid(`${path} must have one of ${KINDS.join(', ')}`);
  if (read.arguments !== null && read.tool === null) throw invalid(`${path}.arguments applies to a tool`);
  if (read.summary !== null && read.transfer === null) throw invalid(`${path}.summary applies to a transfer`);
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null)) as StageAction;
}

function parseText(value: unknown, path: string, most: number): string | null {
  const text = readText(value, path);
  if (text === null) return null;
  if (text.trim() === '' || text.length > most) throw invalid(`${path} must have 1 to ${most} characters`);
  if (!isPlainText(text)) throw invalid(`${path} must be one line without control characters`);
  return text.trim();
}

function parseArguments(value: unknown, path: string): JsonObject | null {
  const given = readObject(value, path);
  if (given && JSON.stringify(given).length > ARGUMENTS_MAX)
    throw invalid(`${path} must have at most ${ARGUMENTS_MAX} characters of JSON`);
  return given;
}
