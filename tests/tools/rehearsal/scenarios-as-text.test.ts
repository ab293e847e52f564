import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assert } from 'chai';
import { problemsOf } from '../../../domain/rehearsal/attempt.ts';
import { runSuite } from '../../../application/runtime/rehearsal/run-suite.ts';
import { rehearsedAgent } from '../../../tools/rehearsal/rehearsed-agent.ts';
import { knownProviders } from '../../../tools/rehearsal/rehearsal-models.ts';
import type { Suite } from '../../../domain/rehearsal/suite.ts';
import { transcriptText } from '../../../tools/rehearsal/terminal-report.ts';
import { readScenarios } from '../../../tools/scenario/read-scenarios.ts';
import { loadService } from '../../../tools/scenario/load-service.ts';
import { suitePorts } from './suite-fixture.ts';

const EXAMPLES = new URL('../../../docs/examples/', import.meta.url);
const FILES = readdirSync(EXAMPLES).filter((name) => name.endsWith('.scenarios.yaml'));

/** Scenarios of the examples pass on the runtime with audio; without audio the same must happen. */
describe('conversations without audio', () => {
  for (const name of FILES) {
    const {
      scenarios,
      agent: source = '',
      server,
      targets = {},
    } = readScenarios(readFileSync(new URL(name, EXAMPLES), 'utf8'));
    const suite: Suite = {
      title: name,
      ...(server !== undefined && { server }),
      conversations: scenarios.flatMap(
        ({ title, caller = [], stays_ms, vendors, expect: { events = [], fields = {}, agents = [] } }) =>
          vendors
            ? []
            : [{ title, caller, ...(stays_ms !== undefined && { stays_ms }), expect: { events, fields, agents } }],
      ),
    };
    if (suite.conversations.length > 0)
      it(`go as scenarios of calls do: ${name}`, async () => {
        const api = (): Promise<never> => Promise.reject(new Error('There is no API'));
        const choice = { source, version: null };
        const agent = await rehearsedAgent(choice, {
          folder: fileURLToPath(EXAMPLES),
          providers: knownProviders(),
          targets: { folder: fileURLToPath(EXAMPLES), files: targets },
          api,
        });
        const newService = server === undefined ? null : await loadService(new URL(server, EXAMPLES));
        const plan = {
          file: name,
          suite,
          agent,
          newService,
          runs: 1,
          seed: 1,
          parallel: 20,
          only: [],
          keepsInputs: false,
        };
        const { attempts } = await runSuite(suitePorts(), plan);
        for (const attempt of attempts)
          assert.equal(
            attempt.verdict,
            'passed',
            [attempt.title, ...problemsOf(attempt), ...(attempt.record?.transcript.map(transcriptText) ?? [])].join(
              '\n',
            ),
          );
      });
  }
});
