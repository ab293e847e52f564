import type { AssumedOutcome } from './call-assumptions.ts';
import type { CampaignForecast } from './campaign-forecast.ts';
import type { RefusalReason } from './refusal.ts';

/** What several forecasts of a campaign say together. Numbers are means, times are medians. */
export interface ExpectedCampaign {
  readonly begins_at: string | null;
  /** Null: it does not end within a year. */
  readonly ends_at: string | null;
  /** Of ten campaigns, eight end between these. Null: there is one forecast, of a long list, in which chance evens out. */
  readonly ends_between: { readonly earliest: string; readonly latest: string } | null;
  readonly dials: number;
  readonly contacts_dialled: number;
  readonly reached: number;
  readonly outcomes: Readonly<Record<AssumedOutcome, number>>;
  /** Contacts that are refused in the course of the campaign, because a consent expires. */
  readonly refused_later: Readonly<Partial<Record<RefusalReason, number>>>;
  /** Contacts that are still to be dialled after a year, or that the schedule never allows to dial. */
  readonly unfinished: number;
  readonly talk_minutes: number;
}

const OUTCOMES = ['answered', 'voicemail', 'busy', 'failed', 'no_answer'] as const;

/** Joins forecasts, at least one. */
export function expectedCampaign(forecasts: readonly CampaignForecast[]): ExpectedCampaign {
  const mean = (valueOf: (forecast: CampaignForecast) => number): number =>
    Math.round(forecasts.reduce((sum, each) => sum + valueOf(each), 0) / forecasts.length);
  const reasons = [...new Set(forecasts.flatMap(({ refused }) => Object.keys(refused) as RefusalReason[]))];
  const ends = forecasts.map(({ endsAt }) => endsAt ?? Infinity);
  const isRange = forecasts.length > 1 && Number.isFinite(quantile(ends, 0.9));
  return {
    begins_at: momentOf(
      quantile(
        forecasts.map(({ beginsAt }) => beginsAt ?? Infinity),
        0.5,
      ),
    ),
    ends_at: momentOf(quantile(ends, 0.5)),
    ends_between: isRange ? { earliest: isoOf(quantile(ends, 0.1)), latest: isoOf(quantile(ends, 0.9)) } : null,
    dials: mean(({ dials }) => dials),
    contacts_dialled: mean(({ contacts }) => contacts),
    reached: mean(({ reached }) => reached),
    outcomes: Object.fromEntries(OUTCOMES.map((name) => [name, mean(({ outcomes }) => outcomes[name])])) as Record<
      AssumedOutcome,
      number
    >,
    refused_later: Object.fromEntries(reasons.map((reason) => [reason, mean(({ refused }) => refused[reason] ?? 0)])),
    unfinished: mean(({ unfinished }) => unfinished),
    talk_minutes: mean(({ talkSeconds }) => talkSeconds / 60),
  };
}

/** The value below which this part of them is. Of an even number, the upper one in the middle. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * part)]!;
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

const momentOf = (ms: number): string | null => (Number.isFinite(ms) ? isoOf(ms) : null);
