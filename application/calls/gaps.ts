import { allow, type Principal } from '../../domain/accounts/principal.ts';
import type { AnswerRecord, WrongAnswer } from '../../domain/calls/answer-record.ts';
import { gapCount, gapsIn, groupedGaps, type GapGroup, type GapKind } from '../../domain/calls/gaps.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { missing } from '../../domain/errors.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import { changeCall } from './change-call.ts';

/** Calls that are read for a list, the newest ones, and answers named in a group. */
const CALLS_MAX = 500;
const NAMED_MAX = 20;

/** What was said in calls is for those who may listen to them. */
const READ = 'calls.listen';
const MARK = 'calls.analyse';

export interface GapQuery {
  readonly agent_id?: string | undefined;
  readonly kind?: GapKind | undefined;
}

/** One page of groups with their number. */
export interface GapPage {
  readonly gaps: readonly GapGroup[];
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
  /** Whether there are older calls with gaps, which are not in the list. */
  readonly has_older: boolean;
}

/** Lists the questions of the newest calls that had no answer or a wrong one, grouped where they are alike. */
export const listGaps =
  ({ calls }: { readonly calls: CallRepository }) =>
  async (
    principal: Principal,
    { agent_id, kind }: GapQuery,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<GapPage> => {
    const { org_id } = allow(principal, READ);
    const found = await calls.listWithGaps(org_id, agent_id === undefined ? {} : { agent_id }, CALLS_MAX + 1);
    const gaps = found.slice(0, CALLS_MAX).flatMap(gapsIn);
    const groups = groupedGaps(kind === undefined ? gaps : gaps.filter((gap) => gap.kind === kind), NAMED_MAX);
    const shown = groups.slice(page.offset, page.offset + page.limit);
    return { gaps: shown, ...page, total: groups.length, has_older: found.length > CALLS_MAX };
  };

/** An answer with its mark, if it has one. */
export interface JudgedAnswer extends AnswerRecord {
  readonly wrong: WrongAnswer | null;
}

interface MarkPorts {
  readonly calls: CallRepository;
  readonly clock: Clock;
}

/** Marks an answer of a call as wrong. A later mark replaces an earlier one. */
export const markAnswer =
  ({ calls, clock }: MarkPorts) =>
  async (
    principal: Principal,
    callId: string,
    number: string,
    words: Pick<WrongAnswer, 'note' | 'correct_answer'>,
  ): Promise<JudgedAnswer> => {
    const { org_id } = allow(principal, MARK);
    const mark = { ...words, at: clock.now().toISOString() };
    return judged(
      await changeCall(calls, org_id, callId, (call) => {
        const answer = answerOf(call, number);
        return withMarks(call, [...othersThan(call, answer.number), { number: answer.number, ...mark }]);
      }),
      number,
    );
  };

/** Removes the mark of an answer. Without a mark it changes nothing. */
export const unmarkAnswer =
  ({ calls }: MarkPorts) =>
  async (principal: Principal, callId: string, number: string): Promise<JudgedAnswer> => {
    const { org_id } = allow(principal, MARK);
    return judged(
      await changeCall(calls, org_id, callId, (call) =>
        withMarks(call, othersThan(call, answerOf(call, number).number)),
      ),
      number,
    );
  };

function answerOf({ answers = [] }: CallLog, number: string): AnswerRecord {
  const answer = answers.find((each) => String(each.number) === number);
  if (!answer) throw missing('Answer');
  return answer;
}

const othersThan = ({ wrong_answers = [] }: CallLog, number: number): WrongAnswer[] =>
  wrong_answers.filter((each) => each.number !== number);

function withMarks(call: CallLog, marks: readonly WrongAnswer[]): Partial<CallLog> {
  const marked = { wrong_answers: marks.toSorted((one, other) => one.number - other.number) };
  return { ...marked, gaps: gapCount({ ...call, ...marked }) };
}

function judged(call: CallLog, number: string): JudgedAnswer {
  const answer = answerOf(call, number);
  return { ...answer, wrong: call.wrong_answers?.find((each) => each.number === answer.number) ?? null };
}
