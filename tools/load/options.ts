import { parseArgs } from 'node:util';

export const USAGE = `npm run load -- --agent <id> [--calls 10] [--for 1m] [--ramp 10s] [--through browser|carrier]
                [--say <text>]... [--wav <file>]... [--turns 6] [--json <file>]
                [--max-p95-ms <n>] [--max-failures <n or n%>] [--yes-load-this-host <host>]...

Holds a steady number of conversations with an agent of an installation of yours, and measures how it bears them.

  --agent      the id of the agent that is called
  --calls      conversations at the same time
  --for        how long, ramp included: 30s, 10m, 1h
  --ramp       time in which the callers come
  --through    its browser socket, or its webhooks and media streams as the simulated carrier uses them; by the agent unless given
  --say        what callers say, in order, in English; more than once for several questions
  --wav        the same as recordings of 16-bit samples, in any language
  --turns      questions in one call; the caller then hangs up and calls again
  --pause      quiet of the agent after which a caller speaks: 1s
  --reply-timeout  an answer that takes longer counts as none: 10s
  --number     the number that is called through a carrier: +15550100000
  --metrics    where a process of the installation has its metrics; more than once for several processes
  --json       writes all figures to this file
  --max-p95-ms    fails above this latency of answers
  --max-failures  fails above this number of failed calls and missing answers, or share of all
  --yes-load-this-host   a host that may be loaded although it is not this machine; you answer for it

VOICE_API_URL and VOICE_API_TOKEN say where the API is and who asks; without them, the login of \`npm run cli\`. Through a carrier,
CARRIER_AUTH_TOKEN is the auth_token that the organisation stored; admins need not set it. Ctrl-C hangs up and reports.
Exits with 0 if all is within its limits, with 1 if something is not, and with 2 if no call could be made.`;

export type Way = 'browser' | 'carrier';

/** How many failures are allowed: a number, or a share of calls and questions. */
export type FailureLimit = { readonly most: number } | { readonly share: number };

export interface LoadOptions {
  readonly agent: string;
  readonly calls: number;
  readonly forMs: number;
  readonly rampMs: number;
  /** Null: as the agent is called. */
  readonly through: Way | null;
  readonly texts: readonly string[];
  readonly files: readonly string[];
  readonly turns: number;
  readonly pauseMs: number;
  readonly replyTimeoutMs: number;
  readonly number: string;
  /** None: those of runtime and API. */
  readonly metrics: readonly string[];
  readonly json: string | null;
  readonly maxP95Ms: number | null;
  readonly maxFailures: FailureLimit | null;
  readonly hosts: readonly string[];
}

const TEXTS = ['What are your opening hours?', 'I want to book a table for two.', 'Thank you very much.'];
const CALLS_MAX = 2_000;
const TURNS_MAX = 1_000;
const RAMP_MS = 10_000;
const LONGEST_MS = 24 * 3_600_000;
const text = (value: string) => ({ type: 'string', default: value }) as const;
const OPTIONAL = { type: 'string' } as const;
const SEVERAL = { type: 'string', multiple: true } as const;

/** Reads the arguments. Throws an error that says what is wrong with them. */
export function readOptions(args: string[]): LoadOptions {
  const values = valuesOf(args);
  const forMs = duration('--for', values.for);
  return {
    agent: values.agent,
    calls: whole('--calls', CALLS_MAX)(values.calls),
    forMs,
    rampMs: rampOf(values.ramp, forMs),
    through: optional(values.through, way),
    texts: values.say,
    files: values.wav,
    turns: whole('--turns', TURNS_MAX)(values.turns),
    pauseMs: duration('--pause', values.pause),
    replyTimeoutMs: duration('--reply-timeout', values['reply-timeout']),
    number: phoneNumber(values.number),
    metrics: values.metrics.map(metricsAddress),
    json: values.json ?? null,
    maxP95Ms: optional(values['max-p95-ms'], whole('--max-p95-ms', LONGEST_MS)),
    maxFailures: optional(values['max-failures'], failureLimit),
    hosts: values['yes-load-this-host'],
  };
}

function valuesOf(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{ agent: OPTIONAL, ramp: OPTIONAL, through: OPTIONAL, json: OPTIONAL },
      ...{ 'max-p95-ms': OPTIONAL, 'max-failures': OPTIONAL },
      ...{ calls: text('10'), for: text('1m'), turns: text('6'), pause: text('1s'), 'reply-timeout': text('10s') },
      ...{ number: text('+15550100000'), say: SEVERAL, wav: SEVERAL },
      ...{ metrics: SEVERAL, 'yes-load-this-host': SEVERAL },
    },
  });
  const { agent, say, wav, metrics = [], 'yes-load-this-host': hosts = [] } = values;
  if (positionals.length > 0) throw new Error(`Unknown argument: ${positionals[0]}`);
  if (agent === undefined) throw new Error('Pass --agent with the id of the agent that is called');
  if (say && wav) throw new Error('Pass only one of --say and --wav');
  return { ...values, agent, say: say ?? TEXTS, wav: wav ?? [], metrics, 'yes-load-this-host': hosts };
}

const optional = <T>(given: string | undefined, read: (value: string) => T): T | null =>
  given === undefined ? null : read(given);

/** Half of a short run, unless it is given. */
function rampOf(given: string | undefined, forMs: number): number {
  if (given === undefined) return Math.min(RAMP_MS, forMs / 2);
  const ms = duration('--ramp', given);
  if (ms < forMs) return ms;
  throw new Error('--ramp must be shorter than --for');
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function duration(name: string, given: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,9})(ms|s|m|h)$/.exec(given) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? Number.NaN);
  if (ms > 0 && ms <= LONGEST_MS) return ms;
  throw new Error(`${name} must be a duration such as 30s, 10m or 1h, of at most a day: ${given}`);
}

const whole =
  (name: string, most: number) =>
  (given: string): number => {
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= 1 && value <= most) return value;
    throw new Error(`${name} must be a whole number from 1 to ${most}: ${given}`);
  };

function way(given: string): Way {
  if (given === 'browser' || given === 'carrier') return given;
  throw new Error(`--through must be browser or carrier: ${given}`);
}

function phoneNumber(given: string): string {
  if (/^\+\d{5,15}$/.test(given)) return given;
  throw new Error(`--number must be a number such as +15550100000: ${given}`);
}

function metricsAddress(given: string): string {
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given;
  throw new Error(`--metrics must be an address such as http://127.0.0.1:7860/metrics: ${given}`);
}

function failureLimit(given: string): FailureLimit {
  const [, amount = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(%?)$/.exec(given) ?? [];
  const value = Number(amount);
  if (amount !== '' && unit === '%' && value <= 100) return { share: value / 100 };
  if (amount !== '' && unit === '' && Number.isInteger(value)) return { most: value };
  throw new Error(`--max-failures must be a number such as 0, or a share such as 1%: ${given}`);
}
