import { readFile } from 'node:fs/promises';
import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import type { InstallationApi } from '../lib/installation-api.ts';
import type { ChangedSetting, ReplayOptions } from './options.ts';

/** The configuration that a call is compared with, and what it is in words. */
export interface OtherConfig {
  readonly config: AgentConfigPayload;
  readonly name: string;
}

/** A call, as far as it says which configuration it ran. */
interface CallOfAgent {
  readonly agent_id: string;
  readonly agent_version?: number | null;
}

/** Reads the configuration that the options name, with the settings that they change. */
export async function otherConfig(options: ReplayOptions, api: () => Promise<InstallationApi>): Promise<OtherConfig> {
  const { config, name } = await namedConfig(options, api);
  const names = options.changed.map(({ path }) => path.join('.'));
  const changed = await Promise.all(options.changed.map(valueOf));
  return {
    config: changed.reduce(
      (before, { path, value }) => withValue(before, path, value),
      config as unknown,
    ) as AgentConfigPayload,
    name: names.length === 0 ? name : `${name} with another ${names.join(', ')}`,
  };
}

async function namedConfig(options: ReplayOptions, open: () => Promise<InstallationApi>): Promise<OtherConfig> {
  if (options.config !== null) return { config: await configIn(options.config), name: options.config };
  const api = await open();
  const call = options.agent === null ? await callOf(api, options.source) : { agent_id: options.agent };
  const { suffix, name } = placeOf(options, call);
  const { config } = await api.json<Pick<OtherConfig, 'config'>>(
    `/agents/${encodeURIComponent(call.agent_id)}${suffix}`,
  );
  return { config, name: `${name} of agent ${call.agent_id}` };
}

const callOf = (api: InstallationApi, callId: string): Promise<CallOfAgent> =>
  api.json<CallOfAgent>(`/calls/${encodeURIComponent(callId)}`);

/** Where a configuration of an agent is. Without a choice it is that of the call: only what --set names differs then. */
function placeOf({ version, isDraft }: ReplayOptions, call: CallOfAgent): { suffix: string; name: string } {
  if (isDraft) return { suffix: '/draft', name: 'the draft' };
  const wanted = version ?? call.agent_version ?? null;
  if (wanted === null) return { suffix: '', name: 'the present configuration' };
  return { suffix: `/versions/${wanted}`, name: `version ${wanted}` };
}

/** A configuration, or a whole agent that has one. */
async function configIn(file: string): Promise<AgentConfigPayload> {
  const content = JSON.parse(await readFile(file, 'utf8')) as AgentConfigPayload & { config?: AgentConfigPayload };
  const config = content.config ?? content;
  if (!config.models || !config.prompts) throw new Error(`${file} is not the configuration of an agent`);
  return config;
}

async function valueOf({ path, value }: ChangedSetting): Promise<{ path: readonly string[]; value: unknown }> {
  if (value.startsWith('@')) return { path, value: (await readFile(value.slice(1), 'utf8')).trimEnd() };
  try {
    return { path, value: JSON.parse(value) as unknown };
  } catch {
    return { path, value };
  }
}

/** The object with a value at this path. */
function withValue(object: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  const known = typeof object === 'object' && object !== null ? (object as Readonly<Record<string, unknown>>) : {};
  return { ...known, [first]: withValue(known[first], rest, value) };
}
