import { canonicalLanguage } from '../../domain/providers/capabilities.ts';
import type { Declaration } from '../../domain/providers/declaration.ts';
import type { Settings } from './settings.ts';

/** How settings of a provider were written before, or are written by other clients of the vendor. */
export interface SettingsHistory<Name extends string = string> {
  /**
   * Former names of fields, each with today's name. Stored agents and their clients may still use them: such a setting is
   * taken, checked and answered under today's name. Where both are given, today's name counts.
   */
  readonly renamed?: Readonly<Record<string, Name>>;
  /** Other spellings of a field's values, each with the value that is taken, checked and answered instead. */
  readonly spelled?: Readonly<Partial<Record<Name, Readonly<Record<string, string>>>>>;
  /** Models that the vendor has withdrawn, each with the one to use instead. Their names are refused with that advice. */
  readonly retired?: Readonly<Record<string, string>>;
}

/** Settings without nulls, in today's names and values, and the language as a canonical id. */
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

/** What to say of a model that the vendor has withdrawn; null of any other. */
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

const withoutNulls = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));
