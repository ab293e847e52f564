import type * as english from '../../../../src/pages/agents/bulk-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  bulkStrings: {
    filters: 'Filtrar agentes',
    archive:
      'No atienden ni hacen llamadas, y sus campañas se pausan. Se conservan números, configuración y llamadas. Puede restaurarlos.',
    restore: 'Vuelven a atender y a hacer llamadas. Las campañas en pausa siguen así hasta que las reanude.',
    remove:
      'Se liberan sus números y se eliminan sus aplicaciones en los proveedores de telefonía. Sus llamadas se conservan. No se puede deshacer.',
  },
};
