import type { ComponentChildren } from 'preact';
import { AgentSection } from './agent-section.tsx';
import type { AgentForm } from './agent-form.ts';
import type { Agent } from './agent.ts';
import type { Section } from './draft-problems.ts';

export type TabId = Section | 'json';

export interface ShownProps {
  readonly form: AgentForm;
  /** The agent as it is stored; null for a new one. */
  readonly agent: Agent | null;
  /** Another one each time that the draft is replaced. */
  readonly revision: number;
}

type TabView = (props: ShownProps) => ComponentChildren;

/** What each tab shows. All but the first are loaded when they are first looked at: together they are most of the form. */
export const SHOWN: Readonly<Record<TabId, () => Promise<TabView>>> = {
  agent: async () => Agents,
  models: async () => {
    const { ModelsSection } = await import('./models-section.tsx');
    return ({ form }) => <ModelsSection form={form} />;
  },
  behaviour: async () => {
    const { BehaviourSection } = await import('./behaviour-section.tsx');
    return ({ form }) => <BehaviourSection form={form} />;
  },
  speech: async () => {
    const { SpeechSection } = await import('./speech-section.tsx');
    return ({ form, agent }) => <SpeechSection form={form} agentId={agent?.agent_id ?? null} />;
  },
  knowledge: async () => {
    const { KnowledgeSection } = await import('./knowledge-section.tsx');
    return ({ form }) => <KnowledgeSection form={form} />;
  },
  variables: async () => {
    const { VariablesSection } = await import('./variables-section.tsx');
    return ({ form, revision }) => <VariablesSection key={revision} form={form} />;
  },
  tools: async () => {
    const { ToolsSection } = await import('./tools-section.tsx');
    return ({ form, agent }) => <ToolsSection form={form} agent={agent} />;
  },
  web: async () => {
    const { WebSection } = await import('./web-section.tsx');
    return ({ form, agent }) => <WebSection form={form} agent={agent} />;
  },
  stages: async () => {
    const { StagesSection } = await import('./stages/stages-section.tsx');
    return ({ form }) => <StagesSection form={form} />;
  },
  telephone: async () => {
    const { TelephoneSection } = await import('./telephone-section.tsx');
    return ({ form }) => <TelephoneSection form={form} />;
  },
  analysis: async () => {
    const { AnalysisSection } = await import('./analysis-section.tsx');
    return ({ form, agent, revision }) => <AnalysisSection key={revision} form={form} agent={agent} />;
  },
  json: async () => {
    const { JsonSection } = await import('./json-section.tsx');
    return ({ form }) => <JsonSection draft={form.draft} />;
  },
};

const Agents: TabView = ({ form, agent }) => <AgentSection form={form} carrier={agent?.telephony?.provider ?? null} />;
