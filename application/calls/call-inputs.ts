import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { inputsKey } from '../../domain/calls/artifact-urls.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import { callScenario, type CallScenario } from '../../domain/calls/call-scenario.ts';
import { missing, notYetAvailable, rejected } from '../../domain/errors.ts';
import { readInputLog } from '../../domain/voice/input-log.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { OpenArtifact } from './open-artifact.ts';

interface Ports {
  readonly calls: CallRepository;
  readonly objects: ObjectStore;
}

/** Why a call that is over may have no inputs. */
const WHY_NONE = 'of calls of agents with redaction, of earlier releases and without a conversation none are stored';

/** Opens the inputs of a call's conversation for streaming. */
export const openInputs =
  (ports: Ports) =>
  async (principal: Principal, callId: string): Promise<OpenArtifact> =>
    (await inputsOf(ports, principal, callId)).inputs;

/** Turns a call into a scenario, which plays its inputs again. */
export const readCallScenario =
  (ports: Ports) =>
  async (principal: Principal, callId: string): Promise<CallScenario> => {
    const { call, inputs } = await inputsOf(ports, principal, callId);
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of await inputs.bytes()) text += decoder.decode(bytes, { stream: true });
    const log = readInputLog(text + decoder.decode());
    if (!log) throw rejected('The inputs of this call are of another release: use that release to read them');
    return callScenario(log, { title: titleOf(call), text });
  };

const titleOf = ({ call_id, agent_name }: CallLog): string =>
  `call ${call_id}${agent_name === null ? '' : ` of ${agent_name}`}`;

async function inputsOf(
  { calls, objects }: Ports,
  principal: Principal,
  callId: string,
): Promise<{ call: CallLog; inputs: OpenArtifact }> {
  const call = await calls.find(allow(principal, 'calls.listen').org_id, callId);
  if (!call) throw missing('Call');
  const key = inputsKey(call.org_id, callId);
  const size = await objects.size(key);
  if (size === null) {
    if (isLive(call.status)) throw notYetAvailable('Inputs not available yet: they are delivered when the call ends');
    throw missing('Inputs', WHY_NONE);
  }
  return {
    call,
    inputs: {
      size,
      async bytes(part) {
        const object = await objects.open(key, part);
        if (!object) throw missing('Inputs', WHY_NONE);
        return object.bytes;
      },
    },
  };
}
