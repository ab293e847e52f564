import { isVariable, type AgentTransfer, type TransferTarget } from '../../domain/agents/transfer.ts';
import { invalid } from '../../domain/errors.ts';
import type { CarrierAbilities, Carriers } from '../ports/carrier.ts';
import type { NumberFormat } from '../ports/number-format.ts';
import type { PhoneNumberRepository } from '../ports/phone-numbers.ts';

export interface TransferTargetPorts {
  readonly carriers: Pick<Carriers, 'abilities'>;
  readonly phoneNumbers: Pick<PhoneNumberRepository, 'find'>;
  readonly numberFormat: NumberFormat;
}

/**
 * Rejects transfers that could not be made: the agent has no carrier, the carrier cannot transfer, a number is impossible,
 * or a caller ID is not a number of the organisation at this carrier. The rules are those of outbound calls.
 */
export async function requireTransferable(
  ports: TransferTargetPorts,
  orgId: string,
  transfer: AgentTransfer | undefined,
  provider: string | null,
): Promise<void> {
  if (!transfer) return;
  if (provider === null)
    throw invalid('transfer requires agent_category telephony: a browser call cannot be transferred');
  const { transfers = 'none' } = ports.carriers.abilities(provider) ?? {};
  if (transfers === 'none') throw invalid(`transfer is not supported at ${provider}: remove it`);
  const faults = await Promise.all(
    transfer.targets.map(async (target, index) => {
      const path = `transfer.targets[${index}]`;
      return [
        ...toFaults(ports, target, { provider, transfers, path }),
        ...(await callerIdFaults(ports, orgId, target, { provider, path })),
      ];
    }),
  );
  if (faults.flat().length > 0) throw invalid(faults.flat());
}

interface Place {
  readonly provider: string;
  readonly path: string;
}

function toFaults(
  { numberFormat }: TransferTargetPorts,
  { to }: TransferTarget,
  { provider, transfers, path }: Place & Pick<CarrierAbilities, 'transfers'>,
): readonly string[] {
  if (isVariable(to)) return [];
  if (!to.startsWith('+'))
    return transfers === 'numbers_and_sip' ? [] : [`${path}.to must be a number: ${provider} dials no SIP URIs here`];
  return numberFormat.e164(to) === to ? [] : [`${path}.to must be a possible telephone number in E.164`];
}

async function callerIdFaults(
  { phoneNumbers }: TransferTargetPorts,
  orgId: string,
  { caller_id }: TransferTarget,
  { provider, path }: Place,
): Promise<readonly string[]> {
  const owned = caller_id === undefined ? null : await phoneNumbers.find(caller_id);
  const isOwn = owned?.org_id === orgId && owned.provider === provider;
  return caller_id === undefined || isOwn
    ? []
    : [`${path}.caller_id must be one of the organisation's numbers at ${provider}`];
}
