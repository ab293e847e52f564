/** Text of the part of the agent form about web pages. */
export const webStrings = {
  wrong: (count: number): string =>
    count === 1
      ? 'A tool of the page has a problem: see the tab Web pages.'
      : `The tools of the page have ${count} problems: see the tab Web pages.`,
  phoneAgent: 'Pages can call browser agents only. Choose “Browser” on the tab Agent to put this one on a page.',
  embed: 'On your page',
  embedHint: 'Put this where the agent shall appear. A button opens a panel to talk or to write.',
  embedLater: 'Create the agent first: the tag has its id.',
  ticket:
    'ticket-url is an address of your server, on the page’s own origin. There it asks POST /api/v1/calls/web for a ticket, with an API key that the page never sees.',
  open: 'This runtime takes calls without a ticket. Your page must be in CORS_ORIGINS. With WEB_CALLS=ticket, the tag has ticket-url in place of socket-url.',
  copy: 'Copy the tag',
  copied: 'The tag is copied.',
  limits: 'Who may call',
  limitsHint: 'The console is not limited. Empty fields limit nothing.',
  origins: 'Allowed pages',
  originsHint:
    'One origin per line, such as https://shop.example.com or https://*.example.com. Empty: the pages that the operator allows.',
  atOnce: 'Calls of a visitor at once',
  perHour: 'Calls of a visitor in an hour',
  perMinute: 'Calls of all visitors in a minute',
  visitorHint: 'Your server names the visitor when it asks for a ticket.',
  tools: 'Tools of the page',
  toolsHint: 'What the model can do in the page, such as showing a product. The page has a function of the same name.',
  none: 'No tools yet.',
  add: 'Add a tool of the page',
  unnamed: 'New tool',
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Remove ${name}`,
} as const;
