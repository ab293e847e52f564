import { keyOf, problemsOf, type Attempt, type SuiteResult } from '../../domain/rehearsal/attempt.ts';
import { transcriptText } from './terminal-report.ts';

/** Results as JUnit XML: a test suite for each suite, and a test case for each run of a conversation. */
export function junitReport(results: readonly SuiteResult[]): string {
  const suites = results.map((result, at) => suiteXml(result, at)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites}</testsuites>\n`;
}

function suiteXml({ title, agent, attempts, seconds, startedAt }: SuiteResult, id: number): string {
  const failures = attempts.filter(({ verdict }) => verdict === 'failed').length;
  const errors = attempts.filter(({ verdict }) => verdict === 'error' || verdict === 'undecided').length;
  const attributes = attributesXml({
    ...{ id, package: 'rehearsal', name: title, tests: attempts.length, failures, errors, skipped: 0 },
    ...{ time: seconds.toFixed(3), timestamp: startedAt.toISOString().slice(0, 19), hostname: 'localhost' },
  });
  const property = `<property${attributesXml({ name: 'agent', value: agent })}/>`;
  const cases = attempts.map((attempt) => caseXml(title, attempt)).join('');
  return `  <testsuite${attributes}>\n    <properties>${property}</properties>\n${cases}    <system-out/>\n    <system-err/>\n  </testsuite>\n`;
}

function caseXml(suite: string, attempt: Attempt): string {
  const { run, verdict, record, seed } = attempt;
  const attributes = attributesXml({
    ...{ name: `${keyOf(attempt)}, run ${run}`, classname: suite },
    time: ((record?.lengthMs ?? 0) / 1_000).toFixed(3),
  });
  if (verdict === 'passed') return `    <testcase${attributes}/>\n`;
  const problems = problemsOf(attempt);
  const element = verdict === 'failed' ? 'failure' : 'error';
  const body = [...problems, '', `seed ${seed}`, ...(record?.transcript.map(transcriptText) ?? [])].join('\n');
  const about = attributesXml({ message: problems[0] ?? verdict, type: verdict });
  return `    <testcase${attributes}><${element}${about}>${textXml(body)}</${element}></testcase>\n`;
}

const attributesXml = (attributes: Readonly<Record<string, string | number>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${textXml(String(value)).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`)
    .join('');

/** Characters that XML 1.0 does not allow. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const textXml = (text: string): string =>
  text.replace(FORBIDDEN, '\u{FFFD}').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
