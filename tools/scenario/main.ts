import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { printHelpIfRequested } from '../../bootstrap/help.ts';
import { checkEvents, formatEvents } from '../../domain/rehearsal/check-events.ts';
import { playOverSocket } from './over-socket.ts';
import { playRecorded } from './play-recorded.ts';
import { readScenarios } from './read-scenarios.ts';
import { NOT_ON_SOCKET, type Scenario, type Step } from '../../domain/rehearsal/scenario.ts';
import { patternOf } from '../../domain/rehearsal/timeline.ts';
import { errorMessage } from '../../domain/errors.ts';

const USAGE = 'npm run scenario -- <file>... [--agent ws://<runtime>/agent/<org_id>/<agent_id>]';
const DESCRIPTION =
  'Plays conversations against a running agent and tells what did not go as expected; docs/scenarios.md has more. Without an agent, scenarios of recorded calls are played on the policy of this code.';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Plays scenario files against a running agent, one call per scenario, and prints every expectation that failed. */
async function main(args: string[]): Promise<void> {
  printHelpIfRequested(`${USAGE}\n\n${DESCRIPTION}`, args);
  const { values, positionals } = parseArgs({ args, options: { agent: { type: 'string' } }, allowPositionals: true });
  if (positionals.length === 0) throw new Error('Pass at least one scenario file');
  for (const path of positionals) {
    const file = readScenarios(await readFile(path, 'utf8'), path);
    const socket = values.agent ?? file.socket;
    for (const scenario of file.scenarios)
      if (!(await passesAnywhere(scenario, { path, socket }))) process.exitCode = 1;
  }
}

/** Plays a scenario against the agent, and without one on its recorded inputs. */
async function passesAnywhere(
  scenario: Scenario,
  { path, socket }: { path: string; socket: string | undefined },
): Promise<boolean> {
  if (socket !== undefined) return passes(scenario, socket);
  if (scenario.recorded === undefined) throw new Error(`${path} has no socket: add one, or pass --agent`);
  const { events, problems } = playRecorded(scenario);
  say(`${problems.length === 0 ? '✓' : '✗'} ${scenario.title} (recorded inputs)`);
  for (const problem of problems) say(`    ${problem}`);
  if (problems.length > 0) say(formatEvents(events));
  return problems.length === 0;
}

async function passes(scenario: Scenario, socket: string): Promise<boolean> {
  const steps = scenario.expect.events ?? [];
  const checkable = steps.filter(isOnSocket);
  const { events, problems } = await playOverSocket(scenario, socket).then(
    (timeline) => ({ events: timeline.events, problems: checkEvents(checkable, timeline.events) }),
    (error: unknown) => ({ events: [], problems: [errorMessage(error)] }),
  );
  say(
    `${problems.length === 0 ? '✓' : '✗'} ${scenario.title} (${checkable.length} of ${steps.length} events are visible on the socket)`,
  );
  for (const problem of problems) say(`    ${problem}`);
  if (problems.length > 0) say(formatEvents(events));
  return problems.length === 0;
}

const isOnSocket = (step: Step): boolean => !NOT_ON_SOCKET.has(patternOf(step).name);

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n${USAGE}\n`);
  process.exitCode = 1;
}
