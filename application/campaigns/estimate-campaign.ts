import type { Agent } from '../../domain/agents/agent.ts';
import type { CallAssumptions } from '../../domain/campaigns/call-assumptions.ts';
import {
  forecastCampaign,
  type CampaignForecast,
  type ForecastContact,
  type ForecastRules,
} from '../../domain/campaigns/campaign-forecast.ts';
import { expectedCampaign, quantile, type ExpectedCampaign } from '../../domain/campaigns/expected-campaign.ts';
import { seededDraws } from '../../domain/campaigns/seeded-draws.ts';
import { costEstimateView, estimateCost, type ExpectedUsage } from '../../domain/costs/call-estimate.ts';
import { mixedEstimate } from '../../domain/costs/mixed-estimate.ts';
import { amountText } from '../../domain/costs/money.ts';
import type { PriceTable } from '../../domain/costs/price-table.ts';
import { modelChoice } from '../model-choice.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import type { WorkPieces } from '../work-pieces.ts';
import type { CallingAgent } from './calling-agents.ts';

export interface EstimatePorts {
  readonly prices: PriceTable;
  readonly providers: Pick<ProviderRegistry, 'find'>;
}

/** What a campaign is expected to do and to cost. */
export type CampaignEstimate = ExpectedCampaign & {
  readonly cost: ReturnType<typeof costEstimateView> & {
    /** Of ten campaigns, eight cost between these. Null with one forecast. */
    readonly amount_between: { readonly lowest: string; readonly highest: string } | null;
  };
};

/** A short list is played several times, until this many contacts were: chance matters more in it. */
const CONTACTS_PLAYED = 20_000;
const PLAYS_MAX = 25;

/** Plays a campaign in model time. Others run between two pieces of a few milliseconds; `progressed` can end it by throwing. */
export async function estimateCampaign(
  ports: EstimatePorts,
  { callers, contacts }: { readonly callers: readonly CallingAgent[]; readonly contacts: readonly ForecastContact[] },
  rules: Omit<ForecastRules, 'draw'>,
  pieces: WorkPieces,
  progressed: () => void,
): Promise<CampaignEstimate> {
  const plays = Math.min(PLAYS_MAX, Math.max(1, Math.round(CONTACTS_PLAYED / Math.max(1, contacts.length))));
  const forecasts: CampaignForecast[] = [];
  for (let play = 1; play <= plays; play += 1) {
    const playing = forecastCampaign({ ...rules, draw: seededDraws(play) }, contacts, contacts.length);
    for (let step = playing.next(); ; step = playing.next()) {
      if (step.done === true) {
        forecasts.push(step.value);
        break;
      }
      if (!pieces.isOver) continue;
      await pieces.pause();
      progressed();
    }
  }
  return { ...expectedCampaign(forecasts), cost: costOf(ports, callers, rules.assumptions, forecasts) };
}

/** What answered calls of an agent are expected to use of vendors. */
export function expectedUsageOf(
  { providers }: Pick<EstimatePorts, 'providers'>,
  agent: Agent | null,
  assumed: CallAssumptions,
): Omit<ExpectedUsage, 'answeredSeconds'> {
  const models = agent && agent.config.models;
  return {
    carrier: agent?.telephony?.provider ?? null,
    models: models && {
      stt: modelChoice(providers, 'stt', models.stt_config),
      tts: modelChoice(providers, 'tts', models.tts_config),
      llm: modelChoice(providers, 'llm', models.llm_config),
    },
    perMinute: {
      characters: assumed.characters_per_minute,
      inputTokens: assumed.input_tokens_per_minute,
      outputTokens: assumed.output_tokens_per_minute,
    },
  };
}

function costOf(
  { prices, providers }: EstimatePorts,
  callers: readonly CallingAgent[],
  assumed: CallAssumptions,
  forecasts: readonly CampaignForecast[],
): CampaignEstimate['cost'] {
  const usages = callers.map(({ agent, share }) => ({ share, about: expectedUsageOf({ providers }, agent, assumed) }));
  const estimates = forecasts.map(({ answeredSeconds }) => {
    const [first, ...others] = usages.map(({ share, about }) => ({
      share,
      estimate: estimateCost(prices, { ...about, answeredSeconds }),
    }));
    return mixedEstimate([first!, ...others]);
  });
  const amounts = estimates.map(({ amount }) => amount);
  const mean = amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length;
  // The lines come from the simulated run whose cost is nearest to the mean.
  const nearest = estimates.toSorted((a, b) => Math.abs(a.amount - mean) - Math.abs(b.amount - mean))[0]!;
  const isRange = forecasts.length > 1;
  return {
    ...costEstimateView(nearest),
    amount_between: isRange
      ? { lowest: amountText(quantile(amounts, 0.1)), highest: amountText(quantile(amounts, 0.9)) }
      : null,
  };
}
