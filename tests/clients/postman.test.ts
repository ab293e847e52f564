import { assert } from 'chai';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { COLLECTION, generateCollection } from '../../clients/build/collection.ts';

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

  it('is made of openapi.yaml as it stands: else `npm run postman`', async () => {
    assert.isTrue(kept === (await generateCollection()));
  });

  it('has every operation once, under an id of its own', async () => {
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
