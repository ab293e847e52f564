import type { Step } from './scenario.ts';
import type { StepBudget } from '../script/pattern.ts';
import { allAtOnce, type Steps } from '../steps.ts';
import { patternMatcher, patternOf, type TimelineEvent } from './timeline.ts';

/** What did not happen as expected, in words; nothing when all did. */
export const checkEvents = (steps: readonly Step[], events: readonly TimelineEvent[]): string[] =>
  allAtOnce(eventSteps(steps, events, { left: Infinity }));

/** The same in steps. What cannot be compared within the budget did not happen. */
export function* eventSteps(
  steps: readonly Step[],
  events: readonly TimelineEvent[],
  budget: StepBudget,
): Steps<string[]> {
  const problems: string[] = [];
  let index = -1;
  let at = 0;
  for (const step of steps) {
    const next = yield* firstAfter(index, step, events, budget);
    const found = events[next];
    const problem = step.absent ? unexpectedEvent(step, found, at) : timingProblem(step, found, at);
    if (problem !== null) problems.push(problem);
    if (step.absent || !found) continue;
    index = next;
    at = found.at;
  }
  return problems;
}

function* firstAfter(index: number, step: Step, events: readonly TimelineEvent[], budget: StepBudget): Steps<number> {
  const matches = patternMatcher(step);
  for (let place = index + 1; place < events.length; place += 1)
    if (yield* matches(events[place] as TimelineEvent, budget)) return place;
  return -1;
}

function unexpectedEvent(step: Step, found: TimelineEvent | undefined, since: number): string | null {
  const { within_ms = Infinity } = step;
  return found && found.at - since <= within_ms
    ? `${describeStep(step)} must not happen, and did at ${found.at} ms`
    : null;
}

function timingProblem(step: Step, found: TimelineEvent | undefined, since: number): string | null {
  if (!found) return `${describeStep(step)} never happened after ${since} ms`;
  const { within_ms = Infinity, after_ms = 0 } = step;
  const passed = found.at - since;
  if (passed > within_ms) return `${describeStep(step)} happened after ${passed} ms, not within ${within_ms} ms`;
  return passed < after_ms ? `${describeStep(step)} happened after ${passed} ms already, not ${after_ms} ms` : null;
}

function describeStep(step: Step): string {
  const { name, text } = patternOf(step);
  return text === null ? name : `${name} “${text}”`;
}

/** The events as lines to read when something went wrong. */
export const formatEvents = (events: readonly TimelineEvent[]): string =>
  events.map(({ at, name, text }) => `${String(Math.round(at)).padStart(8)} ms  ${name}  ${text ?? ''}`).join('\n');
