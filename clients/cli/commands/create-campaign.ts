import type { Command } from 'commander';
import { answered, multipart, type Api, type paths } from '../../typescript/index.ts';
import { agentIdOf } from '../agent-of.ts';
import { campaignInWords } from '../campaign-words.ts';
import { readJson, readUpload } from '../files.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type Work, type CommandAction } from '../work.ts';

type NewCampaign = paths['/api/v1/campaign/create']['post']['requestBody']['content']['application/json'];

interface CreateOptions {
  readonly name: string;
  readonly agent: string;
  readonly contacts: string;
  readonly from?: string;
  readonly rate?: number;
  readonly concurrency?: number;
  readonly settings?: string;
}

/** `campaign create`. */
export function createCampaignCommand(campaign: Command, working: CommandAction): void {
  campaign
    .command('create')
    .description('Upload a contact list and make a campaign over it. Nothing is dialled before the start.')
    .requiredOption('--name <name>', 'what it is called')
    .requiredOption('--agent <agent>', 'who calls: an id or a name')
    .requiredOption('--contacts <file>', 'CSV with a phone_number column')
    .option('--from <number>', 'caller ID; the number of the agent when it is left out')
    .option('--rate <number>', 'dials per second, at most', wholeNumber)
    .option('--concurrency <number>', 'calls at once, at most', wholeNumber)
    .option(
      '--settings <file>',
      'JSON with retry_config, schedule_config, circuit_breaker, dial_caps, consent, caller_id_pool',
    )
    .action(working(loggedIn(create)));
}

async function create({ api, shell, print }: Work, options: CreateOptions): Promise<void> {
  const { name, agent, contacts, from, rate, concurrency, settings } = options;
  const more = settings === undefined ? {} : await readJson(shell, settings);
  const body: NewCampaign = {
    ...more,
    name,
    agent_id: await agentIdOf(api, agent),
    source_id: await uploaded(api, contacts),
    ...(from !== undefined && { from_number: from }),
    ...(rate !== undefined && { rate_limit_per_second: rate }),
    ...(concurrency !== undefined && { max_concurrency: concurrency }),
  };
  print(await answered(api.POST('/api/v1/campaign/create', { body })), campaignInWords);
}

/** Uploads a contact list and answers its `source_id`. */
async function uploaded(api: Api, contacts: string): Promise<string> {
  const upload = multipart(...(await readUpload(contacts)));
  return (await answered(api.POST('/api/v1/campaign/upload', upload))).source_id;
}
