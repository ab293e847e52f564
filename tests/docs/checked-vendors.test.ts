import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { registered } from '../../adapters/providers/registered-providers.ts';

interface CheckedVendor {
  readonly provider: string;
  readonly kinds: readonly string[];
  readonly text: string;
}

/** Whether a provider is part of this program. */
const isBuiltIn = ({ provider }: { readonly provider: string }): boolean => ['local', 'script'].includes(provider);

/** The lines of "Checked against" in docs/providers.md. */
async function checkedVendors(): Promise<readonly CheckedVendor[]> {
  const page = await readFile('docs/providers.md', 'utf8');
  const [, section = ''] = page.split('\n## Checked against\n');
  return section.split(/^- /m).flatMap((text) => {
    const [, provider] = /^`(\w+)`/.exec(text) ?? [];
    const kinds = [...text.matchAll(/\(([A-Za-z, ]+)\):/g)].flatMap(([, listed = '']) => listed.split(', '));
    return provider === undefined ? [] : [{ provider, kinds, text }];
  });
}

describe('list of what each vendor was checked against', () => {
  it('names every vendor with each of its types and no other', async () => {
    const kinds = { STT: registered.stt, TTS: registered.tts, LLM: registered.llm, telephony: registered.telephony };
    const vendors = Object.entries(kinds).flatMap(([kind, providers]) =>
      providers
        .filter(({ declaration }) => !isBuiltIn(declaration))
        .map(({ declaration }) => `${declaration.provider} ${kind}`),
    );
    const listed = (await checkedVendors()).flatMap(({ provider, kinds: named }) =>
      named.map((kind) => `${provider} ${kind}`),
    );
    assert.deepEqual(listed.toSorted(), vendors.toSorted());
  });

  it('names the SDK versions that the tests run', async () => {
    const { dependencies } = JSON.parse(await readFile('tests/vendor-sdks/package.json', 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const named = (await checkedVendors()).flatMap(({ text }) =>
      [...text.matchAll(/`([@\w/-]+)`\s+(\d+\.\d+\.\d+)/g)].filter(([, name]) => Object.hasOwn(dependencies, name!)),
    );
    assert.isAbove(named.length, 15);
    for (const [, name, version] of named) assert.equal(version, dependencies[name!], name);
  });
});
