import type { Agent } from '../../domain/agents/agent.ts';
import { PREVIOUS_AGENT, type AgentHandover, type HandoverTarget } from '../../domain/agents/handover.ts';
import type { AgentRedaction } from '../../domain/agents/redaction.ts';
import type { SpeakingAgent } from '../../domain/voice/speaking-agent.ts';
import type { StageValues } from '../../domain/voice/stage-state.ts';
import { handoverNote } from '../../domain/voice/handover-tool.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';

/** An agent as the call log names it. */
export const speakingAgent = ({ agent_id, name, version }: Agent): SpeakingAgent => ({
  ...{ agent_id, name, version: version ?? null },
});

/** Settings with the name of the agent, where its call can be handed over. */
export const withHandover = (settings: ConversationSettings, agent: Agent): ConversationSettings =>
  agent.config.handover ? { ...settings, agent: speakingAgent(agent) } : settings;

/**
 * An agent as it takes a call over from another. What callers were told or asked at the beginning of the call stays: the
 * consent, the ways to ask for no further calls, and what is left out of what is stored.
 */
export function agentInCall(agent: Agent, before: Agent, target: HandoverTarget): Agent {
  const { recording: _recording, voicemail: _voicemail, ...own } = agent.config;
  const { recording, voicemail, do_not_call: request } = before.config;
  const redaction = bothRedactions(before.config.redaction, own.redaction);
  const handover = withWayBack(own.handover, before, target);
  const doNotCall = own.do_not_call ?? request;
  return {
    ...agent,
    config: {
      ...own,
      ...(recording && { recording }),
      ...(voicemail && { voicemail }),
      ...(redaction && { redaction }),
      ...(doNotCall && { do_not_call: { ...request, ...doNotCall, tool: doNotCall.tool || request?.tool === true } }),
      ...(handover && { handover }),
    },
  };
}

/**
 * Whether a call may be recorded further after this agent took it over from the one before. Callers who were not asked are
 * not recorded by an agent that asks.
 */
export function mayRecordAfter({ config: { recording } }: Agent, before: Agent): boolean {
  if (recording?.mode === 'off') return false;
  return recording?.mode !== 'consent' || before.config.recording?.mode === 'consent';
}

function bothRedactions(
  one: AgentRedaction | undefined,
  other: AgentRedaction | undefined,
): AgentRedaction | undefined {
  if (!one || !other) return one ?? other;
  return {
    kinds: [...new Set([...one.kinds, ...other.kinds])],
    variables: [...new Set([...one.variables, ...other.variables])],
  };
}

function withWayBack(
  own: AgentHandover | undefined,
  { agent_id, name }: Agent,
  { may_return, context }: HandoverTarget,
): AgentHandover | undefined {
  if (!may_return) return own;
  const back: HandoverTarget = {
    ...{ name: PREVIOUS_AGENT, agent_id, context, fields: [], may_return: false },
    description: `The agent ${JSON.stringify(name)}, who handed the call over: when you are done, or for anything else.`,
  };
  return { targets: [...(own?.targets ?? []), back] };
}

/** The settings of an agent that takes over, with what it gets from the call, in each of its languages. */
export function settingsAfterHandover(
  settings: ConversationSettings,
  { from, values, language }: { readonly from: string; readonly values: StageValues; readonly language: string },
): ConversationSettings {
  const note = handoverNote(from, values);
  const noted = (prompt: string): string => [prompt, note].filter((part) => part.trim() !== '').join('\n\n');
  const { languages } = settings;
  const choices = languages?.choices.map((choice) => ({ ...choice, systemPrompt: noted(choice.systemPrompt) }));
  const present = choices?.find((choice) => choice.language === language);
  return {
    ...settings,
    systemPrompt: noted(settings.systemPrompt),
    ...(languages && choices && { languages: { ...languages, choices } }),
    // A caller who was answered in another language still is, where the agent has it.
    ...(present && { language, systemPrompt: present.systemPrompt }),
  };
}
