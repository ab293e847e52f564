import type { DestinationStream } from 'pino';

const PLAIN = /^[\w./:@+%~-]+$/;

/** Formats JSON log lines for a terminal. Leaves out successful requests, which would hide everything else. */
export const readableLines = (output: DestinationStream): DestinationStream => ({
  write(text) {
    const line = JSON.parse(text) as LogLine;
    if (!isEverydayRequest(line)) output.write(readable(line));
  },
});

const isEverydayRequest = ({ event, status }: LogLine): boolean => event === 'http.answered' && Number(status) < 400;

interface LogLine {
  readonly level: string;
  readonly time: string;
  readonly event: string;
  readonly [field: string]: unknown;
}

function readable({ level, time, event, ...fields }: LogLine): string {
  const words = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
  const stacks = Object.values(fields).flatMap((value) => (isError(value) ? stackLines(value) : []));
  const first = [clockTime(time), level.padEnd(5), event, ...words].join('  ');
  return [first, ...stacks, ''].join('\n');
}

/** In local time. */
const clockTime = (time: string): string => new Date(time).toLocaleTimeString('en-GB');

function shown(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  if (typeof value === 'number') return String(Math.round(value * 10) / 10);
  const { message } = isError(value) ? value : { message: value };
  return harmless(JSON.stringify(message));
}

/** A logged error. */
interface LoggedError {
  readonly message: string;
  readonly stack: string;
}

const isError = (value: unknown): value is LoggedError =>
  typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string';

const stackLines = ({ stack }: LoggedError): string[] => stack.split('\n').map((line) => `    ${harmless(line)}`);

/** Removes terminal control characters. */
const harmless = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');
