import { repeated, stemOf, wordsOf, type Term, type Terms } from './vocabulary.ts';

/** A term that a rule does not allow. */
export interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly found: string;
}

const list = (words: string): Set<string> => new Set(words.split(/\s+/).filter((word) => word !== ''));

/** Words that no name has: metaphors, and verbs for which the glossary has a term. */
const BANNED_IN_NAMES = list(`
  mouth ear ears hearing thinker thinkers brain mind murmur murmurs recite reciting crew nursery desk yard door house mischief
  hire dismiss born wink farewell foresee foreseen foresight foretold foretell guess guesses forget
  told tell said owed uttered spoken asked begun heard settle settler settling settlement
  hold held patience patient patiently promptly steadily quietly figures pictures lately stillness closeness troubles
  ceiling trail poke beat
`);

/** Words that no type and no file has, because they have many meanings. A turn is one of a conversation. */
const BANNED_IN_TYPES = list('line lines voice turn turns');

type AllowedNames = readonly (readonly [file: string, name: RegExp])[];

const ALLOWED_NAMES: AllowedNames = [
  ['', /audit-?trail/i],
  ['', /hold-?message/i],
  ['domain/agents/', /^hold$/],
  ['domain/voice/', /^hold$/],
  ['tests/', /^hold$/],
  ['console/', /^dismiss/],
  ['clients/widget/messages/', /^hearing$/],
  ['domain/campaigns/', /^settling$/],
  ['domain/voice/', /^idlePromptsSpoken$/],
  ['adapters/simulator/', /heard/i],
  ['tests/adapters/simulator/', /heard/i],
  ['tests/telephony/telephone.ts', /^heard$/],
  ['domain/rehearsal/', /^(asked|hearing|held)$/],
  ['tools/scenario/', /^(asked|hold)$/],
];

/** Names that a rule allows, in the files whose path begins so. */
const ALLOWED: Readonly<Record<string, AllowedNames>> = {
  'banned-name': ALLOWED_NAMES,
  'banned-local-name': ALLOWED_NAMES,
  'banned-type-name': [
    ['', /voice-?(activity|server)/i],
    ['', /^voice[A-Z-]|^Voice[A-Z]/],
    ['', /(log|command|text|csv|readable|batched)-?lines?/i],
    ['', /^LinesField/],
    [
      '',
      /^((Unc|C)onfirmedTurn|CallerTurn|TurnReports|TurnMetrics|TurnLog|turn-metrics|VendorTurnReport|conversation-end-of-turn|alternating-turns)$/,
    ],
    ['', /^(end-of-turn|EndOfTurn)/],
    ['bench/', /^(voice|turns)$/],
    ['tests/bench/', /^turns$/],
  ],
  'duplicate-type': [],
  // Word lists, sample documents and quoted speech.
  'banned-string': [
    ['adapters/lib/word-lists.ts', /./],
    ['bench/retrieval/english.ts', /./],
    ['tests/architecture/vocabulary-rules.ts', /./],
    ['tests/', /everybody|to somebody|behind the house|to the desk|Shall I go on|words go on|For ever|^550 |^354 /],
  ],
};

/** Words and phrases that no comment, message, title or document has. */
export const BANNED_PROSE: readonly RegExp[] = [
  /\b(some(body|one)|who(m)?ever|everybody|nobody)\b/i,
  /\bso (many|long)\b|\bas long as it is its turn\b/i,
  /\b(lest|meanwhile|thereby|whereupon|hence|for ever|by itself)\b/i,
  /\b(mend(s|ed|ing)?|broken off|breaks off|gone on|goes on|go on|comes to nothing)\b/i,
  /\b(is told|are told|tells? of|told of|is heard of|looks after|in mind|gives? up)\b/i,
  /(?<!\bthere )\b(is|are) no (?!longer|more than|less than)\w|\bnames no\b|\bof (this|that|one|every|any) kind\b/i,
  /\bmischief\b|\bthe house\b|\bthis house\b/i,
  /\b(agent|model|vendor|recogniser|platform|runtime|software|LLM|STT|TTS) (hears|thinks|speaks)\b/i,
  /\bwho (hears|thinks|speaks)\b/i,
  /\bbarg(e|es|ed|ing) in\b/i,
  /\bthe (mouth|ear|mind|brain|nursery|crew|desk|phone book)\b|\bforesight\b|\bforeseen\b/i,
];

const TITLE_STARTS = /^(and|or|but|nor|so|to|of|by|with|also|even|only|twice|never|not|when|while)\b/i;

const PARTICIPLE = /^[A-Z][a-z]*(ed|ing)$/;
const PARTICIPLES =
  list(`Told Said Held Kept Heard Found Sent Owed Begun Taken Given Chosen Frozen Spoken Unspoken Shown Known
  Out Due Around Aside Perform`);
const PARTICIPLE_NOUNS = list('Deferred Encoding Reasoning Recording Resampling Setting Timing Meaning');

const violations = (rule: string, { file }: Terms, terms: readonly Term[]): Violation[] =>
  terms
    .filter(({ text }) => !ALLOWED[rule]?.some(([path, name]) => file.startsWith(path) && name.test(text)))
    .map(({ text, line }) => ({ rule, file, line, found: text }));

const stemTerm = (file: string): Term => ({ text: stemOf(file), line: 1 });

const hasBanned = (name: string, banned: ReadonlySet<string>): boolean =>
  wordsOf(name).some((word) => banned.has(word)) || /^note[A-Z]/.test(name);

const exposed = ({ names }: Terms, isExposed: boolean): Term[] => names.filter((name) => name.isExposed === isExposed);

const bannedNames = (rule: string, terms: Terms, names: readonly Term[]): Violation[] =>
  violations(
    rule,
    terms,
    names.filter(({ text }) => hasBanned(text, BANNED_IN_NAMES)),
  );

const prose = (rule: string, terms: Terms, kind: 'comments' | 'strings' | 'titles'): Violation[] =>
  violations(
    rule,
    terms,
    terms[kind].filter(({ text }) => BANNED_PROSE.some((banned) => banned.test(text))),
  );

/** The rules that look at one file alone. */
export const FILE_RULES: Readonly<Record<string, (terms: Terms) => Violation[]>> = {
  'banned-name': (terms) => bannedNames('banned-name', terms, [stemTerm(terms.file), ...exposed(terms, true)]),
  'banned-local-name': (terms) => bannedNames('banned-local-name', terms, exposed(terms, false)),
  'banned-type-name': (terms) =>
    violations(
      'banned-type-name',
      terms,
      [stemTerm(terms.file), ...terms.types].filter(({ text }) => hasBanned(text, BANNED_IN_TYPES)),
    ),
  'participle-type': (terms) =>
    violations(
      'participle-type',
      terms,
      terms.types.filter(({ text }) => PARTICIPLES.has(text) || (PARTICIPLE.test(text) && !PARTICIPLE_NOUNS.has(text))),
    ),
  'banned-comment': (terms) => prose('banned-comment', terms, 'comments'),
  'banned-string': (terms) => prose('banned-string', terms, 'strings'),
  'banned-title': (terms) => prose('banned-title', terms, 'titles'),
  'title-start': (terms) =>
    violations(
      'title-start',
      terms,
      terms.titles.filter(({ text, of }) => of === 'it' && TITLE_STARTS.test(text)),
    ),
};

/** Basenames that several files of one ring may have, beside those of ports and of what implements and serves them. */
const SHARED_BASENAMES = list(`
  index main server options strings sqlite http filesystem headers requests knowledge
  stt tts llm telephony stt-protocol tts-protocol dialect signature reports lookup rest fields api keys numbers messages
`);

/** Finds files of one ring that share a basename. Tests are named after what they test. */
export function duplicateBasenames(all: readonly Terms[], ringOf: (file: string) => string): Violation[] {
  const ports = new Set(
    all.filter(({ file }) => file.startsWith('application/ports/')).map(({ file }) => stemOf(file)),
  );
  const named = all.filter(({ file }) => ringOf(file) !== 'tests' && !ports.has(stemOf(file)));
  const own = named.filter(({ file }) => !SHARED_BASENAMES.has(stemOf(file)));
  const groups = repeated(own, ({ file }) => `${ringOf(file)} ${stemOf(file)}`);
  return [...groups.values()]
    .flat()
    .flatMap((terms) => violations('duplicate-basename', terms, [stemTerm(terms.file)]));
}

/** Finds exported types that several files declare. */
export function duplicateTypes(all: readonly Terms[]): Violation[] {
  const exported = all.flatMap((terms) =>
    violations(
      'duplicate-type',
      terms,
      terms.types.filter(({ isExported }) => isExported),
    ),
  );
  return [...repeated(exported, ({ found }) => found).values()].filter(inSeveralFiles).flat();
}

const inSeveralFiles = (found: readonly Violation[]): boolean => new Set(found.map(({ file }) => file)).size > 1;
