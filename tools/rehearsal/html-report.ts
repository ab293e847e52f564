import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapedHtml } from '../../application/escaped-html.ts';
import { amountText } from '../../domain/costs/money.ts';
import {
  byConversation,
  keyOf,
  passRates,
  problemsOf,
  type Attempt,
  type SuiteResult,
} from '../../domain/rehearsal/attempt.ts';
import type { ToolCallRecord } from '../../domain/calls/tool-call-record.ts';
import type { CallRecord, TranscriptEntry } from '../../domain/rehearsal/call-record.ts';
import type { CallCheck } from '../../domain/rehearsal/checks.ts';
import type { SuiteComparison } from '../../domain/rehearsal/compare.ts';
import { comparisonLines } from './comparison-text.ts';
import { reportStyle } from './html-style.ts';
import type { JudgedCriterion } from '../../domain/rehearsal/judgement.ts';
import { percent, resultLines } from './terminal-report.ts';

/**
 * Writes a page with every conversation, and beside it the inputs and the recordings that it links. The page needs nothing
 * else: no script and no other server.
 */
export async function writeHtmlReport(
  folder: string,
  results: readonly SuiteResult[],
  comparisons: readonly SuiteComparison[],
): Promise<void> {
  await mkdir(join(folder, 'inputs'), { recursive: true });
  await mkdir(join(folder, 'recordings'), { recursive: true });
  const numbered = results.map((result, at) => ({ result, prefix: `${at + 1}` }));
  for (const { result, prefix } of numbered) await writeArtifacts(folder, prefix, result.attempts);
  await writeFile(join(folder, 'index.html'), htmlReport(results, comparisons));
}

async function writeArtifacts(folder: string, prefix: string, attempts: readonly Attempt[]): Promise<void> {
  for (const [at, { record }] of attempts.entries()) {
    const name = artifactName(prefix, at);
    if (record?.inputs?.text) await writeFile(join(folder, 'inputs', `${name}.ndjson`), record.inputs.text);
    if (record?.recording) await writeFile(join(folder, 'recordings', `${name}.wav`), record.recording);
  }
}

const artifactName = (prefix: string, at: number): string => `${prefix}-${at + 1}`;

/** The page. */
export function htmlReport(results: readonly SuiteResult[], comparisons: readonly SuiteComparison[] = []): string {
  const title = `Rehearsal: ${results.map((result) => result.title).join(', ')}`;
  const compared = comparisons.map(
    (comparison) => `<section><h2>Comparison</h2><pre>${text(comparisonLines(comparison).join('\n'))}</pre></section>`,
  );
  const suites = results.map((result, at) => suiteHtml(result, `${at + 1}`));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; media-src 'self'">
<title>${text(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>${text(title)}</h1>
${[...compared, ...suites].join('\n')}
</main>
</body>
</html>
`;
}

function suiteHtml(result: SuiteResult, prefix: string): string {
  const { title, agent, attempts } = result;
  const summary = resultLines({ ...result, attempts }).filter((line) => /^(?:\d+ conv|Replies|Note)/.test(line));
  const rows = [...byConversation(attempts)].map(([name, runs]) => rowHtml(name, runs, prefix, attempts)).join('');
  const runs = attempts.map((attempt, at) => attemptHtml(attempt, artifactName(prefix, at))).join('\n');
  return `<section>
<h2>${text(title)}: ${text(agent)}</h2>
${summary.map((line) => `<p>${text(line)}</p>`).join('\n')}
<table>
<caption>Conversations of ${text(title)}</caption>
<thead><tr><th scope="col">Conversation</th><th scope="col">Passed</th><th scope="col">pass@1</th><th scope="col">pass^k</th><th scope="col">Runs</th></tr></thead>
<tbody>${rows}</tbody>
</table>
${runs}
</section>`;
}

function rowHtml(name: string, runs: readonly Attempt[], prefix: string, all: readonly Attempt[]): string {
  const passed = runs.filter(({ verdict }) => verdict === 'passed').length;
  const { at1, hat } = passRates(runs);
  const links = runs.map(
    (attempt) => `<a href="#run-${artifactName(prefix, all.indexOf(attempt))}">${attempt.run}: ${attempt.verdict}</a>`,
  );
  return `<tr><th scope="row">${text(name)}</th><td>${passed} of ${runs.length}</td><td>${percent(at1)}</td><td>${percent(hat.at(-1) ?? null)}</td><td>${links.join(', ')}</td></tr>`;
}

function attemptHtml(attempt: Attempt, name: string): string {
  const { record, run, verdict, checks, judged } = attempt;
  const problems = problemsOf(attempt).map((problem) => `<li>${text(problem)}</li>`);
  return [
    `<article id="run-${name}" class="${verdict}">`,
    `<h3>${text(keyOf(attempt))}, run ${run}: ${verdict}</h3>`,
    `<p>${text(factsOf(attempt).join(' · '))}</p>`,
    ...(problems.length > 0 ? [`<h4>Problems</h4><ul>${problems.join('')}</ul>`] : []),
    ...(record ? recordHtml(attempt, record, name) : []),
    ...(judged.length > 0 ? [judgedHtml(judged)] : []),
    `<details><summary>Checks (${checks.length})</summary><ul>${checks.map(checkHtml).join('')}</ul></details>`,
    '</article>',
  ].join('\n');
}

function factsOf({ record, seed, cost }: Attempt): string[] {
  const replies = record?.latenciesMs.map((ms) => `${Math.round(ms)} ms`).join(', ') ?? '';
  const ofCall = record && [
    `${(record.lengthMs / 1_000).toFixed(1)} s`,
    `ended: ${record.ended ?? `stopped, ${record.stopped}`}`,
    `replies after ${replies || '–'}`,
  ];
  return [`seed ${seed}`, ...(ofCall ?? []), `cost ${amountText(cost.amount)}`];
}

const checkHtml = ({ name, ok }: CallCheck): string =>
  `<li>${ok === null ? 'unknown' : ok ? 'yes' : 'no'}: ${text(name)}</li>`;

const recordHtml = (attempt: Attempt, record: CallRecord, name: string): string[] => [
  ...(record.recording
    ? [
        `<audio controls preload="none" src="recordings/${name}.wav" aria-label="Recording of run ${attempt.run} of ${text(keyOf(attempt))}"></audio>`,
      ]
    : []),
  transcriptHtml(record.transcript),
  callsHtml(record.calls ?? []),
  ...(record.inputs?.text
    ? [`<p><a href="inputs/${name}.ndjson">Inputs</a>, for <code>npm run replay -- inputs/${name}.ndjson</code></p>`]
    : []),
];

const transcriptHtml = (
  transcript: readonly TranscriptEntry[],
): string => `<details open><summary>Transcript</summary><ol>
${transcript
  .map(
    ({ speaker, words, atMs, isInterrupted }) =>
      `<li class="${speaker}"><span>${(atMs / 1_000).toFixed(1)} s, ${speaker}:</span> ${text(words)}${isInterrupted ? ' <em>(interrupted)</em>' : ''}</li>`,
  )
  .join('\n')}
</ol></details>`;

function callsHtml(calls: readonly ToolCallRecord[]): string {
  if (calls.length === 0) return '';
  const items = calls.map(
    ({ name, arguments: given, outcome, answer }) =>
      `<li><code>${text(name)} ${text(given)}</code> ${text(outcome)}: ${text(answer ?? '')}</li>`,
  );
  return `<details><summary>Tool calls (${calls.length})</summary><ol>${items.join('')}</ol></details>`;
}

const judgedHtml = (judged: readonly JudgedCriterion[]): string => `<h4>Judgements</h4><ul>
${judged
  .map(
    ({ criterion, met, agreement, judgements }) =>
      `<li>${text(criterion)} <strong>${met}</strong>, agreement ${percent(agreement)}<ul>${judgements
        .map(
          (each) =>
            `<li>${each.met}: ${text(each.reason)}${each.quote === '' ? '' : ` <q>${text(each.quote)}</q>`}</li>`,
        )
        .join('')}</ul></li>`,
  )
  .join('\n')}
</ul>`;

const text = (plain: string): string => escapedHtml(plain.replace(/\p{Cs}/gu, '\u{FFFD}'));
