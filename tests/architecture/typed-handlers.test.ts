import { assert } from 'chai';
import { execFile } from 'node:child_process';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { typesOf } from '../../clients/build/schema.ts';
import { root } from './cruise.ts';
import { UNSWEPT } from '../suites/suites.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const HANDLERS = 'adapters/http/handlers';

interface Node {
  readonly [key: string]: Node;
}

interface Schema {
  readonly properties: Record<string, object>;
  readonly required?: string[];
}

describe('typed handlers', function () {
  let project: string;
  before(async () => (project = await openProject()));
  const brokenBy = (contract: Node): Promise<string[]> => brokenIn(project, contract);

  it('do not compile when openapi.yaml renames a field, at any depth, or a parameter, or retypes a reply', async () => {
    const contract = await readContract();
    rename(at(contract, 'components', 'schemas', 'RetryConfigInput'), 'max_retries');
    const of = (path: string, method: string, ...keys: string[]) =>
      at(contract, 'paths', `/api/v1${path}`, method, ...keys);
    Object.assign(of('/calls/internal/ringing', 'get', 'parameters', '0'), { name: 'renamed' });
    Object.assign(of('/users/check/{email}', 'get', ...reply('200'), 'properties', 'exists'), { type: 'string' });
    assert.sameMembers(await brokenBy(contract), [
      'createCampaign',
      'updateCampaign',
      'countRingingCalls',
      'checkEmail',
    ]);
  });

  it('do not compile when openapi.yaml renames the last field of their body', async () => {
    const contract = await readContract();
    const bodies = bodiesOf(contract);
    for (const body of new Set(bodies.values())) rename(body, Object.keys(body.properties).at(-1)!);
    assert.includeMembers(await brokenBy(contract), [...bodies.keys()]);
  });

  it('do not compile when openapi.yaml retypes the first field of their body', async () => {
    const contract = await readContract();
    const bodies = bodiesOf(contract);
    for (const { properties } of bodies.values())
      properties[Object.keys(properties)[0]!] = { type: 'array', items: { type: 'boolean' } };
    assert.includeMembers(await brokenBy(contract), [...bodies.keys()]);
  });

  it('name the type of a body that they pass on whole', async () => {
    for (const [file, source] of await handlerSources()) assert.notMatch(source, /, body\) =>/, file);
  });
});

const readContract = async (): Promise<Node> => parse(await readFile(join(root, 'openapi.yaml'), 'utf8')) as Node;

/** The node below these keys. References are followed. */
function at(contract: Node, ...keys: string[]): Schema {
  const node = keys.reduce((whole, key) => {
    const part = whole[key]!;
    return '$ref' in part ? (at(contract, ...textOf(part['$ref']).split('/').slice(1)) as unknown as Node) : part;
  }, contract);
  return node as unknown as Schema;
}

const textOf = (node: Node | undefined): string => node as unknown as string;

const json = ['content', 'application/json', 'schema'];
const reply = (status: string): string[] => ['responses', status, ...json];

/** The JSON bodies by operation. */
function bodiesOf(contract: Node): ReadonlyMap<string, Schema> {
  const bodies = new Map<string, Schema>();
  for (const [path, item] of Object.entries(contract['paths']!))
    for (const [method, { operationId, requestBody }] of Object.entries(item))
      if (requestBody && 'application/json' in (requestBody['content'] ?? { 'application/json': 'of a reference' }))
        bodies.set(textOf(operationId), at(contract, 'paths', path, method, 'requestBody', ...json));
  return bodies;
}

function rename({ properties, required }: Schema, field: string): void {
  properties['renamed'] = properties[field]!;
  delete properties[field];
  if (required?.includes(field)) required[required.indexOf(field)] = 'renamed';
}

const handlerSources = async (): Promise<ReadonlyMap<string, string>> => {
  const files = await readdir(join(root, HANDLERS));
  const read = async (file: string) => [file, await readFile(join(root, HANDLERS, file), 'utf8')] as const;
  return new Map(await Promise.all(files.map(read)));
};

/** A directory in which the handlers are compiled with one contract after the other: again only what it changes. */
async function openProject(): Promise<string> {
  const directory = await temporaryDirectory();
  for (const part of ['domain', 'application', 'adapters', 'node_modules', 'package.json'])
    await symlink(join(root, part), join(directory, part));
  const settings = {
    extends: join(root, 'tsconfig.test.json'),
    compilerOptions: { rootDir: '.', preserveSymlinks: true, types: ['node'], incremental: true },
    include: [`${HANDLERS}/*.ts`],
  };
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(settings));
  return directory;
}

/** The operations whose handlers do not compile with this contract. */
async function brokenIn(directory: string, contract: Node): Promise<string[]> {
  await writeFile(join(directory, 'openapi.ts'), await typesOf(JSON.stringify(contract)));
  const [reports, sources] = [await compiled(directory), await handlerSources()];
  const errors = reports.matchAll(/^adapters\/http\/handlers\/(\S+)\((\d+),/gm);
  return [...new Set(Array.from(errors, ([, file = '', line]) => operationAt(sources.get(file) ?? '', Number(line))))];
}

/** The operation whose handler has this line, counted from 1. */
const operationAt = (source: string, line: number): string => {
  const before = source.split('\n').slice(0, line);
  return before.flatMap((text) => /^ {4}(\w+): /.exec(text)?.[1] ?? []).at(-1) ?? '';
};

/** What the compiler reports about the project in this directory. */
const compiled = (directory: string): Promise<string> =>
  new Promise((resolve) => {
    const command = [join(root, 'node_modules/typescript7/bin/tsc'), '--project', directory, '--pretty', 'false'];
    const env = { ...process.env, ...UNSWEPT };
    execFile(process.execPath, [...command, '--checkers', '1'], { cwd: directory, env }, (_error, output) =>
      resolve(output),
    );
  });
