import { ConfigError, readConfig, type Config, type Env } from '../../bootstrap/config.ts';

/** Where one installation keeps everything. */
export type StoreUrls = Config['stores'];

/** What is to be copied: everything of one installation, to where another keeps it. */
export interface CopyCommand {
  readonly from: StoreUrls;
  readonly to: StoreUrls;
}

/** What the command does, for who asks for help. */
export const COPY_HELP = `npm run migrate:copy -- [--from <documents> <objects> <vectors>] [--to <documents> <objects> <vectors>]

Copies everything of one installation to where another keeps it, and verifies the copy. Each side is three URLs, as in
DOCUMENTS_URL, OBJECTS_URL and VECTORS_URL; one that is left out is the installation that the environment names.`;

const USAGE =
  'write --from and --to, each with three URLs: of the documents, the objects and the vectors, in this order; ' +
  'a side that is left out is the one that the environment names';

/** What the command line asks for. A side it does not name is the installation that the environment names. */
export function parseCopyCommand(args: readonly string[], env: Env): CopyCommand {
  const { from, to } = sidesOf(args);
  if (!from && !to) throw new ConfigError([USAGE]);
  const command = { from: storeUrlsOf(from, '--from', env), to: storeUrlsOf(to, '--to', env) };
  const problems = conflicts(command);
  if (problems.length > 0) throw new ConfigError(problems);
  return command;
}

type Side = readonly [documents: string, objects: string, vectors: string];

function sidesOf(args: readonly string[]): { from?: Side; to?: Side } {
  const sides: { from?: Side; to?: Side } = {};
  const rest = [...args];
  while (rest.length > 0) {
    const [name, documents, objects, vectors] = rest.splice(0, 4);
    const side = { '--from': 'from', '--to': 'to' }[name ?? ''] as 'from' | 'to' | undefined;
    if (!side || sides[side] || documents === undefined || objects === undefined || vectors === undefined)
      throw new ConfigError([USAGE]);
    sides[side] = [documents, objects, vectors];
  }
  return sides;
}

function storeUrlsOf(side: Side | undefined, name: string, env: Env): StoreUrls {
  const [DOCUMENTS_URL, OBJECTS_URL, VECTORS_URL] = side ?? [
    env['DOCUMENTS_URL'],
    env['OBJECTS_URL'],
    env['VECTORS_URL'],
  ];
  const { DATA_DIR, OBJECTS_BUCKET } = env;
  try {
    return readConfig({ DATA_DIR, OBJECTS_BUCKET, DOCUMENTS_URL, OBJECTS_URL, VECTORS_URL }, ['api']).stores;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.problems.map((problem) => `${name}, ${problem}`));
  }
}

/** Documents say where objects are: they are never the same while the objects are elsewhere. */
function conflicts({ from, to }: CopyCommand): string[] {
  if (from.documentsUrl !== to.documentsUrl) return [];
  return [`--to, DOCUMENTS_URL: write another one than after --from; what is copied to its own place is not copied`];
}
