import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { licencesOf, packageFolders } from '../../tools/build/packages/bundled-licences.ts';
import { flatDeclarations } from '../../tools/build/packages/declarations.ts';
import type { Schema } from '../../tools/build/packages/openapi.ts';
import { PythonTypes } from '../../tools/build/packages/python-types.ts';
import { manifestOf } from '../../tools/build/packages/published-package.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const PACKAGE = {
  folder: 'client',
  description: 'A client.',
  keywords: [],
  fields: { main: './index.cjs' },
  write: async () => [],
};
const ROOT = {
  version: '1.2.3',
  license: 'UNLICENSED',
  engines: { node: '>=20' },
};

describe('a published package', () => {
  it('has version, licence and engines of the repository, and the files that were written', () => {
    assert.deepInclude(manifestOf(PACKAGE, ROOT, ['index.js', 'README.md']), {
      name: '@voice-agent-platform/client',
      version: '1.2.3',
      license: 'UNLICENSED',
      engines: { node: '>=20' },
      files: ['README.md', 'index.js'],
      publishConfig: { access: 'restricted' },
    });
  });

  it('has declarations that import each other beside themselves, in both formats', () => {
    const index = "import { paths } from '../../b.ts';\nexport * from \"./b.ts\";\nimport('c');\nimport x from 'y';";
    const sources = [
      ['a.d.ts', index],
      ['b.d.ts', ''],
      ['c.d.ts', ''],
    ] as const;
    const written = new Map(flatDeclarations(sources));
    assert.equal(
      written.get('a.d.ts'),
      "import { paths } from './b.js';\nexport * from \"./b.js\";\nimport('./c.js');\nimport x from 'y';",
    );
    assert.equal(
      written.get('a.d.cts'),
      "import { paths } from './b.cjs';\nexport * from \"./b.cjs\";\nimport('./c.cjs');\nimport x from 'y';",
    );
    assert.throws(
      () =>
        flatDeclarations([
          ['a.d.ts', ''],
          ['a.d.ts', ''],
        ]),
      /Two modules of a package have the name a\.d\.ts/,
    );
  });

  it('names the packages that it bundles with their licences, and none without one', async () => {
    const directory = await temporaryDirectory();
    const folder = join(directory, 'node_modules/@some/thing');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "name": "@some/thing", "version": "1.0.0", "license": "MIT" }');
    const modules = [join(folder, 'dist/index.js'), join(folder, 'other.js'), '/clients/cli/run.ts'];
    assert.deepEqual(packageFolders(modules), [folder]);
    const fault = await licencesOf([folder]).then(() => '', String);
    assert.include(fault, '@some/thing has no licence');
    await writeFile(join(folder, 'LICENSE'), 'Permission is hereby granted');
    assert.include(await licencesOf([folder]), '## @some/thing 1.0.0 (MIT)\n\nPermission is hereby granted');
  });
});

describe('the Python client', () => {
  const typesOf = (schemas: Readonly<Record<string, Schema>>): string => new PythonTypes(schemas).source;

  it('has a class for an object, with its required fields first, and a name for anything else', () => {
    const Pet: Schema = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, age: { type: ['integer', 'null'] }, kind: { enum: ['cat', null] } },
    };
    assert.equal(
      typesOf({ Pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } }, Pet }),
      'class _PetRequired(TypedDict):\n    name: str\n\n\nclass Pet(_PetRequired, total=False):\n    age: Optional[int]\n' +
        '    kind: Literal["cat", None]\n\n\nPets = List[Pet]\n',
    );
  });

  it('has fields whose names Python does not accept', () => {
    assert.equal(
      typesOf({ Range: { type: 'object', properties: { from: { type: 'string' } } } }),
      'Range = TypedDict("Range", {\n    "from": "str",\n}, total=False)\n',
    );
  });

  it('has the fields of all parts of an object, of which a later one counts', () => {
    const Base: Schema = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string' }, b: { type: 'string' } },
    };
    const part: Schema = { type: 'object', required: ['b'], properties: { b: { type: 'number' } } };
    const source = typesOf({ Derived: { allOf: [{ $ref: '#/components/schemas/Base' }, part] }, Base });
    assert.include(source, 'class Derived(TypedDict):\n    a: str\n    b: float\n');
  });

  it('has a class of its own for an object that may be null', () => {
    const Maybe: Schema = { type: ['object', 'null'], properties: { a: { type: 'string' } } };
    assert.equal(
      typesOf({ Maybe }),
      'class MaybeObject(TypedDict, total=False):\n    a: str\n\n\nMaybe = Optional[MaybeObject]\n',
    );
  });

  it('is not made of a schema with a keyword that it does not know', () => {
    assert.throws(() => typesOf({ A: { if: {} } as Schema }), /A: Python types know no if/);
  });
});
