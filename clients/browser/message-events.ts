import type { Emitter } from './emitter.ts';
import type { VoiceAgentEvents } from './events.ts';
import type { RtviMessage } from './frames.ts';

type Data = Readonly<Record<string, unknown>>;
type Emit = (to: Emitter<VoiceAgentEvents>) => void;

const event =
  <Type extends keyof VoiceAgentEvents>(type: Type, value: VoiceAgentEvents[Type]): Emit =>
  (to) =>
    to.emit(type, value);

const SPEAKING: Readonly<Record<string, VoiceAgentEvents['speaking']>> = {
  'user-started-speaking': { side: 'caller', isOn: true },
  'user-stopped-speaking': { side: 'caller', isOn: false },
  'bot-started-speaking': { side: 'agent', isOn: true },
  'bot-stopped-speaking': { side: 'agent', isOn: false },
};

/** The events of a message, beside its captions. */
export function eventsIn({ type, data = {} }: RtviMessage): readonly Emit[] {
  const speaking = Object.hasOwn(SPEAKING, type) ? SPEAKING[type] : undefined;
  if (speaking) return [event('speaking', speaking)];
  if (type === 'error')
    return [event('warning', { code: 'agent_fault', message: textOf(data['message'] ?? data['error']) })];
  if (type === 'error-response') return [event('warning', { code: 'not_accepted', message: textOf(data['error']) })];
  return type === 'server-message' ? ownEvents(data) : [];
}

function ownEvents(data: Data): readonly Emit[] {
  const { stage, from, name, sources, user_to_bot_secs: seconds } = data;
  switch (data['type']) {
    case 'stage':
      return [event('stage', { stage: textOf(stage), from: typeof from === 'string' ? from : null })];
    case 'field':
      return [event('field', { stage: textOf(stage), name: textOf(name) })];
    case 'agent':
      return [event('agent', { name: textOf(name) })];
    case 'citations':
      return [event('citations', Array.isArray(sources) ? (sources as readonly Data[]) : [])];
    case 'latency':
      return [event('latency', { seconds: Number(seconds) })];
    default:
      return [];
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
