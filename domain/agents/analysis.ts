import { invalid } from '../errors.ts';
import {
  readFields,
  readFlag,
  readInteger,
  readObject,
  readText,
  readTexts,
  required,
  type JsonObject,
} from './json-readers.ts';
import { parseProviderChain, type KnownProviders, type ProviderConfig } from './models.ts';
import { argumentNames, parseParameters } from './tool-parameters.ts';

/** Which extracted field says that the person on a call is not to be called again. */
export interface AnalysisSuppression {
  readonly field: string;
  /** The values that say so, in any case. Absent: true does. */
  readonly values?: readonly string[];
}

/** What a model finds out about every call of the agent after its end. */
export interface AgentAnalysis {
  /** Whether it writes a summary. */
  readonly summary: boolean;
  /** What else the model should know or heed, such as the language of the summary. */
  readonly instructions?: string;
  /** When a call counts as a success. Absent: calls are not judged. */
  readonly success_criterion?: string;
  /** JSON Schema of an object: the fields to extract. Absent: none. */
  readonly fields?: JsonObject;
  /** Suppresses the numbers of persons who asked for it. */
  readonly do_not_call?: AnalysisSuppression;
  /** The model. Absent: the agent's own. */
  readonly llm_config?: ProviderConfig;
  /** Longest part of a transcript that the model reads, in tokens of about 4 characters. */
  readonly max_transcript_tokens: number;
}

const TEXT_MAX = 4_000;
const TRANSCRIPT_TOKENS = { minimum: 500, maximum: 100_000, default: 16_000 };
/** Each field is a column of an export. */
const FIELDS_MAX = 50;
const VALUES_MAX = 20;
const VALUE_MAX = 200;

/** Parses the analysis section from untyped JSON. Null when absent. */
export function parseAnalysis(input: unknown, providers: KnownProviders): AgentAnalysis | null {
  const given = readObject(input, 'analysis');
  if (!given) return null;
  const read = readFields(given, 'analysis', {
    summary: () => readFlag(given['summary'], 'analysis.summary') ?? true,
    instructions: () => parseText(given['instructions'], 'analysis.instructions'),
    success_criterion: () => parseText(given['success_criterion'], 'analysis.success_criterion'),
    fields: () => parseFieldsSchema(given['fields']),
    do_not_call: () => parseSuppression(given['do_not_call']),
    llm_config: () =>
      readObject(given['llm_config'], 'analysis.llm_config') &&
      parseProviderChain(given['llm_config'], 'llm', providers, 'analysis'),
    max_transcript_tokens: () =>
      readInteger(given['max_transcript_tokens'], 'analysis.max_transcript_tokens', TRANSCRIPT_TOKENS) ??
      TRANSCRIPT_TOKENS.default,
  });
  const { instructions, success_criterion, fields, do_not_call, llm_config, ...always } = read;
  if (!always.summary && success_criterion === null && fields === null)
    throw invalid('analysis requires summary true, success_criterion or fields');
  requireExtracted(do_not_call, fields);
  return {
    ...always,
    ...(instructions !== null && { instructions }),
    ...(success_criterion !== null && { success_criterion }),
    ...(fields && { fields }),
    ...(do_not_call && { do_not_call }),
    ...(llm_config && { llm_config }),
  };
}

function parseSuppression(value: unknown): AnalysisSuppression | null {
  const path = 'analysis.do_not_call';
  const given = readObject(value, path);
  if (!given) return null;
  const { field, values } = readFields(given, path, {
    field: () => required(readText(given['field'], `${path}.field`), `${path}.field`),
    values: () => readTexts(given['values'], `${path}.values`),
  });
  if (values === null) return { field };
  const listed = values.map((each) => each.trim());
  if (listed.length === 0 || listed.length > VALUES_MAX || values.some((each) => !isValue(each)))
    throw invalid(`${path}.values must have 1 to ${VALUES_MAX} values of 1 to ${VALUE_MAX} characters`);
  return { field, values: listed };
}

const isValue = (text: string): boolean => text.trim() !== '' && text.length <= VALUE_MAX;

function requireExtracted(rule: AnalysisSuppression | null, fields: JsonObject | null): void {
  if (!rule || (fields && argumentNames(fields).includes(rule.field))) return;
  throw invalid('analysis.do_not_call.field must be one of the properties of analysis.fields');
}

function parseText(value: unknown, path: string): string | null {
  const text = readText(value, path) ?? '';
  if (text.length > TEXT_MAX) throw invalid(`${path} must have at most ${TEXT_MAX} characters`);
  return text.trim() || null;
}

/** The schema itself is validated by the port `ArgumentSchemas`. */
function parseFieldsSchema(value: unknown): JsonObject | null {
  const given = readObject(value, 'analysis.fields');
  if (!given) return null;
  const schema = parseParameters(given, 'analysis.fields');
  const count = argumentNames(schema).length;
  if (count === 0 || count > FIELDS_MAX) throw invalid(`analysis.fields.properties must have 1 to ${FIELDS_MAX} names`);
  return schema;
}
