/** What the caller does next, and when. */
export type ScriptStep =
  /** Says it when the agent has finished, and expects an answer. A number in brackets is a pause in ms. */
  | { readonly kind: 'question' | 'goodbye'; readonly text: string; readonly fadesByDb?: number }
  /** Says it this long after the agent's reply began. A barge-in is answered, a backchannel is not. */
  | { readonly kind: 'barge-in' | 'backchannel'; readonly text: string; readonly afterMs: number }
  /** Is silent until the agent asks whether the caller is still there. */
  | { readonly kind: 'silence' };

export type Script = readonly ScriptStep[];

const QUESTIONS = [
  'what are your opening hours on sunday',
  'do you have anything without gluten',
  'how much is the menu for children',
  'is there a place to leave the car',
  'can we bring our dog with us',
  'do you take cards or only cash',
];

const PAUSING = [
  'i want to book a table [600] for two at eight in the evening',
  'well i was thinking [1100] maybe friday would be better for us',
  'we are coming with my sister [400] and her three children [600] so we need a big table',
  'i would like to know [250] whether the terrace is open',
  'the thing is [1100] that my train arrives at seven [400] and i do not know the way',
  'could you put us [600] somewhere near the window',
];

const CORRECTIONS = [
  'on friday at nine [400] no wait i mean thursday',
  'for six people [600] sorry make that eight',
  'my name is baker [400] no it is barker',
];

const DIGITS = [
  'my number is four one five [600] five five five [700] zero one two three',
  'the code is nine two [900] eight eight [500] seven one',
  'call me at two zero seven [500] nine four six [600] zero nine five eight',
];

/** They end with a word after which more is expected. */
const UNFINISHED = [
  'i will come with my brother and [900] with my aunt',
  'we would like the fish but [700] without the sauce',
];

const BACKCHANNELS = ['yeah', 'okay', 'right', 'uh huh'];

/** From 0.4 to 5 seconds. */
const BARGE_INS = [
  'stop',
  'wait a moment please',
  'sorry can i ask you something else about the price of the menu',
  'excuse me that is all very interesting but what i really need to know is whether you have a room for a party of twenty on saturday',
];

const GOODBYES = ['that is all thank you goodbye', 'goodbye', 'thanks a lot and goodbye'];

/** Twelve of the callers' phrases without a pause, for recognisers that have a list of them. */
export const PHRASES: readonly string[] = [...QUESTIONS, ...BARGE_INS.slice(0, 3), ...GOODBYES];

const pick = <T>(texts: readonly T[], index: number): T => texts[index % texts.length] as T;

/** One conversation of about 75 seconds. The last question is answered at length, so that it can be interrupted. */
function scriptOf(index: number): Script {
  const question = (text: string): ScriptStep => ({ kind: 'question', text });
  const backchannel: ScriptStep = { kind: 'backchannel', text: pick(BACKCHANNELS, index), afterMs: 1_200 };
  const detail: ScriptStep[] = [
    question(pick(CORRECTIONS, index)),
    question(pick(DIGITS, index)),
    question(pick(UNFINISHED, index)),
  ];
  return [
    question(pick(QUESTIONS, index)),
    question(pick(PAUSING, index)),
    backchannel,
    pick(detail, index),
    { kind: 'question', text: pick(QUESTIONS, index + 3), fadesByDb: 8 },
    pick(detail, index + 1),
    question('please explain how it works'),
    { kind: 'barge-in', text: pick(BARGE_INS, index), afterMs: 1_500 + 400 * (index % 3) },
    ...(index % 3 === 0 ? [{ kind: 'silence' } as const] : []),
    { kind: 'goodbye', text: pick(GOODBYES, index) },
  ];
}

export const SCRIPTS: readonly Script[] = Array.from({ length: 12 }, (_, index) => scriptOf(index));

/** What the agent says. */
export const AGENT = {
  greeting: 'Welcome to the harbour restaurant. How can I help you?',
  reply: 'Certainly. I have written that down and will pass it on to the kitchen today.',
  explanation:
    'You tell me the day and the time. I look for a free table and hold it for you. An hour before you come, we send ' +
    'you a short message. If you cannot come, you answer with the word no, and we give the table to other guests.',
  goodbye: 'Thank you for calling. Goodbye.',
  idlePrompt: 'Are you still there?',
  closing: 'I will end the call now.',
} as const;
