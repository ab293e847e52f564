import { invalid } from '../errors.ts';

const SHAPE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i;
const HAS_ZONE = /(Z|[+-]\d\d:?\d\d)$/i;

/** Parses an ISO 8601 date-time. Without a time zone it is UTC, not the zone of this machine. */
export function parseUtc(text: string, field: string): Date {
  const date = SHAPE.test(text) ? new Date(HAS_ZONE.test(text) ? text : `${text}Z`) : null;
  if (date === null || Number.isNaN(date.getTime()))
    throw invalid(`${field} must be an ISO 8601 date-time, for example 2026-01-31T09:30:00.000Z`);
  return date;
}
