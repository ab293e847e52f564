import { isQuestion } from './backchannels.ts';
import { normalisedWords } from './words-look.ts';

/** How consent to a recording is asked for, given, refused and withdrawn in a language. */
interface ConsentWords {
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  /** Requests to stop. They also refuse. */
  readonly stop: string;
  /** Negations and questions: beside them, words such as "okay" give none. */
  readonly unclear: string;
}

const LANGUAGES: Readonly<Record<string, ConsentWords>> = {
  en: {
    question: 'May I record this call? Please say yes or no.',
    yes: `yes, yeah, yep, yup, sure, ok, okay, of course, go ahead, go for it, fine, that's fine, that's okay, all right, alright,
      no problem, not a problem, I don't mind, no objection, no objections, why not, I agree, I consent, I do, you may, you can,
      please do, absolutely, certainly, definitely, by all means`,
    no: `no, nope, nah, never, of course not, certainly not, absolutely not, definitely not, rather not, better not, please not,
      not okay, not ok, not fine, not all right, not agree, don't agree, disagree, don't consent, don't want, do not want,
      don't like, do not like, do not agree, do not consent, refuse, decline, object, I do mind, you may not, you can't, you cannot,
      please don't, I don't think so`,
    stop: `stop recording, stop the recording, stop this recording, don't record, do not record, not record, not be recorded,
      not to be recorded, without recording, no recording, turn off the recording, turn the recording off, switch off the recording,
      switch the recording off, delete the recording`,
    unclear: "not, don't, didn't, can't, cannot, won't, what, why, how, who, when, which",
  },
  de: {
    question: 'Darf ich dieses Gespräch aufzeichnen? Bitte sagen Sie Ja oder Nein.',
    yes: `ja, jaja, jawohl, gerne, gern, okay, ok, klar, sicher, natürlich, selbstverständlich, einverstanden, in Ordnung, von mir aus,
      kein Problem, kein Thema, dürfen Sie, das dürfen Sie, machen Sie das, machen Sie ruhig, ich stimme zu, stimme zu, passt, geht klar,
      nichts dagegen, habe nichts dagegen, warum nicht`,
    no: `nein, nee, nö, niemals, lieber nicht, bitte nicht, besser nicht, auf keinen Fall, auf gar keinen Fall, natürlich nicht,
      nicht einverstanden, nicht in Ordnung, nicht okay, nicht ok, möchte ich nicht, will ich nicht, ich möchte nicht, ich will nicht,
      möchte das nicht, will das nicht, stimme nicht zu, dürfen Sie nicht, das dürfen Sie nicht, ungern, ich lehne ab, lehne das ab`,
    stop: `nicht aufzeichnen, nicht aufnehmen, nicht aufgezeichnet, nicht aufgenommen, keine Aufzeichnung, keine Aufnahme,
      Aufzeichnung stoppen, Aufnahme stoppen, Aufzeichnung beenden, Aufnahme beenden, ohne Aufzeichnung, ohne Aufnahme,
      hören Sie auf aufzuzeichnen, hören Sie auf aufzunehmen, stoppen Sie die Aufzeichnung, stoppen Sie die Aufnahme,
      beenden Sie die Aufzeichnung, beenden Sie die Aufnahme, Aufzeichnung ausschalten, Aufnahme ausschalten`,
    unclear: 'nicht, kein, keine, keinen, was, warum, wieso, weshalb, wofür, wozu, wer, wie',
  },
  fr: {
    question: 'Puis-je enregistrer cet appel ? Répondez par oui ou par non.',
    yes: `oui, ouais, bien sûr, d'accord, ok, okay, certainement, volontiers, absolument, allez-y, vas-y, pas de problème, pas de souci,
      aucun problème, je suis d'accord, j'accepte, je veux bien, ça me va, vous pouvez, pourquoi pas, avec plaisir`,
    no: `non, jamais, pas du tout, surtout pas, plutôt pas, bien sûr que non, certainement pas, absolument pas, pas d'accord,
      je refuse, je ne veux pas, je veux pas, je ne préfère pas, je préfère pas, je n'accepte pas, j'accepte pas, je préfère que non,
      vous ne pouvez pas, vous pouvez pas`,
    stop: `n'enregistrez pas, ne pas enregistrer, pas enregistrer, pas être enregistré, pas être enregistrée, pas d'enregistrement,
      arrêtez l'enregistrement, arrêter l'enregistrement, arrêtez d'enregistrer, arrêter d'enregistrer, coupez l'enregistrement,
      sans enregistrement, sans enregistrer`,
    unclear: "pas, ne, n', quoi, pourquoi, comment, qui, combien",
  },
  es: {
    question: '¿Puedo grabar esta llamada? Responda sí o no, por favor.',
    yes: `sí, si, claro, claro que sí, por supuesto, vale, de acuerdo, está bien, ok, okay, adelante, sin problema, no hay problema,
      ningún problema, no me importa, acepto, puede, puedes, puede grabar, cómo no, por qué no, desde luego`,
    no: `no, claro que no, por supuesto que no, desde luego que no, de ninguna manera, nunca, jamás, mejor no, prefiero que no, no quiero,
      no acepto, no estoy de acuerdo, no puede, no puedes, me niego, no me gusta, preferiría que no`,
    stop: `no grabe, no grabes, no me grabe, no me grabes, no grabar, no ser grabado, no ser grabada, deje de grabar, deja de grabar,
      dejen de grabar, pare la grabación, para la grabación, detenga la grabación, sin grabar, sin grabación, apague la grabación`,
    unclear: 'nada, ningún, ninguna, qué, por qué, para qué, cómo, quién',
  },
  it: {
    question: 'Posso registrare questa chiamata? Risponda sì o no, per favore.',
    yes: `sì, si, certo, certamente, va bene, d'accordo, ok, okay, volentieri, nessun problema, non c'è problema, non mi dispiace,
      sono d'accordo, accetto, può, puoi, faccia pure, prego, assolutamente sì, perché no, come no`,
    no: `no, certo che no, certamente no, assolutamente no, mai, meglio di no, preferisco di no, preferirei di no,
      non voglio, non accetto, non sono d'accordo, non può, non puoi, mi rifiuto, rifiuto, non va bene`,
    stop: `non registrare, non registri, non mi registri, non essere registrato, non essere registrata, smetta di registrare,
      smetti di registrare, fermi la registrazione, ferma la registrazione, interrompa la registrazione, senza registrare,
      senza registrazione, spenga la registrazione`,
    unclear: 'non, niente, che, cosa, perché, come, chi',
  },
  pt: {
    question: 'Posso gravar esta chamada? Responda sim ou não, por favor.',
    yes: `sim, claro, claro que sim, com certeza, pode, podes, pode sim, pode gravar, está bem, tá bom, tudo bem, ok, okay, sem problema,
      sem problemas, não há problema, não tem problema, não me importo, concordo, aceito, de acordo, à vontade, por que não`,
    no: `não, claro que não, de jeito nenhum, de forma alguma, nunca, jamais, melhor não, prefiro que não, prefiro não, não quero, não aceito,
      não concordo, não pode, não podes, recuso, nem pensar`,
    stop: `não grave, não grava, não me grave, não gravar, não ser gravado, não ser gravada, pare de gravar, para de gravar,
      parem de gravar, pare a gravação, para a gravação, interrompa a gravação, sem gravar, sem gravação, desligue a gravação`,
    unclear: 'nada, nenhum, nenhuma, que, quê, por quê, porquê, como, quem',
  },
  nl: {
    question: 'Mag ik dit gesprek opnemen? Zeg alstublieft ja of nee.',
    yes: `ja, jawel, jazeker, zeker, natuurlijk, prima, goed, dat is goed, oké, oke, ok, akkoord, graag, ga je gang, ga uw gang,
      geen probleem, geen bezwaar, dat mag, u mag, je mag, ik ga akkoord, waarom niet, mij best, vind ik goed`,
    no: `nee, neen, nooit, liever niet, beter niet, natuurlijk niet, zeker niet, absoluut niet, niet akkoord, niet goed, niet oké,
      dat mag niet, u mag niet, je mag niet, ik wil niet, wil ik niet, ik wil dat niet, ik weiger, bezwaar, heb bezwaar`,
    stop: `niet opnemen, niet opgenomen, niet op te nemen, geen opname, stop met opnemen, stop de opname, stopt u met opnemen,
      stopt u de opname, zonder opname, zonder op te nemen, zet de opname uit`,
    unclear: 'niet, geen, wat, waarom, waarvoor, hoe, wie',
  },
};

/** Most words of an answer that are neither yes nor no. "Yes, but first I would like to know …" has more: it is unclear. */
const OTHER_WORDS_MAX = 3;

const MEANINGS = ['yes', 'no', 'stop', 'unclear'] as const;
type Meaning = (typeof MEANINGS)[number];

const phrasesOf = (list: string): string[] => list.split(',').map((phrase) => normalisedWords(phrase));

/** The phrases of every language, the longest first: "of course not" comes before "of course". */
const PHRASES = new Map(
  Object.entries(LANGUAGES).map(([language, words]) => {
    const all = MEANINGS.flatMap((meaning) => phrasesOf(words[meaning]).map((phrase) => [phrase, meaning] as const));
    return [language, all.toSorted(([one], [other]) => other.length - one.length)];
  }),
);

/** One character more than the longest phrase has: what shows whether a text begins with one. */
const BEGINNING = Math.max(...[...PHRASES.values()].flat().map(([phrase]) => phrase.length)) + 1;

const withoutRegion = (language: string): string => language.split('-', 1).join('');

/** The sentence that asks for consent in a language, or null if there is none. */
export const consentQuestionIn = (language: string): string | null =>
  LANGUAGES[withoutRegion(language)]?.question ?? null;

/**
 * What the words answer to the question whether the call may be recorded: null when they answer nothing clearly, are a
 * question, or in a language without a word list. A refusal outweighs consent in the same words.
 */
export function consentAnswerIn(text: string, language: string): 'yes' | 'no' | null {
  const { meanings, others, first } = meaningsIn(text, language);
  const isShort = others <= OTHER_WORDS_MAX;
  if (meanings.includes('stop')) return 'no';
  if (meanings.includes('no')) return isShort || first === 'no' ? 'no' : null;
  return isShort && meanings.includes('yes') && !meanings.includes('unclear') && !isQuestion(text) ? 'yes' : null;
}

/** Whether the words ask to stop the recording, in a language with a word list. */
export const asksToStopRecording = (text: string, language: string): boolean =>
  meaningsIn(text, language).meanings.includes('stop');

/** The phrases in the words, the number of words outside them, and what the first words mean. */
function meaningsIn(
  text: string,
  language: string,
): { readonly meanings: readonly Meaning[]; readonly others: number; readonly first: Meaning | null } {
  const phrases = PHRASES.get(withoutRegion(language)) ?? [];
  const meanings: Meaning[] = [];
  let [others, first]: [number, Meaning | null] = [0, null];
  for (let rest = normalisedWords(text); rest !== '';) {
    const beginning = `${rest.slice(0, BEGINNING)} `;
    const found = phrases.find(([phrase]) => beginning.startsWith(`${phrase} `));
    if (found) meanings.push(found[1]);
    else others += 1;
    if (found && others === 0 && first === null) first = found[1];
    const length = found ? found[0].length : rest.indexOf(' ');
    rest = length === -1 ? '' : rest.slice(length).trimStart();
  }
  return { meanings, others, first };
}
