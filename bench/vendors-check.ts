import { closeLocalSpeech } from '../adapters/providers/local/engines.ts';
import { registered } from '../adapters/providers/registered-providers.ts';
import type { Settings } from '../adapters/providers/settings.ts';
import { VendorFailure } from '../application/ports/vendor-failure.ts';
import { printHelpIfRequested } from '../bootstrap/help.ts';
import { vendorVariable } from '../bootstrap/vendor-variables.ts';
import { secretsOf, type Declaration } from '../domain/providers/declaration.ts';
import { answeredBy, transcriptionBy, synthesisBy, type RoundTrip } from './vendor-round-trips.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What the environment says of a provider; null when it has no credentials for it. */
function settingsOf(declaration: Declaration): Settings | null {
  const given = Object.entries(declaration.fields)
    .filter(([, { type }]) => type === 'string')
    .map(([name]) => [name, process.env[vendorVariable(declaration, name)]] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  const settings = Object.fromEntries(given);
  const secrets = secretsOf(declaration).filter((name) => declaration.required.includes(name));
  return secrets.length > 0 && secrets.every((name) => name in settings) ? settings : null;
}

interface Check {
  readonly declaration: Declaration;
  run(settings: Settings): Promise<RoundTrip>;
}

const checks: readonly Check[] = [
  ...registered.tts.map((each) => ({ ...each, run: (settings: Settings) => synthesisBy(each, settings) })),
  ...registered.stt.map((each) => ({ ...each, run: (settings: Settings) => transcriptionBy(each, settings) })),
  ...registered.llm.map((each) => ({ ...each, run: (settings: Settings) => answeredBy(each, settings) })),
];

/** The variables that a check needs, for every vendor that needs any. */
const wanted = checks.flatMap(({ declaration }) =>
  secretsOf(declaration)
    .filter((name) => declaration.required.includes(name))
    .map((name) => vendorVariable(declaration, name)),
);
const variables = [...new Set(wanted)].toSorted().join(' ');

printHelpIfRequested(`npm run vendors:check

Has every vendor hear, speak or think once whose credentials the environment holds, at the vendor's price, and tells what
it took. Exits with 1 when one of them failed. The credentials are any of ${variables};
other settings are named alike, such as OPENAI_MODEL.`);

// Neither the voice of this machine nor a vendor who is silent keeps a process alive.
const awake = setInterval(() => undefined, 1_000);
let failures = 0;
let count = 0;
for (const { declaration, run } of checks) {
  const settings = settingsOf(declaration);
  if (settings === null) continue;
  count += 1;
  const name = `${declaration.kind}  ${declaration.provider}`.padEnd(24);
  try {
    const parts = Object.entries(await run(settings)).map(([part, value]) => `${part} ${value}`);
    say(`${name} ${parts.join('   ')}`);
  } catch (failure) {
    failures += 1;
    // An error that is not a vendor failure may contain a key.
    say(`${name} FAILED: ${failure instanceof VendorFailure ? failure.message : 'for a reason of its own'}`);
  }
}
if (count === 0) {
  say(`No vendor was asked: there are no credentials in the environment. It takes any of ${variables}.`);
}
clearInterval(awake);
await closeLocalSpeech();
process.exit(failures === 0 ? 0 : 1);
