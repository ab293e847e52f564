import appointment from './templates/appointment.json';
import survey from './templates/survey.json';
import { freeName, type NewAgent } from './starter-agent.ts';

/** Agents with stages that need no key and no server. A test compares them with docs/examples. */
const TEMPLATES = { appointment, survey };

export type TemplateName = keyof typeof TEMPLATES;
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as readonly TemplateName[];

/** The agent of a template, with a name of its own. */
export const agentOf = (template: TemplateName, taken: readonly string[]): NewAgent => {
  const agent = TEMPLATES[template] as unknown as NewAgent;
  return { ...agent, name: freeName(agent.name, taken) };
};
