import type { Command } from 'commander';
import { answered, type Api, type paths } from '../../typescript/index.ts';
import { breakerInWords, campaignInWords } from '../campaign-words.ts';
import { changes } from '../changes.ts';
import { writeBytes } from '../files.ts';
import { moment, table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type Work, type CommandAction } from '../work.ts';
import { compareVariantsCommand } from './compare-variants.ts';
import { createCampaignCommand } from './create-campaign.ts';
import { previewCampaignCommand } from './preview-campaign.ts';
import { rehearseCampaignCommand } from './rehearse-campaign.ts';

/** `campaign`. */
export function campaignCommands(program: Command, working: CommandAction): void {
  const campaign = program.command('campaign').description('Outbound campaigns over lists of contacts.');
  campaign
    .command('list')
    .description('All campaigns, the newest first.')
    .action(working(loggedIn(list)));
  createCampaignCommand(campaign, working);
  campaign
    .command('show <campaign_id>')
    .description('One campaign.')
    .action(working(loggedIn(show)));
  for (const add of [previewCampaignCommand, rehearseCampaignCommand, compareVariantsCommand]) add(campaign, working);
  for (const move of ['start', 'pause', 'resume'] as const)
    campaign
      .command(`${move} <campaign_id>`)
      .description(MOVES[move])
      .action(working(loggedIn(moved(move))));
  campaign
    .command('redial <campaign_id>')
    .description('Make a campaign over the contacts that were not reached. Nothing is dialled before its start.')
    .requiredOption('--name <name>', 'what the new one is called')
    .action(working(loggedIn(redial)));
  campaign
    .command('progress <campaign_id>')
    .description('How far a campaign has come.')
    .option('-w, --watch', 'print each change until it is over')
    .action(working(loggedIn(progress)));
  for (const [contacts, { about, action }] of Object.entries(LISTS))
    campaign
      .command(`${contacts} <campaign_id>`)
      .description(about)
      .option('--limit <number>', 'how many at most, up to 500', wholeNumber, 50)
      .option('--from-contact <number>', 'the first contact, counted from 0', wholeNumber, 0)
      .action(working(loggedIn(action)));
  campaign
    .command('caller-ids <campaign_id>')
    .description('The numbers of a campaign’s caller ID pool: their calls, and until when they rest and why.')
    .action(working(loggedIn(callerIds)));
  campaign
    .command('report <campaign_id>')
    .description('Write the calls of a campaign as CSV.')
    .option('-o, --output <file>', 'where it goes', '-')
    .action(working(loggedIn(report)));
}

const MOVES = {
  start: 'Start dialling.',
  pause: 'Stop dialling. Live calls continue.',
  resume: 'Continue dialling where it was paused.',
};

async function list({ api, print }: Work): Promise<void> {
  print(await answered(api.GET('/api/v1/campaign/')), (all) =>
    table(all, {
      CAMPAIGN_ID: ({ campaign_id }) => campaign_id,
      NAME: ({ name }) => name,
      STATE: ({ state }) => state,
      CONTACTS: ({ total_rows }) => total_rows,
      DONE: ({ processed_rows }) => processed_rows,
      FAILED: ({ failed_rows }) => failed_rows,
      CREATED: ({ created_at }) => moment(created_at),
    }),
  );
}

async function show({ api, print }: Work, id: string): Promise<void> {
  const params = { path: { campaign_id: id } };
  print(await answered(api.GET('/api/v1/campaign/{campaign_id}', { params })), campaignInWords);
}

async function redial({ api, print }: Work, id: string, body: { name: string }): Promise<void> {
  const params = { path: { campaign_id: id } };
  print(await answered(api.POST('/api/v1/campaign/{campaign_id}/redial', { params, body })), campaignInWords);
}

const moved =
  (move: keyof typeof MOVES) =>
  async ({ api, print }: Work, id: string): Promise<void> => {
    const params = { path: { campaign_id: id } };
    const path = `/api/v1/campaign/{campaign_id}/${move}` as const;
    print(await answered<{ status: string }>(api.POST(path, { params })), ({ status }) => `${id} ${status}.`);
  };

async function progress(work: Work, id: string, { watch }: { watch?: boolean }): Promise<void> {
  const { api, shell, note, print, printEach } = work;
  const ask = () => progressOf(api, id);
  if (!watch) return print(await ask(), progressInWords);
  const isOver = ({ state }: Progress) => state === 'completed' || state === 'failed';
  for await (const state of changes({ ask, pause: shell.pause, note }, isOver)) printEach(state, progressInWords);
}

type Refusal =
  paths['/api/v1/campaign/{campaign_id}/refusals']['get']['responses']['200']['content']['application/json']['refusals'][number];

type Progress = Awaited<ReturnType<typeof progressOf>>;

const progressOf = (api: Api, id: string) =>
  answered(api.GET('/api/v1/campaign/{campaign_id}/progress', { params: { path: { campaign_id: id } } }));

const progressInWords = (state: Progress): string =>
  `${state.state}: ${state.processed_rows} of ${state.total_rows} done, ` +
  `${state.failed_rows} not reached (${state.progress_percentage} %)` +
  (state.breaker_state ? `\n${breakerInWords(state.breaker_state)}` : '');

interface PageOptions {
  readonly limit: number;
  readonly fromContact: number;
}

async function refusals({ api, print }: Work, id: string, { limit, fromContact }: PageOptions): Promise<void> {
  const params = { path: { campaign_id: id }, query: { limit, from_contact: fromContact } };
  print(await answered(api.GET('/api/v1/campaign/{campaign_id}/refusals', { params })), (page) =>
    table(page.refusals, {
      CONTACT: ({ contact_index }) => contact_index,
      NUMBER: ({ phone_number }) => phone_number,
      WHY: ({ reason }) => reason,
      EVIDENCE: evidenceOf,
      REFUSED: ({ refused_at }) => moment(refused_at),
    }),
  );
}

/** What a refusal rests on. */
function evidenceOf({ suppression, consent, callback, reached, late, timezones = [] }: Refusal): string | null {
  if (callback) return `${callback.callback_id} at ${moment(callback.at)}`;
  if (late) return `agreed for ${moment(late.at)}`;
  if (reached) return reached.call_id;
  if (consent) return `${consent.column}: ${consent.value} ${consent.expires ?? ''}`.trim();
  return suppression ? suppression.reason : timezones.join(' ');
}

async function deferrals({ api, print }: Work, id: string, { limit, fromContact }: PageOptions): Promise<void> {
  const params = { path: { campaign_id: id }, query: { limit, from_contact: fromContact } };
  print(await answered(api.GET('/api/v1/campaign/{campaign_id}/deferrals', { params })), (page) =>
    table(page.deferrals, {
      CONTACT: ({ contact_index }) => contact_index,
      NUMBER: ({ phone_number }) => phone_number,
      WHY: ({ reason, cap, holiday }) =>
        cap ? `dialled ${cap.dials} times within a ${cap.window}` : (holiday ?? WAITS[reason] ?? reason),
      ZONES: ({ timezones = [] }) => timezones.join(' '),
      UNTIL: ({ until }) => moment(until),
    }),
  );
}

async function callerIds({ api, print }: Work, id: string): Promise<void> {
  const params = { path: { campaign_id: id } };
  print(await answered(api.GET('/api/v1/campaign/{campaign_id}/caller-ids', { params })), ({ caller_ids }) =>
    table(caller_ids, {
      NUMBER: ({ phone_number }) => phone_number,
      CALLS: ({ dials }) => dials,
      ANSWERED: ({ answered: count }) => count,
      RATE: ({ answer_rate }) => (answer_rate === null ? null : `${(answer_rate * 100).toFixed(1)} %`),
      STATE: callerState,
      WHY: ({ resting }) =>
        resting && `${resting.answered} of ${resting.calls} answered, less than ${percent(resting.min_answer_rate)}`,
    }),
  );
}

/** A share in percent, with one decimal if there is any. */
const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`;

async function decisions({ api, print }: Work, id: string, { limit, fromContact }: PageOptions): Promise<void> {
  const params = { path: { campaign_id: id }, query: { limit, from_contact: fromContact } };
  print(await answered(api.GET('/api/v1/campaign/{campaign_id}/decisions', { params })), (page) =>
    table(page.decisions, {
      CONTACT: ({ contact_index }) => contact_index,
      NUMBER: ({ phone_number }) => phone_number,
      ATTEMPT: ({ attempt }) => attempt + 1,
      WHY: ({ reason, value }) => value ?? reason,
      AGAIN: ({ retry_at }) => (retry_at === null ? 'never' : moment(retry_at)),
      DECIDED: ({ decided_at }) => moment(decided_at),
    }),
  );
}

type CallerId =
  paths['/api/v1/campaign/{campaign_id}/caller-ids']['get']['responses']['200']['content']['application/json']['caller_ids'][number];

function callerState({ in_pool, is_usable, resting }: CallerId): string {
  if (!in_pool) return 'not in the pool';
  if (!is_usable) return 'not the organisation’s';
  return resting ? `rests until ${moment(resting.until)}` : 'used';
}

/** Why contacts wait, where the name of the reason does not say it. */
const WAITS: Readonly<Record<string, string>> = { analysis: 'analysis of the call' };

/** Lists of contacts, page by page. */
const LISTS = {
  refusals: { about: 'The contacts that were not dialled, because they must not be.', action: refusals },
  deferrals: { about: 'The contacts that wait, why and until when.', action: deferrals },
  decisions: { about: 'What was decided about contacts that answered, and why.', action: decisions },
};

async function report({ api, shell, note }: Work, id: string, { output }: { output: string }): Promise<void> {
  const params = { path: { campaign_id: id } };
  const csv = await answered(api.GET('/api/v1/campaign/{campaign_id}/report', { params, parseAs: 'stream' }));
  await writeBytes(shell, output, csv);
  if (output !== '-') note(`Written to ${output}.`);
}
