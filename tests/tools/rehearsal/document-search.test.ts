import { assert } from 'chai';
import { runSuite } from '../../../application/runtime/rehearsal/run-suite.ts';
import type { Suite } from '../../../domain/rehearsal/suite.ts';
import { rehearsedAgent } from '../../../tools/rehearsal/rehearsed-agent.ts';
import { knownProviders } from '../../../tools/rehearsal/rehearsal-models.ts';
import { suitePorts } from './suite-fixture.ts';

const AGENT = {
  name: 'Museum',
  config: {
    prompts: { system_prompt: 'Answer.', greeting_message: 'Hello, what is your question?' },
    language: { primary: 'en' },
    knowledge_base: { enabled: true, document_ids: ['d1'], top_k: 3 },
    models: {
      stt_config: { provider: 'local' },
      tts_config: { provider: 'local' },
      llm_config: { provider: 'script', rules: [{ when: 'open', say: 'At nine.' }], otherwise: 'Pardon?' },
    },
  },
};

const PASSAGE = {
  document_id: 'd1',
  chunk_id: 'd1:0',
  source_filename: 'hours.pdf',
  page: 2,
  text: 'We open at nine.',
};

const SUITE: Suite = {
  title: 'Hours',
  personas: {
    ada: {
      script: [
        { when: 'your question', say: 'when do you open' },
        { when: 'nine', say: 'bye', end: true },
      ],
    },
  },
  conversations: [{ title: 'asks', persona: 'ada', expect: { events: [{ cited: 'hours.pdf, 2' }] } }],
};

describe('a rehearsal of an agent of an installation with documents', () => {
  /** Rehearses it twice, where the installation finds the passage, and whether it is close. */
  async function rehearsed(close: boolean, suite: Suite = SUITE) {
    const questions: object[] = [];
    const api = async () => ({
      json: async <T>() => AGENT as T,
      post: async <T>(_path: string, body: object) => {
        questions.push(body);
        return { chunks: [PASSAGE], close } as T;
      },
    });
    const choice = { source: 'a1', version: null };
    const agent = await rehearsedAgent(choice, { folder: '/nowhere', providers: knownProviders(), api });
    const { attempts, remarks } = await runSuite(suitePorts(), {
      ...{ file: 'suite.yaml', suite, agent, newService: null, runs: 2, seed: 1, parallel: 1, only: [] },
      keepsInputs: false,
    });
    return { verdicts: attempts.map(({ verdict }) => verdict), questions, remarks };
  }

  it('searches them there, once for each question', async () => {
    const { verdicts, questions, remarks } = await rehearsed(true);
    assert.deepEqual(verdicts, ['passed', 'passed']);
    const search = { document_ids: ['d1'], top_k: 3 };
    assert.deepEqual(questions, [
      { question: 'when do you open', ...search },
      { question: 'bye', ...search },
    ]);
    assert.isEmpty(remarks);
  });

  it('finds nothing where no passage is close', async () => {
    assert.deepEqual((await rehearsed(false)).verdicts, ['failed', 'failed']);
  });

  it('searches nothing where the suite says what is found', async () => {
    const { questions, verdicts } = await rehearsed(true, { ...SUITE, vendors: { knowledge: { finds: [PASSAGE] } } });
    assert.isEmpty(questions);
    assert.deepEqual(verdicts, ['passed', 'passed']);
  });
});
