/** Text of what is done with several agents of the list. */
export const bulkStrings = {
  filters: 'Filter agents',
  archive:
    'They take and make no calls, and their campaigns pause. Numbers, settings and calls are kept. You can restore them.',
  restore: 'They take and make calls again. Campaigns that were paused stay paused until you resume them.',
  remove:
    'Their numbers are released and their applications at the telephony providers are removed. Their calls are kept. This cannot be undone.',
} as const;
