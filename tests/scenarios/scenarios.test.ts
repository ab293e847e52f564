import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { assert } from 'chai';
import { checkEvents, formatEvents } from '../../domain/rehearsal/check-events.ts';
import { readScenarios } from '../../tools/scenario/read-scenarios.ts';
import type { Scenario } from '../../domain/rehearsal/scenario.ts';
import { matchesText } from '../../domain/rehearsal/timeline.ts';
import type { KeptCall } from '../application/runtime/memory-spool.ts';
import { soundsOf } from '../application/runtime/scripted-call.ts';
import { readExample } from './example-agent.ts';
import { playInProcess, type CallResult } from './in-process.ts';

/** Scenarios of the runtime, and those of the examples of the documentation. */
const FOLDERS = [new URL('./', import.meta.url), new URL('../../docs/examples/', import.meta.url)];
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(folder).flatMap((name) =>
    name.endsWith('.yaml') && !name.endsWith('.suite.yaml') ? [new URL(name, folder)] : [],
  ),
);

describe('scenarios', function () {
  for (const file of FILES)
    describe(basename(file.pathname), () => {
      const { scenarios, agent, ...others } = readScenarios(readFileSync(file, 'utf8'));
      for (const scenario of scenarios)
        it(scenario.title, async () => {
          const example = agent === undefined ? undefined : await readExample(file, agent, others);
          const played = await playInProcess(scenario, example);
          const { events } = played.timeline;
          const problems = checkEvents(scenario.expect.events ?? [], events);
          assert.isEmpty(problems, `${problems.join('\n')}\n\n${formatEvents(events)}\n\n`);
          const { events: _checked, ...results } = scenario.expect;
          assert.deepEqual(outcomeOf(played, results), results, formatEvents(events));
        });
    });
});

type Results = Omit<Scenario['expect'], 'events'>;

/** What came of a call, as far as the scenario asks for it. */
function outcomeOf({ requests, kept, transfers }: CallResult, wanted: Results): Results {
  const metrics = kept.outcome?.metrics;
  const all: Required<Results> = {
    asked: requests.map(({ messages }) => messages.map(({ role, content }) => `${role}: ${content}`)),
    tools: requests.map(({ tools }) => tools.map(({ name }) => name)),
    transcript: kept.transcript
      .split('\n')
      .slice(2, -1)
      .map((line) => line.replace(/^\[.+?\] /u, '')),
    ...stagesOf(kept),
    transfers: transfers.map(({ target, to, result, brief }) =>
      [`${target} ${to} ${result}`, ...(brief === null ? [] : [brief])].join(': '),
    ),
    agents: (kept.outcome?.agents ?? []).map(({ name, target }) => (target === null ? name : `${name} by ${target}`)),
    audible: soundsOf(kept.side(1)),
    turns: {
      count: metrics?.summary.turn_count ?? -1,
      interrupted: metrics?.summary.interrupted_turn_count ?? -1,
    },
    latencies_ms: (metrics?.latencies.user_to_bot_secs ?? []).map((secs) => Math.round(secs * 1000)),
  };
  const names = Object.keys(wanted) as (keyof Results)[];
  return Object.fromEntries(names.map((name) => [name, asExpected(all[name], wanted[name])]));
}

/** The stages of a call and the values of their fields, as the call log has them. */
function stagesOf({ outcome }: KeptCall): Required<Pick<Results, 'stages' | 'fields'>> {
  const { entered = [], fields = {} } = outcome?.stages ?? {};
  return { stages: entered.map(({ stage, by }) => `${stage} by ${by}`), fields };
}

/** The same, with an expected `/regular expression/` in the place of every text that fits it. */
function asExpected(actual: unknown, expected: unknown): unknown {
  if (typeof actual === 'string' && typeof expected === 'string')
    return matchesText(expected, actual) ? expected : actual;
  if (!Array.isArray(actual) || !Array.isArray(expected)) return actual;
  return actual.map((each, at) => asExpected(each, (expected as unknown[])[at]));
}
