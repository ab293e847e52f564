import type { components } from '../typescript/index.ts';
import { fields, moment, printable, shortened, table } from './table.ts';

type Schemas = components['schemas'];
type Suite = Schemas['RehearsalSuite'];
export type RehearsalRun = Schemas['RehearsalRun'];
type Conversation = Schemas['RehearsalConversation'];
type Comparison = Schemas['RehearsalComparison'];

/** A share from 0 to 1 in percent. */
export const percent = (share: number | null): string => (share === null ? '-' : `${(share * 100).toFixed(1)} %`);

const ms = (value: number | null): string => (value === null ? '-' : `${Math.round(value)} ms`);

/** A suite for people, without its text. */
export const suiteInWords = ({ last_run: last, ...suite }: Suite): string =>
  [
    fields({
      ...{ suite: suite.suite_id, title: suite.title, agent: suite.agent_id, conversations: suite.conversations },
      'held by': suite.is_held_here ? 'the API' : 'npm run rehearse',
      ...{ 'created by': suite.created_by, changed: moment(suite.updated_at), revision: suite.revision },
      'last run': last && `${last.run_id} ${last.state}, pass@1 ${percent(last.pass_at_1)}`,
    }),
    ...suite.titles.map((title) => `  ${printable(title)}`),
  ].join('\n');

/** A run for people: its sides, and how they compare. */
export const runInWords = (run: RehearsalRun): string =>
  [
    fields({
      ...{ run: run.run_id, suite: run.suite_title, state: run.state, level: run.level, seed: run.seed },
      ...{ done: `${run.conversations_done} of ${run.conversations_total}`, created: moment(run.created_at) },
      ...(run.error !== null && { error: run.error }),
    }),
    table(run.sides, {
      SIDE: ({ side }) => side,
      AGENT: ({ title }) => shortened(title),
      PASSED: ({ summary }) => summary && `${summary.passed} of ${summary.held}`,
      'PASS@1': ({ summary }) => summary && percent(summary.pass_at_1),
      MEDIAN: ({ summary }) => summary && ms(summary.latency_ms.median),
      COST: ({ summary }) => summary && `${summary.cost.amount} ${summary.cost.currency}`,
    }),
    ...(run.comparison ? [comparisonInWords(run.comparison)] : []),
    ...run.remarks.map((remark) => `Note: ${printable(remark)}`),
  ].join('\n');

const comparisonInWords = ({ better, worse, untold, chance }: Comparison): string =>
  `B compared with A: ${better} better, ${worse} worse, ${untold} without a verdict; p = ${chance.toFixed(3)}`;

/** A conversation for people: what was said, what failed, and what tools were called. */
export const conversationInWords = (conversation: Conversation): string =>
  [
    fields({
      ...{ conversation: conversation.conversation_id, title: conversation.title, persona: conversation.persona },
      ...{ run: conversation.run, seed: conversation.seed, verdict: conversation.verdict },
      ended: conversation.ended ?? (conversation.stopped && `stopped: ${conversation.stopped}`),
      ...{ reply: ms(conversation.median_latency_ms), recording: conversation.has_recording ? 'yes' : 'none' },
    }),
    ...conversation.problems.map((problem) => `✗ ${printable(problem)}`),
    ...[...conversation.captions.map(captionLine), ...(conversation.calls ?? []).map(callLine)]
      .toSorted((one, other) => one.at - other.at)
      .map(({ text }) => text),
  ].join('\n');

type Utterance = { readonly at: number; readonly text: string };

const captionLine = ({ speaker, text, start_ms, interrupted }: Schemas['RehearsalCaption']): Utterance =>
  lineOf(start_ms, speaker, `${text}${interrupted ? ' –' : ''}`);

const callLine = ({ name, arguments: given, outcome, answer, start_ms }: Schemas['RehearsalToolCall']): Utterance =>
  lineOf(start_ms, 'tool', `${name} ${given} ${outcome}${answer === null ? '' : `: ${answer}`}`);

const lineOf = (at: number, who: string, words: string): Utterance => ({
  at,
  text: `${(at / 1_000).toFixed(1).padStart(6)} s  ${who.padEnd(6)}  ${printable(words)}`,
});
