import type { ConversationEffect } from '../../../domain/voice/state.ts';

/** An effect as tables of conversations have it. Empty: they do not. */
export function describeEffect(
  effect: ConversationEffect,
  { rearms, fills }: { rearms: boolean; fills: boolean },
): string[] {
  switch (effect.do) {
    case 'say':
      return [`say ${effect.speech}: ${effect.text}`];
    case 'endSpeech':
      return [`end ${effect.speech}`];
    case 'cancelSpeech':
      return [`cancel speech ${effect.speech}`];
    case 'pauseOutput':
      return ['pause'];
    case 'resumeOutput':
      return ['resume'];
    case 'generate':
      return [`generate ${effect.generation}: ${effect.messages.at(-1)?.content}`];
    case 'useStage':
      return [`use ${effect.stage}`];
    case 'summarise':
      return [`summarise ${effect.summary}: ${effect.messages.at(-1)?.content.replaceAll('\n', ' | ')}`];
    case 'cancelSummary':
      return ['cancel summary'];
    case 'runTool':
      return [`run ${effect.run}: ${effect.call.name} ${JSON.stringify(effect.call.arguments)}`];
    case 'cancelTool':
      return [`cancel tool ${effect.run}`];
    case 'endUtterance':
      return ['end utterance'];
    case 'switchLanguage':
      return [`switch to ${effect.language}`];
    case 'rearm':
      return ['rearm'];
    case 'probe':
      return ['probe'];
    case 'cancelGeneration':
      return [`cancel generation ${effect.generation}`];
    case 'mute':
      return [effect.on ? 'mute' : 'unmute'];
    case 'changeAgent':
      return [`change agent ${effect.run}`];
    case 'discardAgent':
      return [`discard agent ${effect.run}`];
    case 'setRecording':
      return [`${effect.on ? 'record' : 'do not record'}: ${effect.decision.answer}`];
    case 'startTimer':
      return [`wait ${effect.timer} ${effect.ms / 1000}`];
    case 'cancelTimer':
      return rearms ? [] : ['no wait'];
    case 'scheduleHoldMessage':
      return [`hold message in ${effect.ms / 1000}`];
    case 'cancelHoldMessage':
      return fills ? ['no hold message'] : [];
    case 'generatePreemptively':
    case 'discardPreemptive':
      // Recorded in `preemptive`.
      return [];
    case 'reportVoicemail':
      return ['report voicemail'];
    case 'emit':
      return effect.event.type === 'ended' ? [`ended: ${effect.event.reason}`] : [];
    case 'hangUp':
      return [`hang up: ${effect.reason}`];
  }
}
