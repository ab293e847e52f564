import type * as english from '../../../../src/pages/privacy/strings.ts';
import { formatCount } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    title: 'Privacidad',
    lead: 'Cuánto conserva esta organización lo que dejan sus llamadas y cómo se borra.',
    retention: 'Retención',
    retentionLead:
      'En días desde el inicio de una llamada. Lo más antiguo se elimina cada hora y no se puede recuperar. Un campo vacío lo conserva sin límite.',
    fields: {
      recordings_days: 'Grabaciones',
      transcripts_days: 'Transcripciones',
      calls_days: 'Llamadas, con todo lo que les pertenece',
    },
    bounds: (minimum, maximum) => `Un número entero de ${minimum} a ${maximum}, o nada.`,
    onlyAdmins: 'Solo los administradores pueden cambiarlo.',
    save: 'Guardar',
    saved: 'Retención guardada.',
    erasures: {
      title: 'Borrado',
      lead: 'Borra todo lo relativo a un número de teléfono: llamadas con grabaciones y transcripciones, contactos, filas de listas de contactos y eventos. No se puede recuperar. La entrada de la lista de exclusión se queda, para que no se vuelva a llamar al número.',
      number: 'Número de teléfono',
      numberHint: 'Con su código de país, por ejemplo +14155550100.',
      eraseNumber: 'Borrar el número',
      confirmNumber: (number) =>
        `Se borra todo lo guardado sobre ${number}. No se puede recuperar. Las llamadas en curso se borran cuando terminan.`,
      eraseOrganisation: 'Borrar todos los datos',
      organisationLead:
        'Borra todos los datos de esta organización: agentes, llamadas, campañas, listas de contactos, documentos, credenciales, claves de API y configuración. Los miembros y el registro de auditoría se quedan.',
      confirmOrganisation:
        'Se borran todos los datos de esta organización y no se pueden recuperar. Escriba el ID de la organización para confirmarlo:',
      organisationId: 'ID de la organización',
      requested: 'El borrado ha empezado.',
      caption: 'Borrados de esta organización',
      of: 'De',
      organisation: 'Todos los datos',
      state: 'Estado',
      pending: 'En curso',
      done: 'Hecho',
      waiting: (count) => `Espera a ${formatCount(count)} en uso`,
      erased: 'Borrado',
      counts: {
        calls: 'llamadas',
        contacts: 'contactos',
        contact_lists: 'listas de contactos',
        campaigns: 'campañas',
        documents: 'documentos',
        records: 'otros registros',
      },
      nothing: 'nada',
      at: 'Solicitado',
      cancel: 'Cancelar',
    },
  },
};
