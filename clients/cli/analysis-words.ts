import type { components } from '../typescript/index.ts';
import { fields, moment, printable, table } from './table.ts';

type Schemas = components['schemas'];
type Result = Schemas['CallAnalysisResult'];

/** What was found out about a call: its status and result, then the summary and the extracted fields. */
export function analysisInWords({
  status,
  error_message: why,
  result,
  requested_at: at,
}: Schemas['CallAnalysis']): string {
  const facts = { status, error: why, requested: moment(at), ...(result && resultFacts(result)) };
  return [fields(facts), ...(result ? findings(result) : [])].join('\n\n');
}

const resultFacts = ({ success, success_reason, provider, model, usage, analysed_at }: Result) => ({
  success: success ?? null,
  reason: success_reason ?? null,
  model: [provider, model].filter(Boolean).join(' '),
  tokens: usage && usage.input_tokens + usage.output_tokens,
  analysed: moment(analysed_at),
});

function findings({ summary, fields: extracted = {} }: Result): string[] {
  const values = Object.entries(extracted).map(([name, value]) => [name, textOf(value)] as const);
  return [
    ...(summary === undefined ? [] : [printable(summary)]),
    ...(values.length === 0 ? [] : [fields(Object.fromEntries(values))]),
  ];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** How analysed calls turned out, of all agents and of each. */
export function outcomesInWords({ agents, ...all }: Schemas['CallOutcomes']): string {
  const rows = [...agents, { ...all, agent_id: '', agent_name: 'all agents' }];
  return table(rows, {
    AGENT: ({ agent_id, agent_name }) => agent_name ?? agent_id,
    ANALYSED: ({ analysed }) => analysed,
    YES: ({ success }) => success.yes,
    NO: ({ success }) => success.no,
    UNKNOWN: ({ success }) => success.unknown,
    SUCCESS: ({ success_rate: rate }) => (rate === null ? null : `${rate} %`),
    PENDING: ({ pending }) => pending,
    FAILED: ({ failed }) => failed,
  });
}

/** A run, and how far it is. */
export const runInWords = (run: Schemas['AnalysisRun']): string =>
  fields({
    run_id: run.run_id,
    state: run.state,
    agent: run.agent_id,
    from: run.from && moment(run.from),
    to: moment(run.to),
    success: run.success,
    repeat: run.repeat,
    read: `${run.calls_read} of ${run.calls_total} calls`,
    requested: `${run.calls_requested}, at most ${run.max_calls}`,
    pending: run.progress.pending,
    done: run.progress.done,
    failed: run.progress.failed,
    started: moment(run.created_at),
    finished: moment(run.finished_at),
  });
