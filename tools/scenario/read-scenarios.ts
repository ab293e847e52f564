import {
  ACTION,
  FAULT,
  FILES,
  KNOWLEDGE,
  list,
  NUMBER,
  OBJECT,
  only,
  STEP,
  TEXT,
  TRUE,
} from '../../adapters/suite-reader/file-schema.ts';
import { parsePlaces } from '../../adapters/suite-reader/parse-places.ts';
import { schemaProblems } from '../../adapters/suite-reader/schema-problems.ts';
import type { ScenarioFile } from '../../domain/rehearsal/scenario.ts';

const ANSWER = only({ says: list(TEXT), every_ms: NUMBER, calls: TEXT, with: OBJECT, ends: FAULT });
const DELIVERY = {
  anyOf: [{ enum: ['whole', 'hangs', 'fails', 'breaks'] }, only({ after_ms: NUMBER, ends: FAULT }, 'after_ms', 'ends')],
};
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

const isScenarioFile = FILES.compile<ScenarioFile>(
  only(
    {
      ...{ socket: TEXT, agent: TEXT, server: TEXT, targets: { type: 'object', additionalProperties: TEXT } },
      scenarios: { ...list(SCENARIO), minItems: 1 },
    },
    'scenarios',
  ),
);

/** Reads the scenarios of a YAML or JSON text. Throws an error that lists every invalid place, with its line. */
export function readScenarios(text: string, name = 'The text'): ScenarioFile {
  const { value: file, placed } = parsePlaces(text);
  if (isScenarioFile(file)) return file;
  throw new Error(`${name} is not a valid scenario file:\n${placed(schemaProblems(isScenarioFile.errors)).join('\n')}`);
}
