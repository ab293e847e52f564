import type { Command } from 'commander';
import { answered } from '../../typescript/index.ts';
import { comparisonInWords } from '../comparison-words.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

/** `campaign compare`. */
export function compareVariantsCommand(campaign: Command, working: CommandAction): void {
  campaign
    .command('compare <campaign_id>')
    .description('How the variants of a campaign did, with confidence intervals.')
    .action(working(loggedIn(compare)));
}

async function compare({ api, print }: Work, id: string): Promise<void> {
  const params = { path: { campaign_id: id } };
  print(await answered(api.GET('/api/v1/campaign/{campaign_id}/comparison', { params })), comparisonInWords);
}
