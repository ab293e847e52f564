import { execFile } from 'node:child_process';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { assert } from 'chai';
import { readSuite } from '../../adapters/suite-reader/read-suite.ts';
import { rehearse } from '../../tools/rehearsal/rehearse.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { ROOT } from './pages.ts';

const YARDSTICK = new URL('../../docs/examples/yardstick/', import.meta.url);
const DOMAINS = ['library', 'clinic', 'parcels'] as const;

interface WithModels {
  writeYardstick(folder: string, models: { readonly agent?: object; readonly caller?: object }): Promise<void>;
}
interface Words {
  digitsOf(value: unknown): string;
  numberOf(value: unknown): number | null;
  timeOf(value: unknown): string | null;
}
interface Rule {
  readonly when: string;
  readonly say: string;
  readonly call?: { readonly tool: string; readonly arguments?: object };
}

const { writeYardstick } = (await import(new URL('with-models.mjs', YARDSTICK).href)) as WithModels;
const { digitsOf, numberOf, timeOf } = (await import(new URL('words.mjs', YARDSTICK).href)) as Words;

/** Rules by which an agent breaks those of its prompt, and the tasks that it then fails. */
const BROKEN: Readonly<Record<(typeof DOMAINS)[number], { readonly rules: readonly Rule[]; readonly fails: number }>> =
  {
    library: {
      rules: [
        { when: 'salt road', say: '', call: { tool: 'renew_loan', arguments: { title: 'The Salt Road' } } },
        {
          when: 'lamp',
          say: '',
          call: { tool: 'reserve_book', arguments: { title: 'A Lamp for Ada', branch: 'north' } },
        },
        { when: 'husband', say: 'He has borrowed Letters from the Moor. Can I do anything else?' },
        {
          when: 'winter harbour',
          say: '',
          call: { tool: 'reserve_book', arguments: { title: 'Winter Harbour', branch: 'north' } },
        },
      ],
      fails: 4,
    },
    clinic: {
      rules: [
        {
          when: 'cancel my appointment',
          say: '',
          call: { tool: 'cancel', arguments: { doctor: 'weiss', day: 'tuesday', time: '08:30' } },
        },
        { when: 'chest', say: 'When would you like to come?' },
      ],
      fails: 2,
    },
    parcels: {
      rules: [
        { when: 'market square', say: '', call: { tool: 'redirect', arguments: { shop: 'market square' } } },
        { when: 'mirror', say: '', call: { tool: 'claim', arguments: { damage: 'the mirror' } } },
        { when: 'ten days', say: '', call: { tool: 'keep', arguments: { days: '10' } } },
      ],
      fails: 3,
    },
  };

describe('the yardstick', () => {
  async function run(...args: string[]) {
    const lines: string[] = [];
    const shell = {
      env: { HOME: await temporaryDirectory() },
      folder: ROOT,
      print: (text: string) => void lines.push(text),
    };
    return { code: await rehearse(args, shell), out: lines.join('\n') };
  }

  const suiteIn = (folder: string, domain: string): string => join(folder, `${domain}.suite.yaml`);

  it('has five tasks in each of three domains, which its scripted agents and callers pass', async () => {
    const suites = DOMAINS.map((domain) => suiteIn(YARDSTICK.pathname, domain));
    for (const suite of suites) assert.lengthOf(readSuite(await readFile(suite, 'utf8')).conversations, 5);
    const { code, out } = await run(...suites);
    assert.equal(code, 0, out);
    assert.equal(out.match(/^✓/gm)?.length, 15, out);
  });

  for (const domain of DOMAINS)
    it(`fails agents that break the rules: ${domain}`, async () => {
      const folder = await temporaryDirectory();
      await writeYardstick(folder, {});
      const { rules, fails } = BROKEN[domain];
      const file = join(folder, `${domain}.json`);
      const agent = JSON.parse(await readFile(file, 'utf8')) as {
        config: { models: { llm_config: { rules: Rule[] } } };
      };
      agent.config.models.llm_config.rules.unshift(...rules);
      await writeFile(file, JSON.stringify(agent));
      const { code, out } = await run(suiteIn(folder, domain));
      assert.equal(code, 1, out);
      assert.equal(out.match(/^✗/gm)?.length, fails, out);
      assert.equal(out.match(/^✓/gm)?.length, 5 - fails, out);
    });

  it('can be written with other models for agents and callers', async () => {
    const folder = await temporaryDirectory();
    const models = { agent: { provider: 'openai', model: 'one' }, caller: { provider: 'anthropic', model: 'two' } };
    // As a command, also where the folder of the example is a link.
    const linked = join(await temporaryDirectory(), 'linked');
    await symlink(fileURLToPath(YARDSTICK), linked);
    const settings = Object.entries(models).flatMap(([name, model]) => [`--${name}`, JSON.stringify(model)]);
    await promisify(execFile)(process.execPath, [join(linked, 'with-models.mjs'), folder, ...settings]);
    assert.notInclude(await readdir(folder), 'with-models.mjs');
    for (const domain of DOMAINS) {
      const { personas = {} } = readSuite(await readFile(suiteIn(folder, domain), 'utf8'));
      for (const { llm, script, goal } of Object.values(personas)) {
        assert.deepEqual([llm, script], [models.caller, undefined]);
        assert.isAbove(goal?.length ?? 0, 20);
      }
      const { config } = JSON.parse(await readFile(join(folder, `${domain}.json`), 'utf8')) as {
        config: { models: { llm_config: object } };
      };
      assert.deepEqual(config.models.llm_config, models.agent);
    }
  });

  it('reads digits, numbers and times as callers say them and models write them', () => {
    assert.deepEqual(['four four one two', '4412', '44 12', 'four oh nine', null].map(digitsOf), [
      ...['4412', '4412', '4412', '409', ''],
    ]);
    assert.deepEqual(['seven', '7', '10 days', 'some'].map(numberOf), [7, 7, 10, null]);
    const times = ['ten', '10:00', 'ten thirty', 'half past three', '15:30', '3 pm', '11 a.m.', 'noon', '08:30'];
    assert.deepEqual(times.map(timeOf), [
      ...['10:00', '10:00', '10:30', '15:30', '15:30', '15:00', '11:00', null, '08:30'],
    ]);
  });
});
