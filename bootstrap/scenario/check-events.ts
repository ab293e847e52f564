import type { Step } from './scenario.ts';
import { isMeant, signOf, type TimelineEvent } from './timeline.ts';

/** What did not happen as expected, in words; nothing when all did. */
export function checkEvents(steps: readonly Step[], events: readonly TimelineEvent[]): string[] {
  const problems: string[] = [];
  let index = -1;
  let at = 0;
  for (const step of steps) {
    const next = events.findIndex((event, place) => place > index && isMeant(step, event));
    const found = events[next];
    const problem = step.absent ? intrusion(step, found, at) : lateness(step, found, at);
    if (problem !== null) problems.push(problem);
    if (step.absent || !found) continue;
    index = next;
    at = found.at;
  }
  return problems;
}

function intrusion(step: Step, found: TimelineEvent | undefined, since: number): string | null {
  const { within_ms = Infinity } = step;
  return found && found.at - since <= within_ms ? `${told(step)} must not happen, and did at ${found.at} ms` : null;
}

function lateness(step: Step, found: TimelineEvent | undefined, since: number): string | null {
  if (!found) return `${told(step)} never happened after ${since} ms`;
  const { within_ms = Infinity, after_ms = 0 } = step;
  const passed = found.at - since;
  if (passed > within_ms) return `${told(step)} happened after ${passed} ms, not within ${within_ms} ms`;
  return passed < after_ms ? `${told(step)} happened after ${passed} ms already, not ${after_ms} ms` : null;
}

function told(step: Step): string {
  const { name, text } = signOf(step);
  return text === null ? name : `${name} “${text}”`;
}

/** The events as lines to read when something went wrong. */
export const printed = (events: readonly TimelineEvent[]): string =>
  events.map(({ at, name, text }) => `${String(Math.round(at)).padStart(8)} ms  ${name}  ${text ?? ''}`).join('\n');
