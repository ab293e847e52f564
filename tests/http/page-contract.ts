/** What the domain refuses of the sections about pages and a schema cannot say. */
export const BEYOND_PAGE_SCHEMAS: Readonly<Record<string, RegExp>> = {
  'what an origin is': /^web\.allowed_origins\[\d+\] must be an origin .*$/su,
  'that the names of page tools differ from others':
    /^page_tools\[\d+\]\.name must (not be \w+: .*|differ from the names of .*)$/u,
  'what the parameters of a page tool may use': /^page_tools\[\d+\]\.parameters\b.*$/u,
};

/** Sections about pages with every field. */
export const PAGES = {
  web: {
    allowed_origins: ['https://shop.example.com'],
    visitor_calls_at_once: 1,
    visitor_calls_per_hour: 10,
    calls_per_minute: 60,
  },
  page_tools: [
    {
      ...{ name: 'show_product', description: 'Shows a product.', parameters: { type: 'object', properties: {} } },
      ...{ timeout_secs: 5, side_effects: false, say_while_waiting: 'One moment.' },
    },
  ],
};
