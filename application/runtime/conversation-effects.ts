import type { EndReason, ConversationEventBody } from '../../domain/voice/conversation-events.ts';
import type { ConversationEffect } from '../../domain/voice/state.ts';
import type { InputBody } from './conversation-inputs.ts';
import type { ConversationParts } from './conversation-parts.ts';
import type { ConversationTimers } from './conversation-timers.ts';
import type { ConversationTools } from './conversation-tools.ts';
import type { GenerationRunner } from './generation-runner.ts';
import type { SpeechPlayer } from './speech-player.ts';
import type { SummaryWriter } from './summary-writer.ts';

/** What depends on how a conversation is held: with audio or without. */
export interface ChannelEffects {
  pauseOutput(): void;
  resumeOutput(): void;
  mute(on: boolean): void;
  endUtterance(): void;
  rearm(): void;
  probe(): void;
  setRecording(effect: Extract<ConversationEffect, { readonly do: 'setRecording' }>): void;
  mailboxAnswered(): void;
  /** The last words were played. */
  hangUp(reason: EndReason): void;
}

/** What performs the effects of a conversation. */
export interface EffectPerformers {
  readonly speech: Pick<SpeechPlayer, 'say' | 'end' | 'cancel'>;
  readonly generations: Pick<GenerationRunner, 'start' | 'startPreemptive' | 'discardPreemptive' | 'cancelGeneration'>;
  readonly summaries: Pick<SummaryWriter, 'start' | 'cancel'>;
  readonly tools: Pick<ConversationTools, 'perform'>;
  readonly timers: Pick<ConversationTimers, 'perform'>;
  readonly agent: Pick<ConversationParts, 'switchLanguage' | 'useStage'>;
  readonly line: ChannelEffects;
  readonly take: (input: InputBody) => void;
  readonly emit: (event: ConversationEventBody, at: number) => void;
}

function cancelSpeech(id: number, { speech, take }: EffectPerformers): void {
  const playedText = speech.cancel(id);
  take({ type: 'speechCancelled', speech: id, playedText });
}

/** Performs an effect of the policy. Holds no policy itself. */
export function performEffect(effect: ConversationEffect, performers: EffectPerformers): void {
  const { speech, generations, summaries, tools, timers, agent, line } = performers;
  switch (effect.do) {
    case 'say':
      return speech.say(effect.speech, effect.text);
    case 'endSpeech':
      return speech.end(effect.speech);
    case 'cancelSpeech':
      return cancelSpeech(effect.speech, performers);
    case 'generate':
      return generations.start(effect);
    case 'generatePreemptively':
      return generations.startPreemptive(effect);
    case 'discardPreemptive':
    case 'cancelGeneration':
      return generations[effect.do]();
    case 'summarise':
      return summaries.start(effect);
    case 'cancelSummary':
      return summaries.cancel();
    case 'runTool':
    case 'cancelTool':
    case 'changeAgent':
    case 'discardAgent':
      return tools.perform(effect);
    case 'switchLanguage':
      return agent.switchLanguage?.(effect.language);
    case 'useStage':
      return agent.useStage?.(effect.stage);
    case 'startTimer':
    case 'cancelTimer':
    case 'scheduleHoldMessage':
    case 'cancelHoldMessage':
      return timers.perform(effect);
    case 'emit':
      return performers.emit(effect.event, effect.at);
    case 'mute':
      return line.mute(effect.on);
    case 'setRecording':
      return line.setRecording(effect);
    case 'reportVoicemail':
      return line.mailboxAnswered();
    case 'hangUp':
      return line.hangUp(effect.reason);
    default:
      return line[effect.do]();
  }
}
