/** What the domain refuses of transfers and handovers and a schema cannot say. Fields of handovers are those of stages. */
export const BEYOND_PASSING_SCHEMAS: Readonly<Record<string, RegExp>> = {
  'that the names of targets differ': /^transfer\.targets\[\d+\]\.name must differ from the names before it$/u,
  'which targets a call can be transferred to':
    /^transfer\.targets\[\d+\]\.((to|caller_id) must be a number in E\.164 such as .*|description is required|brief requires mode warm)$/su,
  'which targets handovers can have': /^handover\.targets\[\d+\]\.name must (not be|differ from) .*$/u,
  'which fields handovers can have':
    /^handover\.targets\[\d+\]\.fields\[\d+\]\.\w+ (does not apply to|must (?!have at most)|applies to).*$/su,
};

/** Handovers with every field. */
export const HANDOVER = {
  targets: [
    {
      ...{ name: 'billing', agent_id: 'a2', description: 'Invoices.', say: 'One moment.', context: 'summary' },
      ...{ fields: [{ name: 'order', description: 'The order.' }], may_return: true },
    },
  ],
};

/** Transfers with every field. */
export const TRANSFER = {
  targets: [{ name: 'desk', description: 'For invoices.', to: '+4930123456', mode: 'warm', ring_seconds: 25 }],
  ...{ when_unanswered: 'Offer to take a message.', ringback: false },
};
