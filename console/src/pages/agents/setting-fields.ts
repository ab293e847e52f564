import type { components } from '../../api.ts';
import { settingName } from '../../parts/setting-name.ts';

type Setting = components['schemas']['ProviderSetting'];
type CatalogueField = components['schemas']['ProviderField'];
type Capability = components['schemas']['SettingCapability'];
export type Settings = Readonly<Record<string, unknown>>;

/** How a setting is asked for. */
export type Control = 'choice' | 'suggest' | 'text' | 'number' | 'switch' | 'yes-no' | 'texts' | 'json';

/** One setting of a provider as the form shows it. */
export interface SettingField {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly docsUrl: string | null;
  readonly control: Control;
  /** What is offered: alone for `choice`, among others for `suggest`. */
  readonly options: readonly Option[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly type: CatalogueField['type'];
  readonly isLong: boolean;
  readonly isRequired: boolean;
  /** What holds where nothing is said; undefined where nothing does. */
  readonly preset: unknown;
  /** Whether it is shown at once, and not among the settings that few people change. */
  readonly isPlain: boolean;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** Main settings, in order of dependency: each can limit the options of the next. */
const PLAIN = ['model', 'language', 'voice'];

/**
 * The settings of a provider without its secrets, the main ones first. Options depend on the model and the language.
 */
export function settingFields(
  setting: Setting,
  chosen: Settings,
  languages: Readonly<Record<string, string>>,
  agentLanguage: string,
): SettingField[] {
  const model = textOf(chosen['model'] ?? setting.fields['model']?.default);
  const inLanguage = textOf(chosen['language'] ?? agentLanguage);
  const capability = (name: string): Capability | undefined =>
    setting.capabilities?.[model]?.settings?.[inLanguage]?.[name];
  const known = Object.entries(setting.fields).filter(([, field]) => field.secret !== true);
  return known
    .map(([name, field]) => {
      const isRequired = setting.required.includes(name) && field.default === undefined;
      return settingField(name, field, { model, languages, isRequired, capability: capability(name) });
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

const rank = ({ name, isRequired }: SettingField): number => {
  const place = PLAIN.indexOf(name);
  if (place >= 0) return place;
  return isRequired ? PLAIN.length : PLAIN.length + 1;
};

interface FieldContext {
  readonly model: string;
  readonly languages: Readonly<Record<string, string>>;
  readonly isRequired: boolean;
  readonly capability: Capability | undefined;
}

function settingField(name: string, field: CatalogueField, context: FieldContext): SettingField {
  const { capability, isRequired } = context;
  const options = optionsOf(name, field, context);
  return {
    name,
    label: settingName(name),
    description: field.description ?? capability?.description ?? '',
    docsUrl: field.docs_url ?? null,
    control: controlOf(field, options.length > 0),
    options,
    ...boundsOf(field, capability),
    type: field.type,
    isLong: field.multiline === true,
    isRequired,
    preset: field.default ?? capability?.default,
    isPlain: isRequired || PLAIN.includes(name),
  };
}

const boundsOf = (field: CatalogueField, capability: Capability | undefined) => ({
  minimum: capability?.minimum ?? field.minimum ?? null,
  maximum: capability?.maximum ?? field.maximum ?? null,
});

function optionsOf(name: string, field: CatalogueField, { capability, model, languages }: FieldContext): Option[] {
  const offered = capability?.options ?? field.model_options?.[model] ?? field.examples ?? [];
  return offered.map(String).map((value) => ({
    value,
    label: name === 'language' ? (languages[value] ?? value) : value,
  }));
}

function controlOf({ type, input_mode, items, default: preset }: CatalogueField, isOffered: boolean): Control {
  if (type === 'boolean') return preset === undefined ? 'yes-no' : 'switch';
  if (type === 'array') return items?.['type'] === 'string' ? 'texts' : 'json';
  if (type === 'object') return 'json';
  if (isOffered) return input_mode === 'options' ? 'choice' : 'suggest';
  return type === 'string' ? 'text' : 'number';
}

/** The settings with another value of one of them; nothing said, and it is left to the provider. */
export function withSetting<T extends Settings>(settings: T, name: string, value: unknown): T {
  const { [name]: _before, ...rest } = settings;
  const isSet = value !== undefined && value !== null && value !== '';
  return (isSet ? { ...rest, [name]: value } : rest) as T;
}

/** A value as a text, empty where there is none. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What is offered as options, and the value that stands although it is not offered. */
export const withCurrent = (options: readonly Option[], value: string): readonly Option[] =>
  value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];

/** A value that was picked as a text, as the type of the field wants it. */
export const parseAs = ({ type }: SettingField, text: string): unknown =>
  text !== '' && (type === 'integer' || type === 'number') ? Number(text) : text;
