import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { temporaryDirectory } from '../support/temporary.ts';
import { openWorld } from '../support/world.ts';
import { CONTRACT, runTool } from './tools.ts';

/** What the specification demands and the recommended rules reject. */
const TRAILING_SLASH = '/api/v1/campaign/';
/** The specification names one path of each pair; which of two is meant is clear, since the written segment wins. */
const AMBIGUOUS = [
  ['/api/v1/agents/by-phone/{phone_number}', '/api/v1/agents/{agent_id}/proposed-waits'],
  ['/api/v1/agents/by-phone/{phone_number}', '/api/v1/agents/{agent_id}/versions'],
  ['/api/v1/agents/by-phone/{phone_number}', '/api/v1/agents/{agent_id}/diff'],
  ['/api/v1/agents/by-phone/{phone_number}', '/api/v1/agents/{agent_id}/draft'],
  ['/api/v1/agents/by-phone/{phone_number}', '/api/v1/agents/{agent_id}/publish'],
  ['/api/v1/agents/by-phone/{phone_number}', '/api/v1/agents/{agent_id}/canary'],
  ['/api/v1/calls/by-provider-sid/{provider_call_sid}', '/api/v1/calls/{call_id}/lease'],
  ['/api/v1/calls/{call_id}/lease', '/api/v1/calls/org/{org_id}'],
  ['/api/v1/calls/by-provider-sid/{provider_call_sid}', '/api/v1/calls/{call_id}/recording'],
  ['/api/v1/calls/by-provider-sid/{provider_call_sid}', '/api/v1/calls/{call_id}/transcript'],
  ['/api/v1/calls/by-provider-sid/{provider_call_sid}', '/api/v1/calls/{call_id}/inputs'],
  ['/api/v1/calls/by-provider-sid/{provider_call_sid}', '/api/v1/calls/{call_id}/scenario'],
  ['/api/v1/calls/by-provider-sid/{provider_call_sid}', '/api/v1/calls/{call_id}/metrics'],
  ['/api/v1/calls/by-provider-sid/{provider_call_sid}', '/api/v1/calls/{call_id}/cost'],
  ['/api/v1/calls/by-provider-sid/{provider_call_sid}', '/api/v1/calls/{call_id}/analysis'],
  ['/api/v1/calls/by-provider-sid/{provider_call_sid}', '/api/v1/calls/{call_id}/callback'],
] as const;

interface RedoclyReport {
  readonly problems: readonly { readonly ruleId: string; readonly message: string }[];
}
type SpectralReport = readonly { readonly code: string; readonly path: readonly string[] }[];

/** Everything redocly finds with its recommended rules, errors and warnings. */
async function byRedocly(file: string): Promise<string[]> {
  const { stdout } = await runTool('redocly', 'lint', '--config', 'lint/redocly.yaml', '--format', 'json', file);
  return (JSON.parse(stdout) as RedoclyReport).problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** Everything spectral finds with its recommended rules, errors and warnings. */
async function bySpectral(file: string): Promise<string[]> {
  const { stdout } = await runTool('spectral', 'lint', '--ruleset', 'lint/spectral.yaml', '--format', 'json', file);
  return (JSON.parse(stdout) as SpectralReport).map(({ code, path }) => `${code}: ${path.join(' ')}`);
}

const REDOCLY_EXCEPTIONS = [
  `no-path-trailing-slash: \`${TRAILING_SLASH}\` should not have a trailing slash.`,
  ...AMBIGUOUS.map(
    ([one, other]) =>
      `no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: \`${one}\` and \`${other}\`.`,
  ),
];
const SPECTRAL_EXCEPTIONS = [`path-keys-no-trailing-slash: paths ${TRAILING_SLASH}`];

describe('openapi.yaml', () => {
  it('passes the recommended rules of redocly, but for what the specification demands', async () => {
    assert.sameMembers(await byRedocly(CONTRACT), REDOCLY_EXCEPTIONS);
  });

  it('passes the recommended rules of spectral, but for what the specification demands', async () => {
    assert.sameMembers(await bySpectral(CONTRACT), SPECTRAL_EXCEPTIONS);
  });
});

describe('the contract that the API serves', () => {
  let file: string;
  before(async () => {
    file = join(await temporaryDirectory(), 'openapi.json');
    const world = await openWorld();
    await writeFile(file, (await world.ask('GET', '/openapi.json')).text);
  });

  it('passes the same rules', async () => {
    assert.sameMembers(await byRedocly(file), REDOCLY_EXCEPTIONS);
    assert.sameMembers(await bySpectral(file), SPECTRAL_EXCEPTIONS);
  });
});
