import type { Campaign } from './campaign.ts';
import { settingsStrings as words } from './settings-strings.ts';

/** When contacts that answered are called again by the analysis, plan by plan. Empty without such plans. */
export const analysisWords = ({ by_analysis: retry }: Campaign['retry_config']): readonly string[] =>
  retry?.plans.map(({ values, delays_seconds: delays, vary_hours: varies }) => {
    const found = words.analysisIs(retry.field, values.join(', '));
    const minutes = delays.map((seconds) => seconds / 60).join(', ');
    return delays.length === 0 ? words.finalPlan(found) : words.planWords(found, minutes, varies ?? false);
  }) ?? [];

/** What was decided about contacts that answered. Null: nothing was. */
export const decisionWords = ({ decisions }: Campaign): string | null =>
  decisions
    ?.map(({ reason, value, retried, final }) => words.decision(value ?? words.reasons[reason], retried, final))
    .join('; ') ?? null;
