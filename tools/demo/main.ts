import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pinoLog } from '../../adapters/system/json-log.ts';
import { ConfigError, readConfig, type Config } from '../../bootstrap/config.ts';
import { printHelpIfRequested } from '../../bootstrap/help.ts';
import { logFormatFor } from '../../bootstrap/log-format.ts';
import { startPlatform } from '../../bootstrap/platform.ts';
import { announceKeys, resolveKeys } from '../../bootstrap/secrets.ts';
import { startupErrorMessage } from '../../bootstrap/startup-error.ts';
import { ApiClient } from './api-client.ts';
import { openBookings } from './bookings.ts';
import { callFromBrowser } from './browser-call.ts';
import { runCampaign } from './campaign.ts';
import { uploadGuide } from './knowledge.ts';
import { say, secs } from './print.ts';
import { groundedReceptionist, RECEPTIONIST } from './scene.ts';
import { ownEnvironment, targetAt, type Target } from './target.ts';
import { callByTelephone, createTelephonist } from './telephone.ts';

const USAGE = `npm run demo [-- --url http://<api> [--simulator-url http://<simulator>]]

A tour of two minutes through a platform that it starts for itself, at free ports, with the data of DATA_DIR (./data): a
conversation in the browser, a call by telephone and a campaign.

  --url            goes through the platform that runs at this address instead, such as http://127.0.0.1:8000
  --simulator-url  where that platform's carrier simulator is; port 8200 beside the API unless told`;

const PASSWORD = 'a demo needs no secret';

/**
 * The tour: sign up, let an agent read a document and talk with it, have another called by telephone and call a list of
 * people, and collect what the calls leave behind. All over public interfaces.
 */
async function main(args: string[]): Promise<void> {
  printHelpIfRequested(USAGE, args);
  const { url, 'simulator-url': simulatorUrl } = optionsOf(args);
  const config = readConfig(ownEnvironment(process.env), ['api', 'runtime', 'simulator']);
  if (url === undefined) return tourOwnPlatform(config);
  // A platform elsewhere does not reach a server of this machine.
  await tour(await targetAt(url, simulatorUrl), config, null);
}

function optionsOf(args: string[]) {
  const options = { url: { type: 'string' }, 'simulator-url': { type: 'string' } } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new ConfigError([`${(error as Error).message}: see npm run demo -- --help`]);
  }
}

/** Starts a platform, goes through it, and ends it. */
async function tourOwnPlatform(config: Config): Promise<void> {
  const startedAt = performance.now();
  const keys = await resolveKeys(config);
  announceKeys(keys, pinoLog({ level: 'info', format: logFormatFor(config.logFormat), showPii: false }));
  const bookings = await openBookings();
  const localUpstreams = [...config.upstreams.localUpstreams, new URL(bookings.url).origin];
  const upstreams = { ...config.upstreams, localUpstreams };
  const platform = await startPlatform({ ...config, upstreams }, keys);
  try {
    const addresses = `${platform.apiBaseUrl} and ${platform.runtimeUrl}`;
    say(`✓ platform is up after ${secs(performance.now() - startedAt)}: ${addresses}`);
    await tour({ ...platform, simulatorUrl: platform.simulatorUrl ?? '' }, config, bookings.url);
  } finally {
    bookings.close();
    await platform.close();
  }
}

async function tour(
  { apiBaseUrl, runtimeUrl, simulatorUrl }: Target,
  { dataDir }: Config,
  bookingsUrl: string | null,
): Promise<void> {
  const api = new ApiClient(apiBaseUrl);
  const { orgId, email } = await signUp(api);

  say('\nA conversation in the browser');
  const { documentId, passages } = await uploadGuide(api);
  const agent = await api.ask<{ agent_id: string }>('POST', '/agents', groundedReceptionist(documentId, bookingsUrl));
  say(`✓ agent “${RECEPTIONIST.name}” is made: ${agent.agent_id}`);
  const sockets = `${runtimeUrl.replace('http', 'ws')}/agent/${orgId}`;
  await callFromBrowser(api, { agentId: agent.agent_id, passages }, sockets, join(dataDir, 'demo'));

  say('\nA call by telephone');
  const account = `MA${orgId.replaceAll('-', '')}`;
  const telephonist = await createTelephonist(api, account);
  try {
    await callByTelephone(api, simulatorUrl, telephonist, account);
    say('\nA campaign');
    await runCampaign(api, telephonist.agentId);
  } finally {
    await telephonist.releaseNumber();
  }
  say(`\nAll of it can be looked at: npm start, and log in as ${email} with the password “${PASSWORD}”`);
}

async function signUp(api: ApiClient): Promise<{ orgId: string; email: string }> {
  const email = `demo-${Date.now()}@example.com`;
  const account = { email, password: PASSWORD, organisation_name: 'The Blue Door' };
  const { access_token, org_id } = await api.ask<{ access_token: string; org_id: string }>(
    'POST',
    '/users/signup',
    account,
  );
  api.authorise(access_token);
  say(`✓ ${email} signed up; the organisation is ${org_id}`);
  return { orgId: org_id, email };
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${startupErrorMessage(error)}\n`);
  process.exitCode = 1;
}
