import { area } from '../area.ts';
import { answerCall } from './answer-call.ts';
import { drain } from './drain.ts';
import { answerTransfer, handleTransferStatus } from './handle-transfer-webhooks.ts';
import { handleAmdResult } from './handle-amd-result.ts';
import { handleStatusCallback } from './handle-status-callback.ts';
import { openCarrierCall } from './open-carrier-call.ts';
import { openWebCall } from './open-web-call.ts';
import { renewLiveCalls } from './live-call-leases.ts';

/** The driving port of the runtime: what the media server calls. */
export const runtimeUseCases = area({
  ...{ answerCall, handleStatusCallback, handleAmdResult, openCarrierCall, openWebCall },
  ...{ answerTransfer, handleTransferStatus, renewLiveCalls, drain },
});
export type RuntimeUseCases = ReturnType<typeof runtimeUseCases>;
