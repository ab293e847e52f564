import type { Carrier } from '../../../application/ports/carrier.ts';
import type { Vendors } from '../../../application/ports/providers.ts';
import { simulatorTelephony } from '../../../adapters/providers/simulator/telephony.ts';
import { Accounts } from '../../../adapters/simulator/accounts.ts';
import { Exchange } from '../../../adapters/simulator/exchange.ts';
import { simulatorServer } from '../../../adapters/simulator/server.ts';
import { systemClock } from '../../../adapters/system/clock.ts';
import { rememberingLog } from '../../support/remembering-log.ts';
import { anywhere } from '../providers/vendor-stands.ts';
import { agentServer } from './agent-server.ts';

/** A call as the simulator shows it. */
interface ShownCall {
  readonly call_uuid: string;
  readonly status: string;
  readonly direction: string;
  readonly heard: { readonly text: string | null; readonly ms: number; readonly wav: string };
  readonly media: { readonly notes: readonly { readonly what: string; readonly name: string }[] };
  readonly calls: readonly unknown[];
}

const SECRETS = { auth_id: 'MA1', auth_token: 'any token' };

/** A voice that says every text as 200 ms of sound, and a recogniser that hears how many utterances there were. */
const vendors: Pick<Vendors, 'synthesiser' | 'transcription'> = {
  synthesiser: async () => ({
    sampleRate: 8_000,
    synthesise: async function* () {
      yield new Int16Array(1_600).fill(8_000);
    },
    close: () => undefined,
  }),
  async transcription(_settings, _options, listener) {
    let frames = 0;
    return {
      endpointingMs: 0,
      write: () => void (frames += 1),
      startUtterance: () => void (frames = 0),
      endUtterance: () => listener.transcript({ text: frames > 0 ? 'words' : '', final: true }),
      close: () => undefined,
    };
  },
};

/** The simulator on a port of its own, a carrier that dials there, and an agent that is called and calls. */
export async function simulatedNetwork() {
  const clock = systemClock();
  const resampling = { open: () => ({ process: (pcm: Int16Array) => pcm, close: () => undefined }) };
  const exchange = new Exchange({ clock, vendors, resampling, accounts: new Accounts() });
  const server = simulatorServer({
    exchange,
    log: rememberingLog().log,
    metrics: { contentType: 'text/plain', text: async () => 'figures' },
    answered: () => undefined,
    hosts: null,
  });
  const url = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  const agent = await agentServer(SECRETS.auth_token);
  const carrier: Carrier = simulatorTelephony(url).open(SECRETS, { network: anywhere(), clock });
  const application = {
    name: 'agent',
    answerUrl: `${agent.url}/answer?org_id=o`,
    hangupUrl: `${agent.url}/hangup?org_id=o`,
  };
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, body: (await response.json()) as ShownCall };
  };
  return {
    url,
    carrier,
    agent,
    ask,
    exchange,
    application,
    /** Dials a number, and answers the id of the call. */
    async dial(to: string, machineUrl: string | null = null, ringTimeoutSeconds = 1) {
      const { answerUrl, hangupUrl } = application;
      const request = { callId: 'c', to, from: '+15550100000', applicationId: '', answerUrl, hangupUrl, machineUrl };
      return (await carrier.dial({ ...request, ringTimeoutSeconds, callSecondsMax: 60 })).sid;
    },
    /** The hang-up callback of a call, once it came. */
    async hangUp(sid: string) {
      const isIt = ({ parameters }: (typeof agent.webhooks)[number]): boolean =>
        parameters['Event'] === 'Hangup' && parameters['CallUUID'] === sid;
      await agent.once(() => agent.webhooks.some(isIt));
      return agent.webhooks.find(isIt)!.parameters;
    },
    async close() {
      await server.close();
      await agent.close();
    },
  };
}

export type SimulatedNetwork = Awaited<ReturnType<typeof simulatedNetwork>>;
