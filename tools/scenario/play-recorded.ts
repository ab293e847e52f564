import { transcriptWords } from '../../domain/calls/call-scenario.ts';
import { readInputLog } from '../../domain/voice/input-log.ts';
import { replayedEvents } from '../../domain/voice/replay.ts';
import { checkEvents } from '../../domain/rehearsal/check-events.ts';
import type { Scenario } from '../../domain/rehearsal/scenario.ts';
import { recordEvent } from '../../domain/rehearsal/timeline-events.ts';
import { matchesText, ScenarioTimeline, type TimelineEvent } from '../../domain/rehearsal/timeline.ts';

/** Plays the recorded inputs of a scenario on the policy of this code, at once, and tells what was not as expected. */
export function playRecorded({ recorded = '', expect }: Scenario): {
  readonly events: readonly TimelineEvent[];
  readonly problems: readonly string[];
} {
  const log = readInputLog(recorded);
  if (!log) return { events: [], problems: ['recorded is not the inputs of a call, or of another release'] };
  const timeline = new ScenarioTimeline(() => 0);
  const startedAt = log.inputs[0]?.input.at ?? 0;
  const events = replayedEvents(log);
  for (const event of events) recordEvent(timeline, event, event.at - startedAt);
  const problems = checkEvents(expect.events ?? [], timeline.events);
  return {
    events: timeline.events,
    problems: [...problems, ...transcriptProblems(expect.transcript, transcriptWords(events))],
  };
}

function transcriptProblems(expected: readonly string[] | undefined, actual: readonly string[]): string[] {
  if (!expected) return [];
  const problems = expected.flatMap((line, at) =>
    actual[at] !== undefined && matchesText(line, actual[at])
      ? []
      : [`line ${at + 1} of the transcript must be “${line}” and is “${actual[at] ?? ''}”`],
  );
  const more = actual.slice(expected.length).map((line) => `the transcript must end before “${line}”`);
  return [...problems, ...more].slice(0, 1);
}
