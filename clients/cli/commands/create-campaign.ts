import { InvalidArgumentError, type Command } from 'commander';
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
  readonly variant: readonly WantedVariant[];
  readonly settings?: string;
}

interface WantedVariant {
  /** Its id or its name. */
  readonly agent: string;
  readonly weight: number;
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
      '--variant <agent=weight...>',
      'agents that share the contacts, by id or name, with their weights',
      variant,
      [],
    )
    .option(
      '--settings <file>',
      'JSON with retry_config, schedule_config, circuit_breaker, dial_caps, consent, caller_id_pool, variants',
    )
    .action(working(loggedIn(create)));
}

/** Adds a variant to those before it. The last = is before the weight: names may have one. */
function variant(written: string, before: readonly WantedVariant[]): readonly WantedVariant[] {
  const at = written.lastIndexOf('=');
  const [agent, weight] = [written.slice(0, at), Number(written.slice(at + 1))];
  if (at < 1 || written.endsWith('=') || Number.isNaN(weight))
    throw new InvalidArgumentError('Write an agent, = and its weight, such as Telephone=1.');
  return [...before, { agent, weight }];
}

async function create({ api, shell, print }: Work, options: CreateOptions): Promise<void> {
  const { name, agent, contacts, from, rate, concurrency, variant: variants, settings } = options;
  const more = settings === undefined ? {} : await readJson(shell, settings);
  const body: NewCampaign = {
    ...more,
    name,
    agent_id: await agentIdOf(api, agent),
    source_id: await uploaded(api, contacts),
    ...(from !== undefined && { from_number: from }),
    ...(rate !== undefined && { rate_limit_per_second: rate }),
    ...(concurrency !== undefined && { max_concurrency: concurrency }),
    ...(variants.length > 0 && {
      variants: await Promise.all(
        variants.map(async ({ agent: meant, weight }) => ({ agent_id: await agentIdOf(api, meant), weight })),
      ),
    }),
  };
  print(await answered(api.POST('/api/v1/campaign/create', { body })), campaignInWords);
}

/** Uploads a contact list and answers its `source_id`. */
async function uploaded(api: Api, contacts: string): Promise<string> {
  const upload = multipart(...(await readUpload(contacts)));
  return (await answered(api.POST('/api/v1/campaign/upload', upload))).source_id;
}
