import type * as english from '../../../../src/pages/agents/bulk-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  bulkStrings: {
    filters: 'Agenten filtern',
    archive:
      'Sie nehmen keine Anrufe an und rufen nicht an, und ihre Kampagnen pausieren. Rufnummern, Einstellungen und Anrufe bleiben erhalten. Sie können sie wiederherstellen.',
    restore: 'Sie nehmen wieder Anrufe an und rufen an. Pausierte Kampagnen bleiben pausiert, bis Sie sie fortsetzen.',
    remove:
      'Ihre Rufnummern werden frei und ihre Anwendungen bei den Telefonieanbietern entfernt. Ihre Anrufe bleiben erhalten. Das lässt sich nicht rückgängig machen.',
  },
};
