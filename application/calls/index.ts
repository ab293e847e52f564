import { area } from '../area.ts';
import { openArtifact } from './open-artifact.ts';
import { findCall } from './read-calls.ts';
import { readMetrics } from './read-metrics.ts';
import { recordMetrics } from './record-metrics.ts';
import { registerWebCall } from './register-web-call.ts';
import { updateCall } from './update-call.ts';

/** Everything the outside may ask about calls. */
export const callUseCases = area({
  registerWeb: registerWebCall,
  find: findCall,
  update: updateCall,
  openArtifact,
  recordMetrics,
  readMetrics,
});
export type CallUseCases = ReturnType<typeof callUseCases>;
