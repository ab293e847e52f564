import { closeLocalSpeech, warmLocalSpeech } from '../../adapters/providers/local/engines.ts';
import { readConfig } from '../../bootstrap/config.ts';
import { replace } from '../../bootstrap/dependencies.ts';
import { startPlatform } from '../../bootstrap/platform.ts';
import { resolveKeys } from '../../bootstrap/secrets.ts';
import { watchLoop } from '../loop-delay.ts';
import { peerVendors } from './our-vendors.ts';

/** The runtime, as the environment says, with the vendors of the bench. Prints its address as one JSON line. */
watchLoop();
const config = readConfig(process.env, ['runtime']);
const running = await startPlatform(config, await resolveKeys(config), (container) =>
  replace(container, { vendors: peerVendors }),
);
// The built-in speech is not used here, so its models do not count.
await warmLocalSpeech();
await closeLocalSpeech();
process.stdout.write(`${JSON.stringify({ runtimeUrl: running.runtimeUrl })}\n`);
