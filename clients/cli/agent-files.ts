import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseDocument, stringify } from 'yaml';
import type { AgentResponse } from '../typescript/index.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { readText } from './files.ts';
import type { Shell } from './shell.ts';

/** An agent as a file has it. */
export interface AgentFile {
  readonly agent_id: string;
  /** The version that was pulled. Null: the agent had none. */
  readonly version: number | null;
  readonly name: string;
  readonly config: AgentResponse['config'];
}

const HEADING = '# Written by `agents pull`. `agents push` publishes it, if this version is still the published one.\n';

/** An agent as YAML, with its texts in lines. */
export function agentYaml({ agent_id, version, name, config }: AgentResponse): string {
  const file: AgentFile = { agent_id, version: version ?? null, name, config };
  return `${HEADING}${stringify(file, { lineWidth: 0, blockQuote: 'literal' })}`;
}

/** The agent in a YAML or JSON file, or in the standard input where the file is `-`. */
export async function readAgentFile(shell: Shell, file: string): Promise<AgentFile> {
  const source = file === '-' ? await text(shell.stdin) : await readText(file);
  const document = parseDocument(source);
  const [broken] = document.errors;
  if (broken) throw new CommandFailed(EXIT.usage, `${file} is not valid YAML: ${broken.message}`);
  const content: unknown = document.toJS({ maxAliasCount: 100 });
  if (!isAgentFile(content))
    throw new CommandFailed(
      EXIT.usage,
      `${file} must have agent_id, version, name and config, as \`agents pull\` writes them.`,
    );
  return content;
}

/** Writes the version that is published now into a file, and leaves all else as it is. */
export async function writeVersion(file: string, version: number): Promise<void> {
  const document = parseDocument(await readText(file));
  document.set('version', version);
  await writeFile(file, document.toString({ lineWidth: 0 }));
}

function isAgentFile(content: unknown): content is AgentFile {
  if (typeof content !== 'object' || content === null) return false;
  const { agent_id, version, name, config } = content as Readonly<Record<string, unknown>>;
  const isVersion = version === null || Number.isSafeInteger(version);
  return typeof agent_id === 'string' && isVersion && typeof name === 'string' && typeof config === 'object';
}
