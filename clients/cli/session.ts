import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Shell } from './shell.ts';

type Env = Shell['env'];

/** Who is logged in, and where. */
export interface Session {
  readonly api: string;
  readonly email: string;
  readonly token: string;
}

/** Stores the session in a file that only its owner can read. */
export async function keepSession(env: Env, session: Session): Promise<void> {
  const file = sessionFile(env);
  const draft = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(draft, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

/** The stored session, or null. A corrupt file counts as none, so that a login repairs it. */
export async function readSession(env: Env): Promise<Session | null> {
  const text = await readFile(sessionFile(env), 'utf8').catch(absent);
  try {
    return text === null ? null : (JSON.parse(text) as Session | null);
  } catch {
    return null;
  }
}

/** Deletes the session. Returns whether there was one. */
export async function deleteSession(env: Env): Promise<boolean> {
  const session = await readFile(sessionFile(env)).catch(absent);
  await rm(sessionFile(env), { force: true });
  return session !== null;
}

/** The path of the session file. */
const sessionFile = ({ XDG_CONFIG_HOME: config, HOME: home }: Env): string =>
  join(config || join(home || homedir(), '.config'), 'voice-agent-platform', 'session.json');

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
