/** How far an installation was, at one scrape. Null: no such metric there. */
interface Scrape {
  readonly at: number;
  readonly loopDelayMs: number | null;
  readonly cpuSeconds: number | null;
  readonly live: number | null;
  readonly undelivered: number | null;
  readonly refused: number;
  readonly failovers: number;
  readonly stages: Readonly<Record<StageName, MeanParts>>;
  readonly startedAt: number | null;
  /** Installations of before have none. */
  readonly processId: number | null;
}

export const STAGE_NAMES = ['stt', 'llm', 'tts'] as const;
export type StageName = (typeof STAGE_NAMES)[number];

interface MeanParts {
  readonly sum: number;
  readonly count: number;
}

/** How far an installation is, and what it did since the last time. */
export interface InstallationSample {
  /** It answered before, and does not now: its event loop is too busy, or it ended. */
  readonly is_silent: boolean;
  /** The greatest of its processes, 99 % of the time since anybody scraped it. */
  readonly loop_delay_p99_ms: number | null;
  /** Processors that its processes used. */
  readonly cpu_cores: number | null;
  readonly live_calls: number | null;
  /** Calls whose recording and end are not delivered yet. */
  readonly undelivered_calls: number | null;
  readonly refused_calls: number;
  readonly failovers: number;
  /** From the request to the first output, on average; null without any. */
  readonly first_output_ms: Readonly<Record<StageName, number | null>>;
}

/** Node reports a delay with the resolution of its timer, which an idle loop has as well. In milliseconds. */
const RESOLUTION_MS = 10;
/** An answer that takes longer is none. In milliseconds. */
export const TIMEOUT_MS = 2_000;

/** Reads `/metrics` of the processes of an installation. Processes that do not answer are left out. */
export class InstallationMetrics {
  readonly #addresses: readonly string[];
  readonly #now: () => number;
  #last = new Map<string, Scrape>();
  /** Further ports of processes: to read them as well would reset the delays that the first one reports. */
  readonly #others = new Set<string>();

  constructor(addresses: readonly string[], now: () => number) {
    this.#addresses = addresses;
    this.#now = now;
  }

  /** What happened since the last sample. Null if no process ever answered. */
  async sample(): Promise<InstallationSample | null> {
    const wanted = this.#addresses.filter((address) => !this.#others.has(address));
    const read = await Promise.all(wanted.map(async (address) => ({ address, scrape: await this.#scrape(address) })));
    const processes = this.#distinct(read.flatMap(({ address, scrape }) => (scrape ? [{ address, scrape }] : [])));
    const isSilent = wanted.some(
      (address) => this.#last.has(address) && !processes.some((each) => each.address === address),
    );
    const pairs = processes.map(({ address, scrape }) => ({ scrape, last: this.#last.get(address) ?? null }));
    for (const { address, scrape } of processes) this.#last.set(address, scrape);
    return this.#last.size === 0 ? null : { ...sampleOf(pairs), is_silent: isSilent };
  }

  /** Every process once. */
  #distinct(found: readonly ReadProcess[]): ReadProcess[] {
    const processes: ReadProcess[] = [];
    for (const each of found) {
      const place = processes.findIndex((other) => isSameProcess(other.scrape, each.scrape));
      const known = processes[place];
      if (!known) processes.push(each);
      else {
        this.#others.add(each.address);
        const loopDelayMs = Math.max(known.scrape.loopDelayMs ?? 0, each.scrape.loopDelayMs ?? 0);
        processes[place] = { ...known, scrape: { ...known.scrape, loopDelayMs } };
      }
    }
    return processes;
  }

  async #scrape(address: string): Promise<Scrape | null> {
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const text = await response.text();
      return response.ok && text.includes('process_cpu_seconds_total') ? scrapeOf(text, this.#now()) : null;
    } catch {
      return null;
    }
  }
}

interface ReadProcess {
  readonly address: string;
  readonly scrape: Scrape;
}

/** One process may serve its metrics at several ports. Replicas often start in the same second. */
const isSameProcess = (one: Scrape, other: Scrape): boolean =>
  one.processId === other.processId &&
  one.startedAt === other.startedAt &&
  (one.live === null) === (other.live === null);

/** A scrape and the one before it of the same process. */
interface Pair {
  readonly scrape: Scrape;
  readonly last: Scrape | null;
}

function sampleOf(pairs: readonly Pair[]): Omit<InstallationSample, 'is_silent'> {
  const delays = pairs.flatMap(({ scrape }) => (scrape.loopDelayMs === null ? [] : [scrape.loopDelayMs]));
  return {
    loop_delay_p99_ms: delays.length === 0 ? null : rounded(Math.max(...delays)),
    cpu_cores: sumOfKnown(pairs.map(coresOf)),
    live_calls: sumOfKnown(pairs.map(({ scrape }) => scrape.live)),
    undelivered_calls: sumOfKnown(pairs.map(({ scrape }) => scrape.undelivered)),
    refused_calls: growth(pairs, ({ refused }) => refused),
    failovers: growth(pairs, ({ failovers }) => failovers),
    first_output_ms: Object.fromEntries(STAGE_NAMES.map((stage) => [stage, meanOf(pairs, stage)])) as Record<
      StageName,
      number | null
    >,
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function coresOf({ scrape, last }: Pair): number | null {
  if (scrape.cpuSeconds === null || !last || last.cpuSeconds === null) return null;
  return rounded(((scrape.cpuSeconds - last.cpuSeconds) * 1000) / (scrape.at - last.at));
}

function sumOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : rounded(known.reduce((sum, value) => sum + value, 0));
}

/** What was counted since the last scrapes. A counter that restarted counts nothing. */
const growth = (pairs: readonly Pair[], of: (scrape: Scrape) => number): number =>
  pairs.reduce((sum, { scrape, last }) => sum + (last ? Math.max(0, of(scrape) - of(last)) : 0), 0);

function meanOf(pairs: readonly Pair[], stage: StageName): number | null {
  const count = growth(pairs, ({ stages }) => stages[stage].count);
  return count === 0 ? null : Math.round((growth(pairs, ({ stages }) => stages[stage].sum) * 1000) / count);
}

function scrapeOf(text: string, at: number): Scrape {
  const series = seriesIn(text);
  const value = (name: string): number | null => series.find((each) => each.name === name)?.value ?? null;
  const sum = (name: string, label = ''): number =>
    series.reduce((total, each) => (each.name === name && each.labels.includes(label) ? total + each.value : total), 0);
  const delay = value('nodejs_eventloop_lag_p99_seconds');
  const stageParts = (stage: StageName): MeanParts => ({
    sum: sum('voice_stage_seconds_sum', `stage="${stage}"`),
    count: sum('voice_stage_seconds_count', `stage="${stage}"`),
  });
  return {
    at,
    loopDelayMs: delay === null ? null : Math.max(0, delay * 1000 - RESOLUTION_MS),
    cpuSeconds: value('process_cpu_seconds_total'),
    live: value('voice_calls_live'),
    undelivered: value('voice_calls_undelivered'),
    refused: sum('voice_calls_refused_total'),
    failovers: sum('voice_vendor_failovers_total'),
    stages: { stt: stageParts('stt'), llm: stageParts('llm'), tts: stageParts('tts') },
    startedAt: value('process_start_time_seconds'),
    processId: value('voice_process_id'),
  };
}

const WANTED =
  /^(nodejs_eventloop_lag_p99_seconds|process_cpu_seconds_total|process_start_time_seconds|voice_[a-z_]+)(?:\{([^}]*)\})? (\S+)/;

function seriesIn(text: string): { readonly name: string; readonly labels: string; readonly value: number }[] {
  return text.split('\n').flatMap((row) => {
    const [, name, labels = '', value] = WANTED.exec(row) ?? [];
    return name === undefined ? [] : [{ name, labels, value: Number(value) }];
  });
}
