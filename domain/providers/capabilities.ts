import type { Capabilities, Declaration, Field, Fields } from './declaration.ts';

/** Whether some single model of the provider takes all these languages. A provider without models per language does. */
export const supportsAll = (declaration: Declaration, languages: readonly string[]): boolean =>
  declaration.capabilities === undefined || Object.keys(capabilitiesFor(declaration, languages)).length > 0;

/** The models that take all these languages, and what they can do. */
export const capabilitiesFor = (declaration: Declaration, languages: readonly string[]): Capabilities =>
  Object.fromEntries(
    Object.entries(declaration.capabilities ?? {}).filter(([, model]) =>
      languages.every((language) => Object.hasOwn(model.languages ?? {}, language)),
    ),
  );

/**
 * The fields as they stand for these languages: models and languages are offered as the capabilities know them, and
 * options of models that were left out are gone.
 */
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

/** Codes of all models together; where two models differ, the first one's. */
const codesOf = (capabilities: Capabilities): Record<string, string> =>
  Object.fromEntries(
    Object.values(capabilities)
      .toReversed()
      .flatMap((model) => Object.entries(model.languages ?? {})),
  );

/**
 * The canonical id of a language that was given as the vendor's own code, as clients of the catalogue may store it: first
 * by the codes of the chosen model, then by those of the others. A canonical id of the provider stays itself, and so does
 * what is neither, for the validation to refuse.
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
