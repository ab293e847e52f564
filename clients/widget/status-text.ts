import type { Messages } from './messages/index.ts';
import type { WidgetState } from './widget-state.ts';

/** What the widget shows of the agent. In text mode, the agent is silent. */
export function shownActivity({ phase, mode, activity }: WidgetState): WidgetState['activity'] | WidgetState['phase'] {
  if (phase !== 'live') return phase;
  return mode === 'text' && activity === 'speaking' ? 'listening' : activity;
}

/** The same in words, below the name of the agent. */
export function statusText(texts: Messages, state: WidgetState): string {
  const shown = shownActivity(state);
  if (shown === 'idle' || shown === 'live') return '';
  if (shown === 'ended') return state.wasLive ? texts.over : texts.notConnected;
  return texts[shown];
}
