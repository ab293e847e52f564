/** Text about handovers to other agents. */
export const handoverStrings = {
  title: 'Handover to another agent',
  hint: 'The model can hand the conversation over to one of these agents, within the call. The other agent runs as published.',
  none: 'No targets yet.',
  add: 'Add an agent',
  newTarget: 'New target',
  nameHint: 'Lower-case letters, digits and underscores, for example billing.',
  agent: 'Agent',
  choose: 'Choose an agent',
  gone: (id: string) => `${id} (no such active agent)`,
  description: 'When to hand over',
  descriptionHint: 'Tells the model.',
  say: 'Said before',
  sayHint: 'Unless the model says something.',
  context: 'What the other agent knows of the conversation',
  fields: 'Fields',
  fieldsHint:
    'What the other agent gets, in its prompt and as {{name}}. Values are given by the model, or those that are known by the name.',
  mayReturn: 'It can hand the call back',
} as const;
