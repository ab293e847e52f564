import { join } from 'node:path';
import { readConfig, type Config } from '../config.ts';
import { helpWhereAsked } from '../help.ts';
import { startPlatform, type Platform } from '../platform.ts';
import { settleKeys } from '../secrets.ts';
import { ApiClient } from './api-client.ts';
import { callFromBrowser } from './browser-call.ts';
import { callEverybody } from './campaign.ts';
import { readGuide } from './knowledge.ts';
import { say, secs } from './print.ts';
import { grounded, RECEPTIONIST } from './scene.ts';
import { callByTelephone, openTelephone } from './telephone.ts';

const USAGE = `npm run demo

A tour of two minutes through a platform that it starts for itself, at free ports, with the data of DATA_DIR (./data): a
conversation in the browser, a call by telephone and a campaign. It takes no options.`;

const PASSWORD = 'a demo needs no secret';

/**
 * The tour: sign up, let an agent read a document and talk with it, have another called by telephone and call a list of
 * people, and collect what the calls leave behind. All over public interfaces.
 */
async function main(): Promise<void> {
  helpWhereAsked(USAGE);
  // Free ports: the demo runs beside a platform that is up already.
  const ports = { API_PORT: '0', RUNTIME_PORT: '0', SIMULATOR_PORT: '0' };
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, ...ports }, ['api', 'runtime', 'simulator']);
  const startedAt = performance.now();
  const platform = await startPlatform(config, await settleKeys(config));
  try {
    const addresses = `${platform.apiBaseUrl} and ${platform.runtimeUrl}`;
    say(`✓ platform is up after ${secs(performance.now() - startedAt)}: ${addresses}`);
    await tour(platform, config);
  } finally {
    await platform.close();
  }
}

async function tour({ apiBaseUrl, runtimeUrl, simulatorUrl }: Platform, { dataDir }: Config): Promise<void> {
  const api = new ApiClient(apiBaseUrl);
  const { orgId, email } = await signUp(api);

  say('\nA conversation in the browser');
  const { documentId, passages } = await readGuide(api);
  const agent = await api.ask<{ agent_id: string }>('POST', '/agents', grounded(documentId));
  say(`✓ agent “${RECEPTIONIST.name}” is made: ${agent.agent_id}`);
  const sockets = `${runtimeUrl.replace('http', 'ws')}/agent/${orgId}`;
  await callFromBrowser(api, { agentId: agent.agent_id, passages }, sockets, join(dataDir, 'demo'));

  say('\nA call by telephone');
  const account = `MA${orgId.replaceAll('-', '')}`;
  const telephonist = await openTelephone(api, account);
  try {
    await callByTelephone(api, simulatorUrl ?? '', telephonist, account);
    say('\nA campaign');
    await callEverybody(api, telephonist.agentId);
  } finally {
    await telephonist.hangUp();
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

await main();
