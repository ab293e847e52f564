/** A property of characters in a pattern, such as `\p{L}`, another escape, or what is between them. */
const TOKEN = /\\[pP]\{[^}]*\}|\\.|[^\\]+|\\/gsu;
const PROPERTY = /^\\[pP]\{/;
/** A property, or another escape, which is shorter than the shortest property. */
const ESCAPE = /\\[pP]\{[^}]*\}|\\./gsu;
const SHORTEST_PROPERTY = '\\p{L}'.length;
/** A class with a property in it, and whether it is negated. */
const CLASS = /^\[(\^?)(.*)\]$/su;

/** `iu` ignores case. */
export type PatternFlags = 'iu' | 'u';

/** Tests whether a character fits. */
type CharacterTest = (char: string) => boolean;

/** Tests of properties. There are some thousand spellings of them, and reading one takes a tenth of a millisecond. */
const known: Readonly<Record<PatternFlags, Map<string, RegExp>>> = { iu: new Map(), u: new Map() };

/** The test of one property, made once in a process. Throws for a property that does not exist. */
function property(source: string, flags: PatternFlags): RegExp {
  const made = known[flags].get(source);
  if (made) return made;
  const test = new RegExp(`^${source}$`, flags);
  known[flags].set(source, test);
  return test;
}

/**
 * The pattern with another escape in the place of each property: it is valid if the pattern is. Throws for a property that does
 * not exist.
 */
export const withoutProperties = (source: string): string =>
  source.replaceAll(ESCAPE, (escape) => {
    if (escape.length < SHORTEST_PROPERTY) return escape;
    property(escape, 'u');
    return '\\w';
  });

/** The test of an atom: a character, an escape or a class. It is made when it is needed. */
export function atomTest(atom: string, flags: PatternFlags): CharacterTest {
  let test: CharacterTest | null = null;
  return (char) => (test ??= propertyTest(atom, flags) ?? plainTest(atom, flags))(char);
}

/** The test of an atom that has properties: they are tested one by one. Null for other atoms. */
function propertyTest(atom: string, flags: PatternFlags): CharacterTest | null {
  const [, negation, inside] = CLASS.exec(atom) ?? [];
  const tokens = tokensOf(inside ?? atom);
  const properties = tokens.filter((token) => PROPERTY.test(token));
  if (properties.length === 0) return null;
  const others = tokens.filter((token) => !PROPERTY.test(token)).join('');
  const rest = others === '' ? null : plainTest(`[${others.startsWith('^') ? `\\${others}` : others}]`, flags);
  const fits: CharacterTest = (char) =>
    properties.some((each) => property(each, flags).test(char)) || (rest !== null && rest(char));
  return negation === '^' ? (char) => !fits(char) : fits;
}

/** The test of an atom as regular expressions have it. */
function plainTest(atom: string, flags: PatternFlags): CharacterTest {
  const expression = new RegExp(`^(?:${atom})$`, flags);
  return (char) => expression.test(char);
}

const tokensOf = (source: string): readonly string[] => source.match(TOKEN) ?? [];
