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
import type { SpeechSynthesiser, SynthesiserOptions } from '../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { adviceOn, secretsNotStored } from '../../domain/credentials/missing-secrets.ts';
import { invalid } from '../../domain/errors.ts';
import { unknownNames } from '../../domain/nearest-name.ts';
import type { DialRate } from '../../domain/telephony/dial-rate.ts';
import { isCarrierId } from '../../domain/telephony/ids.ts';
import type { Declaration, Fields, ProviderKind, SettingsOf } from '../../domain/providers/declaration.ts';
import type { Network } from '../lib/network.ts';
import { currentSettings, retirement, type SettingsHistory } from './current-settings.ts';
import { settingsChecker, type Settings } from './settings.ts';

/** Maximum number of unknown settings that an error names. */
const UNKNOWN_MAX = 100;

/** A provider without its specific types: its declaration, the validation of its settings, and how to open it. */
export interface Provider<Arguments extends readonly unknown[], Opened> {
  readonly declaration: Declaration;
  /**
   * The settings without nulls and with a canonical language id, without defaults. Rejects secrets, unknown fields and
   * malformed fields with `invalid`.
   */
  parseSettings(settings: Settings): Settings;
  /** Opens the provider with stored settings and secrets. Ignores fields that are not declared. */
  open(settings: Settings, ...how: Arguments): Promise<Opened>;
}

export type SttProvider = Provider<[TranscriptionOptions, TranscriptionListener, Network], Transcription>;
export type TtsProvider = Provider<[SynthesiserOptions, Network], SpeechSynthesiser>;
export type LlmProvider = Provider<[Network], LanguageModel>;

/** A carrier without its specific types: its declaration, its webhook dialect, and how to open it. */
export interface TelephonyProvider extends Omit<Provider<[], Carrier>, 'open'> {
  readonly dialect: CarrierDialect;
  readonly abilities: CarrierAbilities;
  /** Opens the carrier with an organisation's secrets. Sends no request. Rejects incomplete secrets with `invalid`. */
  open(secrets: Settings, context: CarrierEnvironment): Carrier;
}

/** What a carrier gets besides its secrets. */
export interface CarrierEnvironment {
  readonly network: Network;
  readonly clock: Clock;
  /** Replaces the URL of the carrier's REST API. */
  readonly apiUrl?: string;
  /** Dials per second of an account, by provider, where they differ from the default. */
  readonly dialsPerSecond?: Readonly<Record<string, number>>;
}

export type CarrierContext = Required<Omit<CarrierEnvironment, 'dialsPerSecond'>>;

/** Definition of a provider: its declaration, and how to open it with typed settings. */
interface Definition<F extends Fields, Required extends keyof F & string, Arguments extends readonly unknown[], Opened>
  extends Omit<Declaration<F>, 'kind' | 'required'>, SettingsHistory<keyof F & string> {
  readonly required: readonly Required[];
  /** Rejects with `invalid` what the fields cannot express. Gets the settings with defaults. */
  check?(settings: SettingsOf<F>): void;
  open(settings: SettingsOf<F, Required>, ...how: Arguments): Promise<Opened>;
}

/** The operations of a carrier, without what its definition adds. */
export type CarrierService = Omit<Carrier, 'provider' | 'abilities' | 'pacing'>;

/** Definition of a carrier. All its fields are secrets. */
interface CarrierDefinition<F extends Fields, Needed extends keyof F & string> extends Omit<
  Declaration<F>,
  'kind' | 'required'
> {
  readonly required: readonly Needed[];
  /** URL of its REST API, without a trailing slash. */
  readonly apiUrl: string;
  readonly abilities: CarrierAbilities;
  /** Default dial rate of an account. Absent when the carrier sets no limit. */
  readonly dialRate?: DialRate;
  readonly dialect: Omit<CarrierDialect, 'provider'>;
  open(secrets: SettingsOf<F, Needed>, context: CarrierContext): CarrierService;
}

/** Defines an STT provider. */
export const sttProvider = <F extends Fields, const Required extends keyof F & string>(
  definition: Definition<F, Required, [TranscriptionOptions, TranscriptionListener, Network], Transcription>,
): SttProvider => define('stt', definition);

/** Defines a TTS provider. */
export const ttsProvider = <F extends Fields, const Required extends keyof F & string>(
  definition: Definition<F, Required, [SynthesiserOptions, Network], SpeechSynthesiser>,
): TtsProvider => define('tts', definition);

/** Defines an LLM provider. */
export const llmProvider = <F extends Fields, const Required extends keyof F & string>(
  definition: Definition<F, Required, [Network], LanguageModel>,
): LlmProvider => define('llm', definition);

/** Defines a telephony provider: requests to the carrier and webhooks from it. */
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
    abilities,
    open(input, environment) {
      const { settings, fault } = complete(input);
      if (fault !== null) throw invalid(`${provider}: ${fault}`);
      const service = open(settings as unknown as SettingsOf<F, Needed>, { apiUrl, ...environment });
      const raised = environment.dialsPerSecond?.[provider];
      const rate = raised === undefined ? dialRate : { dials: raised, perMs: 1_000 };
      const account = accountOf(provider, settings[declaration.required[0] ?? '']);
      return { provider, abilities, pacing: rate === undefined ? null : { account, rate }, ...byCallId(service) };
    },
  };
}

/**
 * The same service, without requests about ids that no call can have. Webhooks report ids, unsigned ones too, and `..` in
 * the path of a call would be its account.
 */
const byCallId = (service: CarrierService): CarrierService => ({
  ...service,
  hangUp: async (sid) => (isCallId(sid) ? service.hangUp(sid) : undefined),
  async redirect(sid, url) {
    if (!isCallId(sid)) throw invalid('No call has such an id');
    await service.redirect(sid, url);
  },
  lookUp: async (call) => (call.sid === null || isCallId(call.sid) ? service.lookUp(call) : 'unknown'),
});

const isCallId = (sid: string): boolean => sid !== '' && isCarrierId(sid);

/** Opaque name of a carrier account: a hash of the first required secret, which identifies it. */
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

/** Validation of settings and their completion before opening, derived from the declaration. */
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
    const [missing, secrets] = absentIn(settings, required, settable);
    return [
      ...(secrets.length > 0 ? [`${secretsNotStored(secrets)}. ${adviceOn(secrets)}`] : []),
      ...missing.map((name) => `${name} is required`),
      ...malformations(settings),
    ];
  };

  return {
    parseSettings(input: Settings): Settings {
      const settings = currentSettings(input, declaration, history);
      const [known, unknown] = split(settings, (name) => settable.has(name));
      const complete = { ...defaults, ...known };
      const faults = [
        ...unknownNames(
          Object.keys(unknown).slice(0, UNKNOWN_MAX),
          [...settable],
          (name) => `${name} is not a setting of ${declaration.provider}`,
        ),
        ...faultsOf(complete, requiredSettings),
      ];
      if (faults.length > 0) throw invalid(faults);
      check(complete);
      return settings;
    },

    /** The declared settings with defaults, and the first error in them. */
    complete(input: Settings): { readonly settings: Settings; readonly fault: string | null } {
      const given = currentSettings(input, declaration, history);
      const known = Object.entries(given).filter(([name]) => Object.hasOwn(declaration.fields, name));
      const settings = { ...defaults, ...Object.fromEntries(known) };
      return { settings, fault: faultsOf(settings, declaration.required)[0] ?? null };
    },
  };
}

/** The required settings that are absent, and the required secrets. */
function absentIn(settings: Settings, required: readonly string[], settable: ReadonlySet<string>) {
  const absent = required.filter((name) => settings[name] === undefined);
  return [absent.filter((name) => settable.has(name)), absent.filter((name) => !settable.has(name))] as const;
}

function split(settings: Settings, isFirst: (name: string) => boolean): readonly [Settings, Settings] {
  const entries = Object.entries(settings);
  const those = (first: boolean): Settings => Object.fromEntries(entries.filter(([name]) => isFirst(name) === first));
  return [those(true), those(false)];
}
