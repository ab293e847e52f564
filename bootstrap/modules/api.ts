import type { ContainerModule } from 'inversify';
import type { Config } from '../config.ts';
import type { ResolvedKeys } from '../secrets.ts';
import { accountsModule } from './accounts.ts';
import { analysisModule } from './analysis.ts';
import { campaignsModule } from './campaigns.ts';
import { callsModule } from './calls.ts';
import { erasuresModule } from './erasures.ts';
import { eventsModule } from './events.ts';
import { knowledgeModule } from './knowledge.ts';
import { mailModule } from './mail.ts';
import { rehearsalsModule } from './rehearsals.ts';
import { securityModule } from './security.ts';
import { documentsModule, vectorsModule } from './stores.ts';
import { telephonyModule } from './telephony.ts';
import { upgradesModule } from './upgrades.ts';

/** The modules that only the API needs. */
export const apiModules = (config: Config, keys: ResolvedKeys): ContainerModule[] => [
  documentsModule(config.stores),
  vectorsModule(config.stores),
  securityModule(keys, config.tokens),
  mailModule(config.mail),
  telephonyModule(),
  upgradesModule(),
  eventsModule(config.api),
  erasuresModule(),
  campaignsModule(config),
  analysisModule(),
  rehearsalsModule(),
  knowledgeModule(config),
  accountsModule(config),
  callsModule({ ...config.limits, anonymousClients: config.runtime.anonymousLimits }, config.prices),
];
