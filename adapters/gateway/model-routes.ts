import type { GatewayUseCases } from '../../application/gateway/index.ts';
import type { Slot } from '../../domain/gateway/upstream.ts';
import { localSpeech, localTranscription } from './local-speech.ts';
import { fieldsIn, formCall, jsonCall, modelIn, type ReceivedRequest } from './model-calls.ts';
import { ModelForm } from './model-form.ts';
import { asOpenAiResponse, type RelayedAnswer } from './relay.ts';
import { namedModel } from '../../domain/gateway/upstream.ts';

/** A route whose calls are answered by a model. */
export interface ModelRoute {
  readonly slot: Slot;
  readonly carries: 'json' | 'recording';
  readonly answer: (gateway: GatewayUseCases, received: ReceivedRequest, over: AbortSignal) => Promise<RelayedAnswer>;
}

/** By path. All are asked with POST. */
export const MODEL_ROUTES: ReadonlyMap<string, ModelRoute> = new Map([
  ['/v1/chat/completions', jsonRoute('llm')],
  ['/v1/embeddings', jsonRoute('embeddings')],
  ['/v1/audio/speech', { slot: 'tts', carries: 'json', answer: speech }],
  ['/v1/audio/transcriptions', { slot: 'stt', carries: 'recording', answer: transcription }],
]);

function jsonRoute(slot: Slot): ModelRoute {
  return {
    slot,
    carries: 'json',
    answer: async (gateway, received, over) =>
      asOpenAiResponse(await gateway.forward(jsonCall(slot, received, fieldsIn(received)), over)),
  };
}

async function speech(gateway: GatewayUseCases, received: ReceivedRequest, over: AbortSignal): Promise<RelayedAnswer> {
  const fields = fieldsIn(received);
  if (gateway.usesBuiltInSpeech('tts', modelIn(fields))) return localSpeech(gateway, fields, over);
  return asOpenAiResponse(await gateway.forward(jsonCall('tts', received, fields), over));
}

async function transcription(
  gateway: GatewayUseCases,
  received: ReceivedRequest,
  over: AbortSignal,
): Promise<RelayedAnswer> {
  const form = await ModelForm.read(received.headers['content-type'] ?? '', received.body);
  if (gateway.usesBuiltInSpeech('stt', namedModel(form.text('model')))) return localTranscription(gateway, form, over);
  return asOpenAiResponse(await gateway.forward(formCall('stt', received, form), over));
}
