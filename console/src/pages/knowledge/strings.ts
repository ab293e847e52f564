/** Text of the knowledge pages. */
export const strings = {
  title: 'Knowledge',
  lead: 'Documents that agents answer from.',
  choose: 'Choose PDF files or drop them here',
  hint: 'With text in them: a scan without recognised text cannot be read.',
  uploads: 'Uploads',
  sending: (name: string) => `Sending ${name}`,
  refused: (name: string, why: string) => `${name}: ${why}`,
  dismiss: (name: string) => `Dismiss ${name}`,
  none: 'No documents yet',
  noneWhy: 'Upload one above. When it is ready, choose it in the knowledge settings of an agent.',
  views: 'Views of the knowledge',
  documents: 'Documents',
  try: 'Try a question',
  nothingReady: 'Nothing can be asked yet',
  nothingReadyWhy: 'Upload a document and wait until it is ready. Then this shows what agents would be given of it.',
  question: 'Question',
  questionHint: 'You see the passages that agents would be given for it. No agent answers.',
  questionMissing: 'Write a question.',
  find: 'Find passages',
  within: (chosen: number, ready: number) =>
    chosen === ready
      ? `In all documents that are ready (${ready})`
      : `In ${chosen} of ${ready} documents that are ready`,
  toAsk: 'Documents to look in',
  documentsMissing: 'Choose at least one document.',
  found: (count: number, question: string) =>
    count === 1 ? `1 passage for “${question}”` : `${count} passages for “${question}”`,
  noneFound: 'No passage was found',
  noneFoundWhy: 'The documents may have been deleted in the meantime.',
  noneNear:
    'Nothing comes near to this question. Agents are given these passages all the same, and are told to say that they do not know when none of them fits.',
  page: (page: number) => `page\u00a0${page}`,
  open: 'Open',
  openAt: (name: string, page: number | null) => (page === null ? `Open ${name}` : `Open ${name} at page ${page}`),
  closeness: { nearest: 'Nearest', near: 'Near', farther: 'Farther', unrelated: 'Hardly related' },
  distance: (distance: number) => `Distance ${distance.toFixed(2)}`,
  distanceWhy:
    'The smaller the distance, the nearer a passage is to the question: at 0 they say the same, at 1 they have nothing in common. Compare the passages with each other, because every embedding model measures in its own way.',
  document: 'Document',
  status: 'Status',
  statuses: { processing: 'Being read', ready: 'Ready', failed: 'Failed' },
  passages: 'Passages',
  usedBy: 'Used by',
  nobody: 'No agent',
  talk: 'talk',
  added: 'Added',
  more: (name: string) => `More for ${name}`,
  preview: 'Open the PDF',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteWhat: (agents: readonly string[]) =>
    agents.length === 0
      ? 'The PDF and everything that was made of it are removed.'
      : `The PDF and everything that was made of it are removed. ${agents.join(', ')} will go on without it.`,
  deleted: (name: string) => `${name} is deleted.`,
} as const;
