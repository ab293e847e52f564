import { area } from '../area.ts';
import { usesBuiltInSpeech } from './uses-built-in-speech.ts';
import { checkUpstreams } from './check-upstreams.ts';
import { forwardModelCall, openSocket } from './forward-model-call.ts';
import { listModels } from './list-models.ts';
import { speakLocally } from './speak-locally.ts';
import { transcribeLocally } from './transcribe-locally.ts';

/** Use cases of the model gateway. */
export const gatewayUseCases = area({
  check: checkUpstreams,
  models: listModels,
  forward: forwardModelCall,
  connect: openSocket,
  usesBuiltInSpeech,
  speak: speakLocally,
  transcribe: transcribeLocally,
});
export type GatewayUseCases = ReturnType<typeof gatewayUseCases>;
