import { parseArgs } from 'node:util';

export const USAGE = `npm run replay -- <call_id or file of inputs> [--agent <id>] [--version <n> | --draft | --config <file>]
                  [--set <path>=<value>]... [--scenario <file>]

Gives the inputs of a call to the conversation policy of this code again, and tells whether it has the same effects.

  --agent     with the configuration that this agent has now, and --version or --draft of it; of the call's agent unless told
  --version   with this version of the agent
  --draft     with the draft of the agent
  --config    with the configuration in this JSON file
  --set       with this setting instead, such as prompts.greeting_message="Hi!", or prompts.system_prompt=@prompt.txt; of the
              version that the call ran unless told
  --scenario  writes the call as a scenario to this file

VOICE_API_URL and VOICE_API_TOKEN say where the API is and who asks; without them, the login of \`npm run cli\`.
Exits with 0 if nothing differs, with 1 if something does, and with 2 if it cannot tell.`;

/** A setting by its path, and its new value. */
export interface ChangedSetting {
  readonly path: readonly string[];
  readonly value: string;
}

export interface ReplayOptions {
  /** The id of a call, or a file. */
  readonly source: string;
  readonly agent: string | null;
  readonly version: string | null;
  readonly isDraft: boolean;
  readonly config: string | null;
  readonly changed: readonly ChangedSetting[];
  readonly scenario: string | null;
}

/** Reads the arguments. Throws an error that says what is wrong with them. */
export function readOptions(args: string[]): ReplayOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{ agent: { type: 'string' }, version: { type: 'string' }, config: { type: 'string' } },
      ...{ scenario: { type: 'string' }, draft: { type: 'boolean' }, set: { type: 'string', multiple: true } },
    },
  });
  requireOneConfiguration(values);
  return {
    source: oneSource(positionals),
    agent: values.agent ?? null,
    version: values.version ?? null,
    isDraft: values.draft === true,
    config: values.config ?? null,
    changed: (values.set ?? []).map(changedSetting),
    scenario: values.scenario ?? null,
  };
}

function oneSource([source, ...others]: readonly string[]): string {
  if (source === undefined || others.length > 0) throw new Error('Pass the id of one call, or a file of inputs');
  return source;
}

function requireOneConfiguration(values: { version?: string; draft?: boolean; config?: string }): void {
  const given = [values.version, values.draft, values.config].filter((value) => value !== undefined);
  if (given.length > 1) throw new Error('Pass only one of --version, --draft and --config');
  if (values.version !== undefined && !/^[1-9]\d*$/.test(values.version))
    throw new Error(`--version must be a number of a version: ${values.version}`);
}

/** Whether the call is compared with another configuration. */
export const wantsOther = ({ agent, version, isDraft, config, changed }: ReplayOptions): boolean =>
  agent !== null || version !== null || isDraft || config !== null || changed.length > 0;

function changedSetting(text: string): ChangedSetting {
  const at = text.indexOf('=');
  const path = text.slice(0, at).split('.');
  if (at < 1 || path.includes('')) throw new Error(`--set must be <path>=<value>, such as behaviour.x=5: ${text}`);
  return { path, value: text.slice(at + 1) };
}
