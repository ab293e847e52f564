import { find, make, onPress, showView } from './dom.js';
import { readyAgent } from './ready-agent.js';

/**
 * What the page needs to know of an agent.
 * @typedef {object} Agent
 * @property {string} agent_id
 * @property {string} org_id
 * @property {string} name
 * @property {string} status
 * @property {string} agent_category
 * @property {{
 *   prompts: { greeting_message: string },
 *   language: { primary: string },
 *   models: Record<'stt_config' | 'tts_config' | 'llm_config', { provider: string }>,
 * }} config
 */

/**
 * The view to pick an agent from those that can be called by a browser, or to make the first one.
 * @param {import('./session.js').Session} session
 * @param {(agent: Agent) => void} picked
 */
export function agentsView(session, picked) {
  const list = find('agent-list', HTMLUListElement);
  const none = find('no-agents', HTMLElement);
  const makeOne = find('make-agent', HTMLButtonElement);
  /** @type {Agent[]} */
  let agents = [];

  const load = async () => {
    agents = /** @type {Agent[]} */ (await session.get('/agents'));
    const callable = agents.filter((agent) => agent.agent_category === 'websocket' && agent.status === 'active');
    list.replaceChildren(...callable.map((agent) => agentItem(agent, () => picked(agent))));
    none.hidden = callable.length > 0;
  };
  onPress(makeOne, async () => {
    await session.post('/agents', readyAgent(agents.map(({ name }) => name)));
    await load();
    list.querySelector('button')?.focus();
  });
  return {
    async show() {
      list.replaceChildren();
      none.hidden = true;
      showView('agents');
      await load();
    },
  };
}

/** @param {Agent} agent @param {() => void} talk */
function agentItem(agent, talk) {
  const { language, models, prompts } = agent.config;
  const facts = [
    ['Language', language.primary],
    ['Hears with', models.stt_config.provider],
    ['Thinks with', models.llm_config.provider],
    ['Speaks with', models.tts_config.provider],
  ];
  const about = make('div', 'agent-about');
  const details = make('dl', 'agent-facts');
  for (const [term, value] of facts) {
    const fact = make('div');
    fact.append(make('dt', '', term), make('dd', '', value));
    details.append(fact);
  }
  about.append(make('h2', '', agent.name), make('p', 'greeting', prompts.greeting_message), details);
  const button = make('button', 'primary', 'Talk');
  button.setAttribute('aria-label', `Talk to ${agent.name}`);
  button.addEventListener('click', talk);
  const item = make('li', 'card agent-card');
  item.append(about, button);
  return item;
}
