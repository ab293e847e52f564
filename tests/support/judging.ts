/** An analysis section that judges a call by its transcript, and extracts the day, guests and dishes. */
export const JUDGING = {
  success_criterion: 'A table is booked.',
  fields: {
    type: 'object',
    properties: {
      day: { type: 'string' },
      guests: { type: 'integer' },
      dishes: { type: 'array', items: { type: 'string' } },
    },
  },
  llm_config: {
    provider: 'script',
    rules: [
      rule('table for (\\d+) on (\\w+)', 'yes', { guests: '$1', day: '$2', dishes: ['soup', 'rice'] }),
      rule('=SUM', 'unknown', { day: '=1+1' }),
      rule('no table', 'no', {}),
      { when: 'nonsense', say: 'I would rather not.' },
    ],
  },
};

function rule(when: string, success: string, fields: object) {
  const given = { summary: `Said "${success}".`, success, success_reason: 'It was said.', fields };
  return { when, say: '', call: { tool: 'call_analysis', arguments: given } };
}
