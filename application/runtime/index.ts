import { area } from '../area.ts';
import { answerCall } from './answer-call.ts';
import { drain } from './drain.ts';
import { noteAnswerer } from './note-answerer.ts';
import { noteReport } from './note-report.ts';
import { openCarrierCall } from './open-carrier-call.ts';
import { openWebCall } from './open-web-call.ts';
import { renewCalls } from './renew-calls.ts';

/** The driving port of the runtime: everything the media server may ask. */
export const runtimeUseCases = area({
  ...{ answerCall, noteReport, noteAnswerer, openCarrierCall, openWebCall },
  ...{ renewCalls, drain },
});
export type RuntimeUseCases = ReturnType<typeof runtimeUseCases>;
