import { addToWindow } from '../domain/accounts/limit-count.ts';
import { BoundedMap } from './bounded-map.ts';
import { LimitCountChanges, type LimitPorts } from './limit-count-changes.ts';
import { REMEMBERED_MAX, type Allowance } from './strict-limit.ts';

/** Part of an allowance that a process uses before it reports. */
const REPORTED_PART = 1 / 50;
/** A use is reported when the last report is this old, in ms. */
const REPORT_MS = 5_000;

interface Window {
  /** In the clock's monotonic ms. */
  endsAt: number;
  /** Uses of all processes when this one last reported. */
  reported: number;
  /** Own uses since then. */
  unreported: number;
  reportedAt: number;
  isReporting: boolean;
  /** Whether the last report failed. */
  hasFailed: boolean;
}

/**
 * Counts requests by key over all processes without waiting for the store: a process decides by its own uses and what
 * all had reported when it last reported its own. Beyond the allowance each process lets through at most what it has not
 * reported: a fiftieth of it, and what comes during a report. Without the store each process counts for itself.
 */
export class ReportedLimit {
  readonly #clock: LimitPorts['clock'];
  readonly #changes: LimitCountChanges;
  readonly #kind: string;
  readonly #allowance: Allowance;
  readonly #windows = new BoundedMap<string, Window>(REMEMBERED_MAX);

  constructor(ports: LimitPorts, kind: string, allowance: Allowance) {
    this.#clock = ports.clock;
    this.#changes = new LimitCountChanges(ports);
    this.#kind = kind;
    this.#allowance = allowance;
  }

  /** Seconds until the key may be used again, rounded up; 0 when it may. Counts nothing. */
  secondsLeft(key: string): number {
    const window = this.#windowOf(key);
    if (window === null || window.reported + window.unreported < this.#allowance.requests) return 0;
    return Math.ceil((window.endsAt - this.#clock.monotonic()) / 1_000);
  }

  /** Counts a request and answers 0, or the seconds until the key may be used again; then counts nothing. */
  take(key: string): number {
    const seconds = this.secondsLeft(key);
    if (seconds > 0) return seconds;
    const window = this.#windowOf(key) ?? this.#begin(key);
    window.unreported += 1;
    if (this.#isReportDue(window)) void this.#report(key, window);
    return 0;
  }

  #windowOf(key: string): Window | null {
    const window = this.#windows.get(key);
    return window && this.#clock.monotonic() < window.endsAt ? window : null;
  }

  #begin(key: string): Window {
    const uses = { reported: 0, unreported: 0 };
    const reports = { reportedAt: -Infinity, isReporting: false, hasFailed: false };
    const window = { endsAt: this.#clock.monotonic() + this.#allowance.windowMs, ...uses, ...reports };
    this.#windows.set(key, window);
    return window;
  }

  #isReportDue({ unreported, reportedAt, isReporting, hasFailed }: Window): boolean {
    if (isReporting) return false;
    const isMuch = unreported >= this.#allowance.requests * REPORTED_PART;
    return (isMuch && !hasFailed) || this.#clock.monotonic() - reportedAt >= REPORT_MS;
  }

  async #report(key: string, window: Window): Promise<void> {
    const sent = window.unreported;
    Object.assign(window, { isReporting: true, reportedAt: this.#clock.monotonic() });
    try {
      let [count, leftMs] = [0, 0];
      await this.#changes.make({ kind: this.#kind, key }, (seen, now) => {
        const counted = addToWindow(seen, sent, this.#allowance.windowMs, now);
        [count, leftMs] = [counted.count, counted.expires_at - now];
        return counted;
      });
      const endsAt = this.#clock.monotonic() + leftMs;
      Object.assign(window, { endsAt, reported: count, unreported: window.unreported - sent, hasFailed: false });
    } catch {
      // The process counts for itself until it can report.
      window.hasFailed = true;
    } finally {
      window.isReporting = false;
    }
  }
}
