import { canonicalLanguage } from '../../domain/providers/capabilities.ts';
import type { Declaration } from '../../domain/providers/declaration.ts';
import type { Settings } from './settings.ts';

/** Former or alternative spellings of a provider's settings. */
export interface SettingsHistory<Name extends string = string> {
  /**
   * Former field names, each with the current one. Stored agents and clients may still use them. The current name wins
   * when both are given.
   */
  readonly renamed?: Readonly<Record<string, Name>>;
  /** Alternative values of fields, each with the current one. */
  readonly spelled?: Readonly<Partial<Record<Name, Readonly<Record<string, string>>>>>;
  /** Models that the vendor has withdrawn, each with its replacement. They are rejected with that advice. */
  readonly retired?: Readonly<Record<string, string>>;
}

/** Settings without nulls, with current names and values, and the language as a canonical id. */
export function currentSettings(
  input: Settings,
  declaration: Declaration,
  { renamed = {}, spelled = {} }: SettingsHistory,
): Settings {
  const named = underTodaysNames(withoutNulls(input), renamed);
  const settings = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name, todaysValue(value, spelled[name])]),
  );
  return inCanonicalLanguage(settings, declaration);
}

/** Error message for a withdrawn model. Null for any other. */
export function retirement({ model }: Settings, { retired = {} }: SettingsHistory): string | null {
  const successor = typeof model === 'string' && Object.hasOwn(retired, model) ? retired[model] : undefined;
  return successor === undefined ? null : `model ${String(model)} was withdrawn by the vendor: use ${successor}`;
}

function todaysValue(value: unknown, spelled: Readonly<Record<string, string>> = {}): unknown {
  return typeof value === 'string' && Object.hasOwn(spelled, value) ? spelled[value] : value;
}

function underTodaysNames(settings: Settings, renamed: Readonly<Record<string, string>>): Settings {
  const names = new Map(Object.entries(renamed));
  const entries = Object.entries(settings);
  const former = entries.flatMap(([name, value]) => (names.has(name) ? [[names.get(name) ?? name, value]] : []));
  const current = entries.filter(([name]) => !names.has(name));
  return Object.fromEntries([...former, ...current]) as Settings;
}

function inCanonicalLanguage(settings: Settings, declaration: Declaration): Settings {
  const { language, model = declaration.fields['model']?.default } = settings;
  if (typeof language !== 'string') return settings;
  return { ...settings, language: canonicalLanguage(declaration, model, language) };
}

/** Settings without those that are not set. */
export const withoutNulls = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));
