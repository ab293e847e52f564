import { assert } from 'chai';
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { cruised, root } from './cruise.ts';
import { forgottenVendors } from './rooms.ts';
import { UNSWEPT } from '../suites/suites.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const COPIED = [
  'adapters/lib',
  'adapters/media/protocols',
  'adapters/providers',
  'application',
  'domain',
  'package.json',
];
const INDEX = 'adapters/providers/index.ts';

const LLM = `
import { chatFields, chatWire, checkBaseUrl } from '../_openai/chat-vendor.ts';
import { openAiChat } from '../_openai/chat.ts';
import { llmProvider } from '../define.ts';

export const acmeLlm = llmProvider({
  provider: 'acme',
  name: 'Acme',
  provider_type: 'cloud',
  description: 'Small, fast language models.',
  required: ['api_key'],
  fields: chatFields({
    keys: 'https://acme.example/keys',
    baseUrl: 'https://api.acme.example/v1',
    models: ['fast-1'],
    list: 'https://acme.example/models',
  }),
  check: checkBaseUrl,
  open: async (settings, network) => openAiChat({ ...chatWire('acme', settings, network), parameters: {} }),
});
`;

const TELEPHONY = `
import { telephonyProvider } from '../define.ts';
import { plivoCarrier } from '../_plivo/carrier.ts';

export const acmeTelephony = telephonyProvider({
  provider: 'acme',
  name: 'Acme',
  provider_type: 'cloud',
  description: 'Calls over Acme numbers.',
  apiUrl: 'https://api.acme.example/v1',
  ...plivoCarrier('Acme'),
});
`;

const PROTOCOL = `
import type { CarrierProtocol } from './carrier.ts';
import { plivo } from './plivo.ts';

export const acme: CarrierProtocol = { ...plivo, batchMs: 20 };
`;

interface Provider {
  readonly declaration: { readonly provider: string };
  parseSettings(settings: object): object;
}

interface RegisteredModules {
  readonly registered: Readonly<Record<'llm' | 'telephony', readonly Provider[]>>;
}

interface Carriers {
  carrierProtocol(provider: string): { readonly batchMs: number } | null;
}

describe('a new provider', function () {
  const protocols = 'adapters/media/protocols';
  let tree: string;
  before(async () => {
    tree = await temporaryDirectory();
    for (const path of COPIED) await cp(join(root, path), join(tree, path), { recursive: true });
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
    await add('adapters/providers/acme/llm.ts', LLM, INDEX, "export { acmeLlm } from './acme/llm.ts';");
    const carrier = "export { acmeTelephony } from './acme/telephony.ts';";
    await add('adapters/providers/acme/telephony.ts', TELEPHONY, INDEX, carrier);
    await add(`${protocols}/acme.ts`, PROTOCOL, `${protocols}/index.ts`, "export { acme } from './acme.ts';");
  });

  /** Writes one file and appends one line, which is all that a provider takes. */
  async function add(file: string, text: string, index: string, line: string): Promise<void> {
    await mkdir(join(tree, dirname(file)), { recursive: true });
    await writeFile(join(tree, file), text, { flag: 'wx' });
    await appendFile(join(tree, index), `${line}\n`);
  }

  const load = async <Module>(file: string): Promise<Module> =>
    (await import(pathToFileURL(join(tree, file)).href)) as Module;

  async function registered(kind: 'llm' | 'telephony'): Promise<Provider> {
    const { registered: all } = await load<RegisteredModules>('adapters/providers/registered-providers.ts');
    const found = all[kind].find(({ declaration }) => declaration.provider === 'acme');
    assert.isDefined(found);
    return found;
  }

  it('is accepted by the compiler and the import rules', async () => {
    const config = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8')) as { compilerOptions: object };
    const options = { ...config.compilerOptions, noEmit: true, preserveSymlinks: true };
    await writeFile(
      join(tree, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['adapters/providers', 'adapters/media'] }),
    );
    const compiler = join(root, 'node_modules/typescript7/bin/tsc');
    const env = { ...process.env, ...UNSWEPT };
    await promisify(execFile)(process.execPath, [compiler, '-p', tree, '--checkers', '1'], { cwd: tree, env });
    const { imports, violations } = await cruised(tree, ['adapters/providers', protocols]);
    assert.isEmpty(violations.filter((violation) => violation.includes('acme')));
    assert.isEmpty(forgottenVendors({ imports, contracts: [] }));
  });

  it('takes one file and one line for a vendor', async () => {
    const acme = await registered('llm');
    assert.deepEqual(acme.parseSettings({ model: 'fast-1', temperature: 1 }), { model: 'fast-1', temperature: 1 });
    assert.throws(() => acme.parseSettings({ temperature: 'high' }), 'temperature must be number');
  });

  it('takes one file and one line for a carrier, and the same for its media protocol', async () => {
    assert.deepEqual((await registered('telephony')).parseSettings({}), {});
    const { carrierProtocol } = await load<Carriers>(`${protocols}/carrier-protocols.ts`);
    assert.equal(carrierProtocol('acme')?.batchMs, 20);
  });
});
