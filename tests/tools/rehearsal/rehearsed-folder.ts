import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { CallRecord } from '../../../domain/rehearsal/call-record.ts';
import { rehearse } from '../../../tools/rehearsal/rehearse.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

export interface ReportedRun extends Pick<CallRecord, 'transcript' | 'ended'> {
  readonly verdict: string;
  readonly problems: readonly string[];
  readonly agents: readonly string[] | null;
  readonly latencies_ms: readonly number[];
  readonly calls: readonly { readonly name: string; readonly outcome: string; readonly answer: string | null }[];
}

/** Runs the command with a suite and the agents of these files in a folder of their own. */
export async function rehearsedFolder(files: Readonly<Record<string, object>>, suite: object, ...args: string[]) {
  const folder = await temporaryDirectory();
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content));
  await writeFile(join(folder, 'suite.yaml'), stringify(suite));
  const printed: string[] = [];
  const shell = { env: { HOME: folder }, folder, print: (text: string) => void printed.push(text) };
  const code = await rehearse(['suite.yaml', '--json', 'out.json', ...args], shell);
  const { suites } = JSON.parse(await readFile(join(folder, 'out.json'), 'utf8')) as {
    suites: { runs: ReportedRun[]; remarks: string[] }[];
  };
  return {
    code,
    out: printed.join('\n'),
    runs: suites.flatMap(({ runs }) => runs),
    remarks: suites.flatMap(({ remarks }) => remarks),
  };
}

/** An agent of a browser whose model answers by these rules. */
export const agentByRules = (name: string, greeting: string, rules: readonly object[], more: object = {}) => ({
  ...{ name, agent_category: 'websocket' },
  config: {
    prompts: { system_prompt: 'Help.', greeting_message: greeting },
    behaviour: { automatic_call_ending: { enabled: true, graceful_llm_call_ending: true } },
    language: { primary: 'en' },
    models: {
      ...{ stt_config: { provider: 'local' }, tts_config: { provider: 'local' } },
      llm_config: { provider: 'script', otherwise: 'Pardon?', rules },
    },
    ...more,
  },
});
