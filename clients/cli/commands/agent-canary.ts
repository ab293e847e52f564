import type { Command } from 'commander';
import { answered, type components } from '../../typescript/index.ts';
import { agentIdOf } from '../agent-of.ts';
import { canaryInWords, metricsInWords } from '../canary-words.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

interface StartOptions {
  readonly share: number;
  readonly agentVersion?: number;
  readonly note?: string;
  readonly earlySeconds?: number;
  readonly maxCalls?: number;
}

/** `agents canary start`, `show`, `abort` and `promote`, and `agents metrics`. */
export function canaryCommands(program: Command, working: CommandAction): void {
  const agents = program.commands.find((command) => command.name() === 'agents')!;
  const canary = agents.command('canary').description('A new version of an agent that a share of its calls runs.');
  canary
    .command('start <agent>')
    .description('Have a share of the calls run the draft, or a version. If it is worse, it is rolled back.')
    .requiredOption('--share <percent>', 'how many of 100 calls', wholeNumber)
    .option('--agent-version <version>', 'a version instead of the draft', wholeNumber)
    .option('--note <text>', 'what for')
    .option('--early-seconds <seconds>', 'who leaves earlier hangs up early; 30 when left out', wholeNumber)
    .option('--max-calls <count>', 'end without a verdict after this number of conversations', wholeNumber)
    .action(working(loggedIn(start)));
  canary
    .command('show <agent>')
    .description('The last canary, with the figures of both versions and the evidence.')
    .action(working(loggedIn(show)));
  canary
    .command('abort <agent>')
    .description('End it: calls that begin from now on run what is published.')
    .action(working(loggedIn(abort)));
  canary
    .command('promote <agent>')
    .description('Publish its version.')
    .option('--note <text>', 'what for')
    .action(working(loggedIn(promote)));
  agents
    .command('metrics <agent> <version...>')
    .description('How the calls of versions went, beside each other.')
    .action(working(loggedIn(metrics)));
}

const pathOf = async (api: Work['api'], meant: string) => ({ path: { agent_id: await agentIdOf(api, meant) } });

async function start({ api, print }: Work, meant: string, options: StartOptions): Promise<void> {
  const { share, agentVersion: version, note, earlySeconds, maxCalls } = options;
  const body = {
    share_percent: share,
    ...(version !== undefined && { version }),
    ...(note !== undefined && { note }),
    ...(earlySeconds !== undefined && { early_hang_up_seconds: earlySeconds }),
    ...(maxCalls !== undefined && { max_calls: maxCalls }),
  };
  const params = await pathOf(api, meant);
  print(await answered(api.POST('/api/v1/agents/{agent_id}/canary', { params, body })), canaryInWords);
}

async function show({ api, print }: Work, meant: string): Promise<void> {
  const params = await pathOf(api, meant);
  print(await answered(api.GET('/api/v1/agents/{agent_id}/canary', { params })), canaryInWords);
}

async function abort({ api, print }: Work, meant: string): Promise<void> {
  const params = await pathOf(api, meant);
  print(await answered(api.DELETE('/api/v1/agents/{agent_id}/canary', { params })), ({ message }) => message);
}

async function promote({ api, print }: Work, meant: string, { note }: { readonly note?: string }): Promise<void> {
  const params = await pathOf(api, meant);
  const body = { ...(note !== undefined && { note }) };
  print(
    await answered(api.POST('/api/v1/agents/{agent_id}/canary/promote', { params, body })),
    ({ name, version }) => `Version ${version} of ${name} is published.`,
  );
}

async function metrics({ api, print }: Work, meant: string, versions: readonly string[]): Promise<void> {
  const { path } = await pathOf(api, meant);
  const read: components['schemas']['AgentVersionMetrics'][] = [];
  for (const version of versions)
    read.push(
      await answered(
        api.GET('/api/v1/agents/{agent_id}/versions/{version}/metrics', { params: { path: { ...path, version } } }),
      ),
    );
  print(read, metricsInWords);
}
