import type { Command } from 'commander';
import { answered, type components } from '../../typescript/index.ts';
import { readYaml } from '../files.ts';
import { rehearsalInWords } from '../preview-words.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

/** `campaign rehearse`. */
export function rehearseCampaignCommand(campaign: Command, working: CommandAction): void {
  campaign
    .command('rehearse <campaign_id>')
    .description('Run a campaign on simulated callees, beside its preview. Nothing is dialled or stored.')
    .option('--population <file>', 'who the callees are, in YAML; - reads the standard input')
    .option('--sample-size <number>', 'rehearse this many contacts at most, spread over the list', wholeNumber)
    .option('--starts-at <time>', 'when the campaign is to begin, in ISO 8601')
    .action(working(loggedIn(rehearse)));
}

interface RehearsalOptions {
  readonly population?: string;
  readonly sampleSize?: number;
  readonly startsAt?: string;
}

async function rehearse(
  { api, shell, print }: Work,
  id: string,
  { population: file, sampleSize, startsAt }: RehearsalOptions,
): Promise<void> {
  const params = { path: { campaign_id: id } };
  // The API validates it.
  const population = file === undefined ? null : ((await readYaml(shell, file)) as components['schemas']['Population']);
  const body = {
    ...(population && { population }),
    ...(sampleSize !== undefined && { sample_size: sampleSize }),
    ...(startsAt !== undefined && { starts_at: startsAt }),
  };
  print(await answered(api.POST('/api/v1/campaign/{campaign_id}/rehearsal', { params, body })), rehearsalInWords);
}
