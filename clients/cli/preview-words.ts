import type { components } from '../typescript/index.ts';
import { fields, moment, printable, shortened, table } from './table.ts';

type Preview = components['schemas']['CampaignPreview'];
type Estimate = components['schemas']['CampaignEstimate'];

/** What a campaign would do: counts, estimate, what it rests on, problems and the first contacts. */
export function previewInWords(preview: Preview): string {
  const { contacts, agents, sample, estimate, assumptions, problems, first_contacts } = preview;
  const parts = [
    fields({
      contacts: contacts.total,
      'to dial': contacts.to_dial,
      ...(agents && {
        'by agent': agents.map(({ name, agent_id, to_dial }) => `${name ?? agent_id} ${to_dial}`).join(', '),
      }),
      refused: countsInWords(contacts.refused, contacts.refused_by),
      'not at once': countsInWords(contacts.deferred, contacts.deferred_by),
      ...(sample && { sample: `${sample.judged} of ${sample.of} contacts were judged` }),
      ...estimateInWords(estimate),
      'based on': basisInWords(assumptions),
      ...valuesInWords(assumptions.values),
    }),
    ...problems.map((problem) => `Problem: ${printable(problem)}`),
    table(first_contacts, {
      CONTACT: ({ contact_index }) => contact_index,
      NUMBER: ({ phone_number }) => phone_number,
      DECISION: ({ decision }) => decision,
      WHY: ({ reason }) => reason,
      GREETING: ({ greeting_message }) => greeting_message && shortened(greeting_message),
      'WITHOUT VALUE': ({ missing_variables }) => missing_variables.join(', '),
    }),
  ];
  return parts.join('\n\n');
}

/** The assumptions, and how many parts of the day differ from them. */
const valuesInWords = ({ hours = [], ...values }: Preview['assumptions']['values']) => ({
  ...values,
  ...(hours.length > 0 && { hours: `${hours.length} parts of the day differ` }),
});

/** A number with the reasons behind it. */
function countsInWords(count: number, reasons: Readonly<Record<string, number | undefined>>): string {
  const named = Object.entries(reasons).map(([reason, each]) => `${reason} ${each}`);
  return named.length === 0 ? String(count) : `${count} (${named.join(', ')})`;
}

function estimateInWords({ begins_at, ends_at, ends_between, dials, reached, unfinished, cost }: Estimate) {
  const { amount, currency, amount_between: between, unpriced_lines: unpriced } = cost;
  return {
    begins: moment(begins_at),
    ends:
      moment(ends_at) + (ends_between ? `, ${moment(ends_between.earliest)} to ${moment(ends_between.latest)}` : ''),
    ...(unfinished > 0 && { 'never dialled': unfinished }),
    dials,
    reached,
    cost:
      `${amount} ${currency}` +
      (between ? `, ${between.lowest} to ${between.highest}` : '') +
      (unpriced > 0 ? `; incomplete: ${unpriced} lines have no price` : ''),
  };
}

const basisInWords = ({ based_on, earlier_calls, given }: Preview['assumptions']): string =>
  (based_on === 'defaults' ? 'defaults' : `${earlier_calls} earlier calls of the ${based_on}`) +
  (given.length > 0 ? `, with ${given.join(', ')} given` : '');

type Rehearsal = components['schemas']['CampaignRehearsal'];

/** A rehearsal beside the preview of the same contacts, and how far they differ. */
export function rehearsalInWords({ contacts, preview, rehearsal, deviation }: Rehearsal): string {
  const { estimate } = preview;
  const rows = [
    ['begins', moment(estimate.begins_at), moment(rehearsal.begins_at), null],
    ['ends', moment(estimate.ends_at), moment(rehearsal.ends_at), deviation.duration_percent],
    ['dials', estimate.dials, rehearsal.dials, deviation.dials_percent],
    ['contacts dialled', estimate.contacts_dialled, rehearsal.contacts_dialled, null],
    ['reached', estimate.reached, rehearsal.reached, null],
    ['minutes of talk', estimate.talk_minutes, rehearsal.talk_minutes, null],
    ['refused', preview.contacts.refused, sumOf(rehearsal.refused_by), null],
    ['never dialled', estimate.unfinished, rehearsal.unfinished, null],
    ['cost', estimate.cost.amount, `${rehearsal.cost.amount} ${rehearsal.cost.currency}`, deviation.cost_percent],
  ] as const;
  return [
    table(rows, {
      [`${contacts.rehearsed} OF ${contacts.of} CONTACTS`]: ([name]) => name,
      PREVIEW: ([, expected]) => expected,
      REHEARSAL: ([, , rehearsed]) => rehearsed,
      DIFFERENCE: ([, , , percent]) => (percent === null ? null : `${percent} %`),
    }),
    ...(rehearsal.stopped_because ? [`Stopped: ${printable(rehearsal.stopped_because)}`] : []),
    ...preview.problems.map((problem) => `Problem: ${printable(problem)}`),
    ...(rehearsal.callee_words.length > 0
      ? [table(rehearsal.callee_words, { SAID: ({ text }) => text, CALLS: ({ calls }) => calls })]
      : []),
  ].join('\n\n');
}

const sumOf = (counts: Readonly<Record<string, number | undefined>>): number =>
  Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);
