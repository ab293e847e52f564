import { Ajv, type ErrorObject } from 'ajv';
import { parse } from 'yaml';
import { EVENTS, type ScenarioFile } from './scenario.ts';

export const TEXT = { type: 'string' };
export const NUMBER = { type: 'number', minimum: 0 };
export const OBJECT = { type: 'object' };
export const TRUE = { const: true };
const FAULT = { enum: ['hangs', 'fails', 'breaks'] };
export const list = (items: object): object => ({ type: 'array', items });
export const only = (properties: object, ...required: string[]): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const EVENT_PATTERN = Object.fromEntries(EVENTS.map((name) => [name, { type: ['string', 'null'] }]));

export const ACTION = only({
  after: { anyOf: [{ enum: EVENTS }, { ...only(EVENT_PATTERN), minProperties: 1, maxProperties: 1 }] },
  ...{ wait_ms: NUMBER, says: TEXT, for_ms: NUMBER, hears: TEXT, hearing: FAULT, noise_ms: NUMBER },
  ...{ types: TEXT, presses: TEXT, hangs_up: TRUE, vanishes: TRUE },
});

export const STEP = {
  ...only({ ...EVENT_PATTERN, within_ms: NUMBER, after_ms: NUMBER, absent: TRUE }),
  oneOf: EVENTS.map((name) => ({ required: [name] })),
};

const ANSWER = only({ says: list(TEXT), every_ms: NUMBER, calls: TEXT, with: OBJECT, ends: FAULT });
const DELIVERY = {
  anyOf: [{ enum: ['whole', 'hangs', 'fails', 'breaks'] }, only({ after_ms: NUMBER, ends: FAULT }, 'after_ms', 'ends')],
};
const EXCERPT = only({ source_filename: TEXT, page: { type: ['integer', 'null'] }, text: TEXT }, 'page', 'text');

export const KNOWLEDGE = only({ after_ms: NUMBER, finds: list(EXCERPT), ends: { const: 'fails' } });

const VENDORS = only({
  model: list(ANSWER),
  voice: only({ first_audio_ms: NUMBER, deliveries: list(DELIVERY) }),
  hearing: only({ final_after_ms: NUMBER, endpointing_ms: NUMBER, partials: { type: 'boolean' }, stays: TRUE }),
  knowledge: KNOWLEDGE,
  transfers: { enum: ['answered', 'busy'] },
  line: only({ marks_after_ms: NUMBER }, 'marks_after_ms'),
});

const EXPECTED = only({
  events: list(STEP),
  ...{ asked: list(list(TEXT)), tools: list(list(TEXT)), transcript: list(TEXT) },
  ...{ stages: list(TEXT), fields: OBJECT, transfers: list(TEXT), agents: list(TEXT) },
  audible: list({ type: 'array', items: NUMBER, minItems: 2, maxItems: 2 }),
  turns: only({ count: NUMBER, interrupted: NUMBER }, 'count', 'interrupted'),
  latencies_ms: list(NUMBER),
});

const SCENARIO = only(
  {
    ...{ title: TEXT, agent: OBJECT, stored: OBJECT, custom_variables: OBJECT, vendors: VENDORS, caller: list(ACTION) },
    ...{ stays_ms: NUMBER, recorded: TEXT, expect: { ...EXPECTED, minProperties: 1 } },
  },
  'title',
  'expect',
);

/** The validator of files. */
export const FILES = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false });

const isScenarioFile = FILES.compile<ScenarioFile>(
  only(
    {
      ...{ socket: TEXT, agent: TEXT, server: TEXT, targets: { type: 'object', additionalProperties: TEXT } },
      scenarios: { ...list(SCENARIO), minItems: 1 },
    },
    'scenarios',
  ),
);

/** Reads the scenarios of a YAML or JSON text. Throws an error that lists every invalid place. */
export function readScenarios(text: string): ScenarioFile {
  const file: unknown = parse(text);
  if (isScenarioFile(file)) return file;
  throw new Error(`Not a valid scenario file:\n${invalidPlaces(isScenarioFile.errors).join('\n')}`);
}

/** Every place that a validation found invalid, with the reason. */
export const invalidPlaces = (errors: readonly ErrorObject[] | null | undefined): string[] =>
  (errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
