import type * as english from '../../../../src/pages/knowledge/strings.ts';
import { formatCount, formatDecimal, plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    title: 'Conocimiento',
    lead: 'Documentos con los que responden los agentes.',
    choose: 'Elija archivos o suéltelos aquí',
    hint: 'PDF, Word (.docx), HTML, Markdown, texto o CSV con las columnas question y answer. Los escaneos sin reconocimiento de texto no se pueden leer.',
    addPage: 'Páginas web',
    add: 'Añadir',
    pageKind: 'Qué añadir',
    pageKinds: { page: 'Una página web', sitemap: 'Las páginas de un sitemap' },
    pageUrl: 'Dirección',
    pageHint:
      'Páginas públicas, si lo permite el robots.txt de su sitio. Se convierten en documentos y se mantienen al día.',
    pathPrefix: 'Páginas bajo',
    pathPrefixHint: 'Por ejemplo /help/',
    maxPages: 'Máximo de páginas',
    sitemapPages: (pages, leftOut) =>
      leftOut === 0
        ? plural(pages, '1 página', `${formatCount(pages)} páginas`)
        : `${plural(pages, '1 página', `${formatCount(pages)} páginas`)}, y al menos ${formatCount(leftOut)} sin incluir`,
    pageRefresh: 'Comprobar de nuevo',
    intervals: { daily: 'Cada día', weekly: 'Cada semana', manual: 'Solo a petición' },
    checks: {
      daily: 'se comprueba cada día',
      weekly: 'se comprueba cada semana',
      manual: 'se comprueba a petición',
    },
    checked: 'última vez',
    checkNow: 'Comprobar ahora',
    checkEvery: {
      daily: 'Comprobar cada día',
      weekly: 'Comprobar cada semana',
      manual: 'Comprobar solo a petición',
    },
    uploads: 'Archivos subidos',
    sending: (name) => `Enviando ${name}`,
    refused: (name, why) => `${name}: ${why}`,
    dismiss: (name) => `Ocultar ${name}`,
    none: 'Todavía no hay documentos',
    noneWhy:
      'Suba un archivo o añada una página web arriba. Cuando esté listo, elíjalo en los ajustes de conocimiento de un agente.',
    views: 'Vistas del conocimiento',
    documents: 'Documentos',
    try: 'Probar una pregunta',
    nothingReady: 'Todavía no hay documentos listos',
    nothingReadyWhy: 'Suba un documento y espere a que esté listo. Después, pruebe qué pasajes reciben los agentes.',
    question: 'Pregunta',
    questionHint: 'Muestra los pasajes que recibirían los agentes. No responde ningún agente.',
    questionMissing: 'Escriba una pregunta.',
    find: 'Buscar pasajes',
    within: (chosen, ready) =>
      chosen === ready ? `En todos los documentos listos (${ready})` : `En ${chosen} de ${ready} documentos listos`,
    toAsk: 'Documentos en los que buscar',
    documentsMissing: 'Elija al menos un documento.',
    found: (count, question) => plural(count, `1 pasaje para «${question}»`, `${count} pasajes para «${question}»`),
    noneFound: 'No se encontraron pasajes',
    noneFoundWhy: 'Es posible que los documentos se hayan eliminado entretanto.',
    noneNear: 'Ningún pasaje se acerca a esta pregunta. Los agentes no reciben ninguno y dicen que no lo saben.',
    page: (page) => `página\u00a0${page}`,
    open: 'Abrir',
    download: 'Descargar',
    downloadOf: (name) => `Descargar ${name}`,
    openAt: (name, page) => (page === null ? `Abrir ${name}` : `Abrir ${name} en la página ${page}`),
    closeness: { nearest: 'El más cercano', near: 'Cercano', farther: 'Lejano', unrelated: 'Sin relación' },
    distance: (distance) => `Distancia ${formatDecimal(distance, 2)}`,
    distanceWhy:
      'Los mejores pasajes van primero, según su distancia y las palabras que comparten con la pregunta. Cuanto menor es la distancia, más cercano es el pasaje: 0 es idéntico, 1 no tiene relación. Las distancias dependen del modelo de embeddings: compare los pasajes solo entre sí.',
    gaps: 'Lagunas',
    document: 'Documento',
    status: 'Estado',
    statuses: { processing: 'Procesando', ready: 'Listo', failed: 'Fallido' },
    passages: 'Pasajes',
    usedBy: 'Lo usa',
    noAgent: 'Ningún agente',
    talk: 'hablar',
    added: 'Añadido',
    more: (name) => `Más opciones de ${name}`,
    preview: 'Abrir el archivo',
    save: 'Descargar el archivo',
    delete: 'Eliminar',
    deleteTitle: (name) => `¿Eliminar ${name}?`,
    deleteWhat: (agents) =>
      agents.length === 0
        ? 'Se eliminan el documento y sus pasajes.'
        : `Se eliminan el documento y sus pasajes. ${agents.join(', ')} ${plural(agents.length, 'seguirá', 'seguirán')} sin él.`,
    deleted: (name) => `${name} se ha eliminado.`,
  },
  gapStrings: {
    title: 'Lagunas',
    lead: 'Preguntas para las que ningún pasaje de los documentos era cercano, y respuestas marcadas como incorrectas.',
    show: 'Mostrar',
    any: 'Todas',
    kinds: { unanswered: 'Sin respuesta', wrong: 'Marcadas como incorrectas' },
    none: 'No hay lagunas',
    noneWhy:
      'Las preguntas sin respuesta aparecen aquí tras su llamada. Marque las respuestas incorrectas en la página de una llamada.',
    older: 'Solo se listan las 500 llamadas más recientes con lagunas.',
    count: (count) => plural(count, 'una vez', `${count} veces`),
    call: (agent) => `Llamada con ${agent}`,
    asked: 'Pregunta',
    answered: 'Respuesta',
    note: 'Nota',
    correct: 'Respuesta correcta',
  },
};
