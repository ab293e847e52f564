import { area } from '../area.ts';
import { openInputs, readCallScenario } from './call-inputs.ts';
import { claimCall } from './claim-call.ts';
import { countRinging } from './count-ringing.ts';
import { openArtifact } from './open-artifact.ts';
import { readAnalytics } from './read-analytics.ts';
import { deleteCall } from './erase-call.ts';
import { listGaps, markAnswer, unmarkAnswer } from './gaps.ts';
import { findCall, listCalls } from './read-calls.ts';
import { readCost } from './read-cost.ts';
import { exportCalls } from './export-calls.ts';
import { readOutcomes } from './read-outcomes.ts';
import { readMetrics, recordMetrics } from './metrics.ts';
import { registerInboundCall } from './register-inbound-call.ts';
import { registerWebCall } from './register-web-call.ts';
import { renewCalls } from './renew-calls.ts';
import { reportLostCall } from './report-lost-call.ts';
import { reportStatus } from './report-status.ts';
import { reconcileCalls } from './reconcile-calls.ts';
import { startOutboundCall } from './start-outbound-call.ts';
import { sweepRetention } from './sweep-retention.ts';
import { updateCall, updateCallByProviderSid } from './update-call.ts';

/** Use cases of the calls area. */
export const callUseCases = area({
  startOutbound: startOutboundCall,
  registerInbound: registerInboundCall,
  registerWeb: registerWebCall,
  claim: claimCall,
  renew: renewCalls,
  countRinging,
  reconcile: reconcileCalls,
  reportLostCall,
  reportStatus,
  find: findCall,
  list: listCalls,
  listGaps,
  markAnswer,
  unmarkAnswer,
  export: exportCalls,
  readOutcomes,
  readAnalytics,
  update: updateCall,
  updateByProviderSid: updateCallByProviderSid,
  openArtifact,
  openInputs,
  readScenario: readCallScenario,
  delete: deleteCall,
  sweepRetention,
  recordMetrics,
  readMetrics,
  readCost,
});
export type CallUseCases = ReturnType<typeof callUseCases>;
