import { readFile, writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { modelsOf, settingsWith } from '../../application/runtime/call-settings.ts';
import { callScenario } from '../../domain/calls/call-scenario.ts';
import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import { readInputLog, type InputLogHead } from '../../domain/voice/input-log.ts';
import { isIdentical, replayInputs } from '../../domain/voice/replay.ts';
import { InstallationApi } from '../lib/installation-api.ts';
import { readOptions, wantsOther } from './options.ts';
import { otherConfig } from './other-config.ts';
import { comparisonLines, identityLines, logLines, otherLines } from './report.ts';

/** Where the command reads and writes. */
export interface ReplayShell {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
}

/** Runs the command. Returns its exit code. Rejects when it cannot tell whether anything differs. */
export async function replay(args: string[], { env, print }: ReplayShell): Promise<number> {
  const options = readOptions(args);
  let api: Promise<InstallationApi> | null = null;
  const open = (): Promise<InstallationApi> => (api ??= InstallationApi.open(env));
  const text = await inputsOf(options.source, open);
  const log = readInputLog(text);
  if (!log) throw new Error(`${options.source} is not the inputs of a call, or of another release`);
  const say = (lines: readonly string[]): void => lines.forEach(print);
  say(logLines(log));
  const same = replayInputs(log);
  say(identityLines(same));
  if (options.scenario !== null) {
    const scenario = callScenario(log, { title: `call ${options.source}`, text });
    await writeFile(options.scenario, stringify({ scenarios: [scenario] }, { lineWidth: 0, blockQuote: 'literal' }));
    say([`Written: ${options.scenario}. Play it with npm run scenario -- ${options.scenario}`]);
  }
  if (!wantsOther(options)) return isIdentical(same) ? 0 : 1;
  const { config, name } = await otherConfig(options, open);
  const settings = settingsWith(config, log.head);
  say(otherLines(log.head, { settings, models: modelsOf(config) }, same));
  const other = replayInputs(log, settings, same.inputs);
  say(comparisonLines(name, other));
  return isIdentical(same) && isIdentical(other) && hasSameModel(log.head, config) ? 0 : 1;
}

/** Whether the model that answers is that of the call. */
const hasSameModel = ({ models }: InputLogHead, config: AgentConfigPayload): boolean =>
  models.llm === modelsOf(config).llm;

/** The inputs in a file, or of a call. */
async function inputsOf(source: string, open: () => Promise<InstallationApi>): Promise<string> {
  const file = await readFile(source, 'utf8').catch(() => null);
  return file ?? (await open()).text(`/calls/${encodeURIComponent(source)}/inputs`);
}
