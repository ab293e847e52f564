import { ContainerModule } from 'inversify';
import { agentUseCases } from '../../application/agents/index.ts';
import { openOrganisationCarriers } from '../../application/credentials/organisation-carriers.ts';
import { releaseAgentNumber } from '../../application/phone-numbers/release-number.ts';
import { phoneNumberUseCases } from '../../application/phone-numbers/index.ts';
import { provide } from '../dependencies.ts';

/** Ports of the use cases of agents. */
const AGENT_PORTS = [
  'credentialIndex',
  'operatorServers',
  'agents',
  'agentVersions',
  'agentDrafts',
  'agentCanaries',
  'auditEvents',
  'calls',
  'callAnalyses',
  'metrics',
  'agentNumbers',
  'phoneNumbers',
  'numberFormat',
  'organisationCarriers',
  'carriers',
  'voiceServer',
  'providers',
  'knowledge',
  'toolSecrets',
  'argumentSchemas',
  'toolCaller',
  'mcpClient',
  'cipher',
  'quotas',
  ...(['users', 'organisations', 'memberships', 'confirmationPolicy', 'mailer', 'publicAppUrl'] as const),
  'ids',
  'clock',
  'log',
] as const;

/** Agents, phone numbers and carriers, and the ports that connect their use cases. */
export const telephonyModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('organisationCarriers', openOrganisationCarriers, 'providers', 'providerAuths', 'cipher', 'carriers', 'log');
    has(
      'agentNumbers',
      (ports) => ({ release: releaseAgentNumber(ports) }),
      'agents',
      'phoneNumbers',
      'organisationCarriers',
      'clock',
      'log',
    );
    has('agentUseCases', agentUseCases, ...AGENT_PORTS);
    has(
      'phoneNumberUseCases',
      phoneNumberUseCases,
      'phoneNumbers',
      'organisations',
      'numberFormat',
      'agents',
      'organisationCarriers',
      'providers',
      'clock',
      'log',
    );
  });
