import type { components } from '../../api.ts';
import type { Call } from '../calls/call.ts';

export type Campaign = components['schemas']['Campaign'];

/** A campaign and its newest calls, both of one moment. */
export interface CampaignNow {
  readonly campaign: Campaign;
  readonly calls: readonly Call[];
}

export type CampaignState = Campaign['state'];

/** Tone of a state. */
export function toneOf(state: CampaignState): 'good' | 'warn' | 'bad' | 'info' | 'plain' {
  const tones = { created: 'plain', running: 'info', paused: 'warn', completed: 'good', failed: 'bad' } as const;
  return tones[state];
}

/** How much of it is done, from 0 to 1. */
export const shareDone = ({ processed_rows, total_rows }: Pick<Campaign, 'processed_rows' | 'total_rows'>): number =>
  total_rows === 0 ? 0 : processed_rows / total_rows;
