import type { Capabilities, Declaration, Field, Fields } from './declaration.ts';

/** Whether one model of the provider supports all these languages. A provider without models per language does. */
export const supportsAll = (declaration: Declaration, languages: readonly string[]): boolean =>
  declaration.capabilities === undefined || Object.keys(capabilitiesFor(declaration, languages)).length > 0;

/** Models that support all these languages, and their capabilities. */
export const capabilitiesFor = (declaration: Declaration, languages: readonly string[]): Capabilities =>
  Object.fromEntries(
    Object.entries(declaration.capabilities ?? {}).filter(([, model]) =>
      languages.every((language) => Object.hasOwn(model.languages ?? {}, language)),
    ),
  );

/** Fields narrowed to these languages: models, languages and options of other models are removed. */
export function fieldsFor(declaration: Declaration, languages: readonly string[] = []): Fields {
  if (declaration.capabilities === undefined) return declaration.fields;
  const capabilities = capabilitiesFor(declaration, languages);
  return Object.fromEntries(
    Object.entries(declaration.fields).map(([name, field]) => [name, narrowed(name, field, capabilities)]),
  );
}

function narrowed(name: string, field: Field, capabilities: Capabilities): Field {
  if (name === 'model') return withExamples(field, Object.keys(capabilities));
  const kept = field.model_options ? { ...field, model_options: pick(field.model_options, capabilities) } : field;
  return name === 'language' ? withLanguages(kept, codesOf(capabilities)) : kept;
}

function withExamples(field: Field, examples: readonly string[]): Field {
  const { default: preset, ...rest } = field;
  const stands = field.allow_custom_input === true || examples.some((example) => example === preset);
  return preset !== undefined && stands ? { ...rest, default: preset, examples } : { ...rest, examples };
}

function withLanguages(field: Field, codes: Readonly<Record<string, string>>): Field {
  const offered = field.model_options ? field : withExamples(field, Object.keys(codes));
  return { ...offered, language_codes: codes };
}

/** Language codes of all models. Where models differ, the first wins. */
const codesOf = (capabilities: Capabilities): Record<string, string> =>
  Object.fromEntries(
    Object.values(capabilities)
      .toReversed()
      .flatMap((model) => Object.entries(model.languages ?? {})),
  );

/**
 * Canonical id of a language given as a vendor code, which older clients may store. Codes of the chosen model take
 * precedence. Canonical ids and unknown codes are returned as they are, for validation.
 */
export function canonicalLanguage({ capabilities = {} }: Declaration, model: unknown, language: string): string {
  const { [String(model)]: chosen, ...others } = capabilities;
  const known = [chosen, ...Object.values(others)].map((each) => each?.languages ?? {});
  if (known.some((languages) => Object.hasOwn(languages, language))) return language;
  const ids = known.flatMap((languages) => Object.entries(languages).filter(([, code]) => code === language));
  return ids[0]?.[0] ?? language;
}

const pick = <T>(options: Readonly<Record<string, T>>, models: object): Record<string, T> =>
  Object.fromEntries(Object.entries(options).filter(([model]) => Object.hasOwn(models, model)));
