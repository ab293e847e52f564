import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { stringify } from 'yaml';
import { rehearse } from '../../../tools/rehearsal/rehearse.ts';
import { openAgentFixture, type AgentFixture } from '../../support/agent-fixture.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { openWorld, type World } from '../../support/world.ts';

const CONFIG = {
  prompts: { system_prompt: 'Tell the time.', greeting_message: 'Hello, what is it?' },
  language: { primary: 'en' },
  models: {
    stt_config: { provider: 'local' },
    tts_config: { provider: 'local' },
    llm_config: { provider: 'script', rules: [{ when: 'time', say: 'It is nine.' }], otherwise: 'Pardon?' },
  },
};

const SUITE = {
  title: 'Time',
  personas: { ada: { script: [{ when: 'what is it', say: 'what time is it' }], otherwise: '', leaves_after_turns: 2 } },
  conversations: [{ title: 'asks', persona: 'ada', expect: { says: ['It is nine'] } }],
  limits: { seconds: 60 },
};

describe('npm run rehearse with an agent of an installation', () => {
  let world: World;
  let fixture: AgentFixture;
  before(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
  });

  it('rehearses the agent as it is, and with a version that is compared', async () => {
    const folder = await temporaryDirectory();
    await writeFile(join(folder, 'suite.yaml'), stringify(SUITE));
    const { agent_id: id } = await fixture.post<{ agent_id: string }>('/agents', {
      ...{ name: 'Clock', agent_category: 'websocket', config: CONFIG },
    });
    const rules = [{ when: 'time', say: 'It is late.' }];
    const models = { ...CONFIG.models, llm_config: { ...CONFIG.models.llm_config, rules } };
    const changed = await fixture.ask('PATCH', `/agents/${id}`, { body: { config: { ...CONFIG, models } } });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const env = { HOME: folder, VOICE_API_URL: world.url, VOICE_API_TOKEN: fixture.token };
    const printed: string[] = [];
    const shell = { env, folder, print: (text: string) => void printed.push(text) };
    assert.equal(await rehearse(['suite.yaml', '--agent', id], shell), 1);
    assert.equal(await rehearse(['suite.yaml', '--agent', id, '--version', '1'], shell), 0, printed.join('\n'));
    assert.equal(await rehearse(['suite.yaml', '--agent', id, '--compare', '1'], shell), 1);
    assert.match(
      printed.join('\n'),
      /Time: Clock, version 1 compared with Clock\n▲ asks \(ada\): 0 of 1 passed, now 1/,
    );
    const unknown = rehearse(['suite.yaml', '--agent', 'none'], shell).then(
      () => 'none',
      (error: Error) => error.message,
    );
    assert.match(await unknown, /Agent not found/);
  });
});
