import { InvalidArgumentError, type Command } from 'commander';
import { answered, type paths } from '../../typescript/index.ts';
import { previewInWords } from '../preview-words.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

/** `campaign preview`. */
export function previewCampaignCommand(campaign: Command, working: CommandAction): void {
  campaign
    .command('preview <campaign_id>')
    .description('What a campaign would do: who is refused and why, begin, end and cost. Nothing is dialled.')
    .option('--assume <name=value...>', 'how calls go, such as answered_share=0.4 talk_seconds=60', assumption, {})
    .option('--sample-size <number>', 'judge this many contacts at most, spread over the list', wholeNumber)
    .option('--starts-at <time>', 'when the campaign is to begin, in ISO 8601')
    .action(working(loggedIn(preview)));
}

type Assumptions = NonNullable<
  paths['/api/v1/campaign/{campaign_id}/preview']['post']['requestBody']['content']['application/json']['assumptions']
>;

/** Adds an assumption to those before it. The API knows their names. */
function assumption(written: string, before: Assumptions): Assumptions {
  const [name = '', text = ''] = written.split('=');
  const value = Number(text);
  if (name === '' || text === '' || Number.isNaN(value))
    throw new InvalidArgumentError('Write a name, = and a number, such as answered_share=0.4.');
  return { ...before, [name]: value };
}

interface PreviewOptions {
  readonly assume: Assumptions;
  readonly sampleSize?: number;
  readonly startsAt?: string;
}

async function preview(
  { api, print }: Work,
  id: string,
  { assume, sampleSize, startsAt }: PreviewOptions,
): Promise<void> {
  const params = { path: { campaign_id: id } };
  const body = {
    ...(Object.keys(assume).length > 0 && { assumptions: assume }),
    ...(sampleSize !== undefined && { sample_size: sampleSize }),
    ...(startsAt !== undefined && { starts_at: startsAt }),
  };
  print(await answered(api.POST('/api/v1/campaign/{campaign_id}/preview', { params, body })), previewInWords);
}
