import type { Container } from 'inversify';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { TransferRecord } from '../../domain/calls/transfer-record.ts';
import { replace, resolve } from '../../bootstrap/dependencies.ts';
import { eventually } from '../support/eventually.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { joinTelephone, TIMEOUT_MS } from './telephone.ts';
import { RESTAURANT_AGENT } from './telephone-agent.ts';

/** Each target by the key that asks for it, and the number that selects its callee. */
const TARGETS = {
  1: { name: 'desk', to: '+14155550107', mode: 'cold' },
  2: { name: 'busy_desk', to: '+14155550101', mode: 'cold' },
  3: { name: 'empty_desk', to: '+14155550102', mode: 'cold' },
  4: { name: 'broken_desk', to: '+14155550103', mode: 'cold' },
  5: { name: 'declining_desk', to: '+14155550105', mode: 'cold' },
  6: { name: 'manager', to: '{{manager}}', mode: 'warm', brief: 'A guest calls: {{summary}}' },
  8: {
    ...{ name: 'night_desk', to: '+14155550127', mode: 'warm', brief: 'A guest calls: {{summary}}' },
    confirm: { key: '1', say: 'A call. Press 1.', timeout_secs: 10 },
  },
  9: { name: 'mailbox', to: '+14155550104', mode: 'warm', confirm: { say: 'Press 1.', timeout_secs: 5 } },
  7: { name: 'pbx', to: 'sip:desk7@pbx.example.com', mode: 'cold' },
} as const;

const { config } = RESTAURANT_AGENT;

/** An agent that transfers the caller to the target of a key. */
const TRANSFERRING_CONFIG = {
  ...config,
  prompts: { greeting_message: 'Hello.' },
  custom_variables: { manager: '+14155550117' },
  models: {
    ...config.models,
    llm_config: {
      provider: 'script',
      rules: Object.entries(TARGETS).map(([key, { name, mode }]) => ({
        when: `keypad\\] ${key}`,
        say: 'One moment.',
        call: {
          tool: 'transfer_call',
          arguments: { target: name, ...(mode === 'warm' && { summary: 'a table for four.' }) },
        },
        say_answer: '{{answer}}',
      })),
      otherwise: 'I am still here.',
    },
  },
  transfer: {
    targets: Object.values(TARGETS).map((target) => ({ ...target, description: `The ${target.name}.` })),
    when_unanswered: 'Offer to take a message.',
  },
};

/** Speech without the cost of real speech, and the real script. */
export async function withScriptedSpeech(container: Container): Promise<void> {
  const { languageModel } = await resolve(container, 'vendors');
  await replace(container, { vendors: { ...scriptedVendors(), languageModel } });
}

/** A telephone whose agent transfers calls. */
export async function transferringTelephone(places: Parameters<typeof joinTelephone>[0]) {
  const telephone = await joinTelephone(places);
  const { api, agentId, simulate, simulated, bySid } = telephone;
  await api.ask('PATCH', `/agents/${agentId}`, { config: TRANSFERRING_CONFIG });
  const marks = async (sid: string): Promise<number> =>
    ((await simulated(sid)).media?.notes ?? []).filter(({ what }) => what === 'mark_reached').length;
  const played = (sid: string, count: number): Promise<unknown> =>
    eventually(async () => (await marks(sid)) >= count, `${count} speeches`, TIMEOUT_MS);
  const isTalking = ({ status }: CallLog): boolean => status === 'in_progress';
  return {
    ...telephone,
    /** A caller who waits on the line. */
    async caller(): Promise<string> {
      const sid = await telephone.ring({ say: [], patience_ms: 600_000 });
      await bySid(sid, isTalking);
      // Keys that are pressed before the greeting may come too early.
      await played(sid, 1);
      return sid;
    },
    press: (sid: string, keys: string) => simulate('POST', `/calls/${sid}`, { press: keys }),
    /** How much the agent has said so far, and waits until it has said so much. */
    ...{ marks, played },
    hangUp: (sid: string) => simulate('POST', `/calls/${sid}`, { hang_up: true }),
    /** The transfers of the call, once the last one is as wanted. */
    async transfers(sid: string, isSo: (last: TransferRecord) => boolean): Promise<readonly TransferRecord[]> {
      const { transfers = [] } = await bySid(sid, ({ transfers: all = [] }) => {
        const last = all.at(-1);
        return last !== undefined && isSo(last);
      });
      return transfers;
    },
  };
}

export type TransferringTelephone = Awaited<ReturnType<typeof transferringTelephone>>;

/** Whether the transfer has a result. */
export const isOverTransfer = ({ result }: TransferRecord): boolean => result !== null;
