import { Ajv } from 'ajv';
import { EVENTS } from '../../domain/rehearsal/scenario.ts';

export const TEXT = { type: 'string' };
export const NUMBER = { type: 'number', minimum: 0 };
export const OBJECT = { type: 'object' };
export const TRUE = { const: true };
export const FAULT = { enum: ['hangs', 'fails', 'breaks'] };
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

const EXCERPT = only({ source_filename: TEXT, page: { type: ['integer', 'null'] }, text: TEXT }, 'page', 'text');

export const KNOWLEDGE = only({ after_ms: NUMBER, finds: list(EXCERPT), ends: { const: 'fails' } });

/** The validator of files. `inWords` says of a pattern or a choice what is needed. */
export const FILES = new Ajv({ allErrors: true, verbose: true, strictTypes: false, strictRequired: false }).addKeyword(
  'inWords',
);
