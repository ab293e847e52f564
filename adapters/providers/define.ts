import { createHash } from 'node:crypto';
import type { CarrierDialect } from '../../application/ports/carrier-dialect.ts';
import type { Carrier, CarrierAbilities } from '../../application/ports/carrier.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { LanguageModel } from '../../application/ports/language-model.ts';
import type {
  Transcription,
  TranscriptionListener,
  TranscriptionOptions,
} from '../../application/ports/speech-to-text.ts';
import type { Voice, VoiceOptions } from '../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { invalid } from '../../domain/errors.ts';
import type { DialRate } from '../../domain/telephony/dial-rate.ts';
import type { Declaration, Fields, ProviderKind, SettingsOf } from '../../domain/providers/declaration.ts';
import type { Network } from '../lib/network.ts';
import { currentSettings, retirement, type SettingsHistory } from './current-settings.ts';
import { settingsChecker, type Settings } from './settings.ts';

/** Maximum number of unknown settings that an error names. */
const UNKNOWN_MAX = 100;

/** A provider with its types forgotten: what it declares, which settings it takes, and how it is opened. */
export interface Provider<Arguments extends readonly unknown[], Opened> {
  readonly declaration: Declaration;
  /** The settings without nulls, the language as a canonical id, defaults not filled in. Refuses secrets, unknown and malformed fields with `invalid`. */
  parseSettings(settings: Settings): Settings;
  /** Opens with stored settings and secrets in one. Fields this kind does not declare are left out. */
  open(settings: Settings, ...how: Arguments): Promise<Opened>;
}

export type SttProvider = Provider<[TranscriptionOptions, TranscriptionListener, Network], Transcription>;
export type TtsProvider = Provider<[VoiceOptions, Network], Voice>;
export type LlmProvider = Provider<[Network], LanguageModel>;

/** A carrier with its types forgotten: what it declares, how it speaks to our webhooks, and how it is opened. */
export interface TelephonyProvider extends Omit<Provider<[], Carrier>, 'open'> {
  readonly dialect: CarrierDialect;
  /** Opens with an organisation's secrets; asks nobody yet. Refuses with `invalid` secrets that do not suffice. */
  open(secrets: Settings, context: CarrierEnvironment): Carrier;
}

/** What a carrier may reach and know beyond its secrets. */
export interface CarrierEnvironment {
  readonly network: Network;
  readonly clock: Clock;
  /** Where the carrier's REST service is instead of its usual place. */
  readonly apiUrl?: string;
  /** Dials a second of an account, by provider, where the carrier has set another pace than its usual one. */
  readonly dialsPerSecond?: Readonly<Record<string, number>>;
}

export type CarrierContext = Required<Omit<CarrierEnvironment, 'dialsPerSecond'>>;

/** What a vendor file writes: its declaration, and how to open it with the settings that follow from it. */
interface Definition<F extends Fields, Required extends keyof F & string, Arguments extends readonly unknown[], Opened>
  extends Omit<Declaration<F>, 'kind' | 'required'>, SettingsHistory<keyof F & string> {
  readonly required: readonly Required[];
  /** Refuses with `invalid` what the fields alone cannot tell. Sees the settings with their defaults. */
  check?(settings: SettingsOf<F>): void;
  open(settings: SettingsOf<F, Required>, ...how: Arguments): Promise<Opened>;
}

/** What a carrier does, without what its definition says of it. */
export type CarrierService = Omit<Carrier, 'provider' | 'abilities' | 'pacing'>;

/** What a carrier's file writes. All its fields are secrets: nothing of an organisation's carrier is kept in the open. */
interface CarrierDefinition<F extends Fields, Needed extends keyof F & string> extends Omit<
  Declaration<F>,
  'kind' | 'required'
> {
  readonly required: readonly Needed[];
  /** Where its REST service usually is, without a closing slash. */
  readonly apiUrl: string;
  readonly abilities: CarrierAbilities;
  /** How often an account may dial unless its carrier has raised that; absent: the carrier sets no pace. */
  readonly dialRate?: DialRate;
  readonly dialect: Omit<CarrierDialect, 'provider'>;
  open(secrets: SettingsOf<F, Needed>, context: CarrierContext): CarrierService;
}

/** Defines a transcriber: the vendor's file is the only place that knows it. */
export const sttProvider = <F extends Fields, const Required extends keyof F & string>(
  definition: Definition<F, Required, [TranscriptionOptions, TranscriptionListener, Network], Transcription>,
): SttProvider => define('stt', definition);

/** Defines a voice. */
export const ttsProvider = <F extends Fields, const Required extends keyof F & string>(
  definition: Definition<F, Required, [VoiceOptions, Network], Voice>,
): TtsProvider => define('tts', definition);

/** Defines a language model. */
export const llmProvider = <F extends Fields, const Required extends keyof F & string>(
  definition: Definition<F, Required, [Network], LanguageModel>,
): LlmProvider => define('llm', definition);

/** Defines a carrier, in both directions: what we ask of it, and what it asks of us. */
export function telephonyProvider<F extends Fields, const Needed extends keyof F & string>({
  apiUrl,
  abilities,
  dialRate,
  dialect,
  open,
  ...described
}: CarrierDefinition<F, Needed>): TelephonyProvider {
  const hosts = [new URL(apiUrl).host, ...(described.hosts ?? [])];
  const declaration: Declaration = { kind: 'telephony', ...described, hosts };
  const { provider } = declaration;
  const { parseSettings, complete } = settingsOf(declaration);
  return {
    declaration,
    parseSettings,
    dialect: { provider, ...dialect },
    open(input, environment) {
      const { settings, fault } = complete(input);
      if (fault !== null) throw invalid(`${provider}: ${fault}`);
      const service = open(settings as unknown as SettingsOf<F, Needed>, { apiUrl, ...environment });
      const raised = environment.dialsPerSecond?.[provider];
      const rate = raised === undefined ? dialRate : { dials: raised, perMs: 1_000 };
      const account = accountOf(provider, settings[declaration.required[0] ?? '']);
      return { provider, abilities, pacing: rate === undefined ? null : { account, rate }, ...service };
    },
  };
}

/** A name for a carrier's account that tells nothing: a hash of the secret that a provider requires first, which names it. */
const accountOf = (provider: string, account: unknown): string =>
  createHash('sha256')
    .update(`${provider}\n${String(account)}`)
    .digest('base64url');

function define<F extends Fields, Required extends keyof F & string, A extends readonly unknown[], O>(
  kind: ProviderKind,
  { check, open, renamed, spelled, retired, ...described }: Definition<F, Required, A, O>,
): Provider<A, O> {
  const declaration: Declaration = { kind, ...described };
  const { parseSettings, complete } = settingsOf(declaration, (all) => check?.(all as unknown as SettingsOf<F>), {
    ...(renamed && { renamed }),
    ...(spelled && { spelled }),
    ...(retired && { retired }),
  });
  return {
    declaration,
    parseSettings,
    async open(input, ...how) {
      const { settings, fault } = complete(input);
      if (fault !== null) throw new VendorFailure(`${kind} ${declaration.provider}: ${fault}`, { retryable: false });
      return open(settings as unknown as SettingsOf<F, Required>, ...how);
    },
  };
}

/** The settings that follow from a declaration: read from a user, and completed for whoever is opened with them. */
function settingsOf(
  declaration: Declaration,
  check: (complete: Settings) => void = () => undefined,
  history: SettingsHistory = {},
) {
  const malformations = settingsChecker(declaration);
  const fields = Object.entries(declaration.fields);
  const settable = new Set(fields.flatMap(([name, field]) => (field.secret ? [] : [name])));
  const requiredSettings = declaration.required.filter((name) => settable.has(name));
  const defaults = Object.fromEntries(
    fields.flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]])),
  );

  const faultsOf = (settings: Settings, required: readonly string[]): readonly string[] => {
    const retired = retirement(settings, history);
    if (retired !== null) return [retired];
    const missing = required.filter((name) => settings[name] === undefined);
    return [...missing.map((name) => `${name} is required`), ...malformations(settings)];
  };

  return {
    parseSettings(input: Settings): Settings {
      const settings = currentSettings(input, declaration, history);
      const [known, unknown] = split(settings, (name) => settable.has(name));
      const complete = { ...defaults, ...known };
      const faults = [
        ...Object.keys(unknown)
          .slice(0, UNKNOWN_MAX)
          .map((name) => `${name} is not a setting of ${declaration.provider}`),
        ...faultsOf(complete, requiredSettings),
      ];
      if (faults.length > 0) throw invalid(faults);
      check(complete);
      return settings;
    },

    /** With the defaults, without what the declaration does not know, and what is still wrong with it. */
    complete(input: Settings): { readonly settings: Settings; readonly fault: string | null } {
      const given = currentSettings(input, declaration, history);
      const known = Object.entries(given).filter(([name]) => Object.hasOwn(declaration.fields, name));
      const settings = { ...defaults, ...Object.fromEntries(known) };
      return { settings, fault: faultsOf(settings, declaration.required)[0] ?? null };
    },
  };
}

function split(settings: Settings, isFirst: (name: string) => boolean): readonly [Settings, Settings] {
  const entries = Object.entries(settings);
  const those = (first: boolean): Settings => Object.fromEntries(entries.filter(([name]) => isFirst(name) === first));
  return [those(true), those(false)];
}
