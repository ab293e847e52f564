import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { printHelpIfRequested } from '../../bootstrap/help.ts';
import { ROOT } from '../suites/suites.ts';
import { faultsOf, judge, type AcceptedSurvivors, type Survivor, type TestedMutant, type Verdict } from './verdict.ts';

const FOLDERS = ['domain/accounts', 'domain/calls', 'domain/campaigns'];

printHelpIfRequested(`npm run test:mutants -- [folders or files …] [--strict] [--concurrency <processes, one less than cores>]

Changes the core in every way that Stryker knows, one way at a time, and runs the tests of the changed folder. Without
folders: ${FOLDERS.join(', ')}. Exits with 1 when the tests of a folder detect less than 90 % of its
mutants, or when a mutant of tests/mutants/survivors.json no longer survives; with --strict also when a survivor is not
in that file. Each folder has a report with all mutants in coverage/mutants.`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { strict: { type: 'boolean', default: false }, concurrency: { type: 'string' } },
});
const folders = positionals.length > 0 ? positionals.map((folder) => folder.replace(/\/$/, '')) : FOLDERS;
process.chdir(ROOT);

const accepted = JSON.parse(await readFile('tests/mutants/survivors.json', 'utf8')) as readonly AcceptedSurvivors[];
const verdicts: Record<string, Verdict> = {};
for (const folder of folders) verdicts[folder] = await verdictOn(folder);
printTable();
for (const [folder, verdict] of Object.entries(verdicts)) printFindings(folder, verdict);

/** `target` is a folder, or files of one folder as a glob pattern. */
async function verdictOn(target: string): Promise<Verdict> {
  const results = await testMutants(target);
  const mutants = results.map(toTestedMutant);
  const sources = new Map<string, string>();
  for (const { file } of mutants) sources.set(file, await readFile(file, 'utf8'));
  const own = accepted.filter(({ file }) => file.startsWith(`${target}/`) || sources.has(file));
  return judge(mutants, sources, own);
}

async function testMutants(target: string): Promise<MutantResult[]> {
  const pattern = target.endsWith('.ts') ? target : `${target}/*.ts`;
  const folder = dirname(pattern);
  return new Stryker({
    configFile: 'tests/mutants/stryker.json',
    mutate: [pattern],
    // The sandbox has all that is bundled: the domain, and the tests of this folder.
    ignorePatterns: ['**', '!domain/**/*.ts', `!tests/${folder}/**/*.ts`],
    tempDirName: await mkdtemp(join(tmpdir(), 'mutants-')),
    plugins: [new URL('runner.ts', import.meta.url).href],
    htmlReporter: { fileName: `coverage/mutants/${folder.replaceAll('/', '-')}.html` },
    ...(values.concurrency === undefined ? {} : { concurrency: Number(values.concurrency) }),
  }).runMutationTest();
}

function toTestedMutant({ fileName, location, replacement, status }: MutantResult): TestedMutant {
  return { file: relative(ROOT, fileName), start: location.start, end: location.end, replacement, status };
}

function printTable(): void {
  print(`${'folder'.padEnd(20)}${['mutants', 'killed', 'timed out', 'survived', 'score'].map(cell).join('')}`);
  for (const [folder, { mutants, killed, timedOut, survived, score }] of Object.entries(verdicts))
    print(`${folder.padEnd(20)}${[mutants, killed, timedOut, survived, `${score.toFixed(1)} %`].map(cell).join('')}`);
}

function printFindings(folder: string, verdict: Verdict): void {
  if (verdict.unexplained.length > 0) print(`\nSurvivors in ${folder} without a reason`);
  for (const survivor of verdict.unexplained) printSurvivor(survivor);
  for (const fault of faultsOf(verdict, values.strict)) {
    print(`\n${folder}: ${fault}`);
    process.exitCode = 1;
  }
}

function printSurvivor({ file, line, code, mutant }: Survivor): void {
  print(`  ${file}:${line}  ${code}\n    ${mutant}`);
}

function cell(content: string | number): string {
  return String(content).padStart(10);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
