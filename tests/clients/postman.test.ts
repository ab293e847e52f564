import { assert } from 'chai';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { COLLECTION } from '../../clients/build/collection.ts';
import { ROOT, TYPESCRIPT } from '../suites/suites.ts';

/** Prints it in a process in which whatever is drawn comes out as it rarely does: nothing of it may show. */
const PRINT =
  "Math.random = () => 0; const { generateCollection } = await import('./clients/build/collection.ts'); process.stdout.write(await generateCollection());";

interface Item {
  readonly id: string;
  /** What a folder holds. */
  readonly item?: readonly Item[];
  readonly request?: { readonly method: string; readonly url: { readonly path: readonly string[] } };
}

describe('the Postman collection', () => {
  let kept: string;
  let items: Item[];
  before(async () => {
    kept = await readFile(COLLECTION, 'utf8');
    items = flat((JSON.parse(kept) as { item: Item[] }).item);
  });

  it('matches openapi.yaml: if not, run `npm run postman`', async () => {
    // In a process of its own, as the command makes it: the converter has a memory that other tests may have been in.
    const program = [...TYPESCRIPT, '--input-type=module', '--eval', PRINT];
    const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: ROOT, maxBuffer: 10_000_000 });
    assert.isTrue(kept === stdout);
  });

  it('has every operation once, with a unique id', async () => {
    const requests = items.flatMap(({ request }) => request ?? []);
    assert.sameMembers(requests.map(routeOf), await describedRoutes());
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
  });
});

const flat = (items: readonly Item[]): Item[] => items.flatMap((item) => [item, ...flat(item.item ?? [])]);

const routeOf = ({ method, url }: NonNullable<Item['request']>): string =>
  `${method} /${url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`;

async function describedRoutes(): Promise<string[]> {
  const text = await readFile(new URL('../../openapi.yaml', import.meta.url), 'utf8');
  const { paths } = parse(text) as { paths: Record<string, object> };
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return routes.filter((route) => !route.startsWith('PARAMETERS '));
}
