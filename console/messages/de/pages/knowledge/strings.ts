import type * as english from '../../../../src/pages/knowledge/strings.ts';
import { formatCount, formatDecimal, plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    title: 'Wissen',
    lead: 'Dokumente, aus denen Agenten antworten.',
    choose: 'Dateien wählen oder hier ablegen',
    hint: 'PDF, Word (.docx), HTML, Markdown, Text oder CSV mit den Spalten question und answer. Scans ohne Texterkennung können nicht gelesen werden.',
    addPage: 'Webseiten',
    add: 'Hinzufügen',
    pageKind: 'Was hinzufügen',
    pageKinds: { page: 'Eine Webseite', sitemap: 'Die Seiten einer Sitemap' },
    pageUrl: 'Adresse',
    pageHint: 'Öffentliche Seiten, wenn die robots.txt es erlaubt. Sie werden Dokumente und aktuell gehalten.',
    pathPrefix: 'Seiten unter',
    pathPrefixHint: 'Etwa /help/',
    maxPages: 'Höchstens so viele Seiten',
    sitemapPages: (pages, leftOut) =>
      leftOut === 0
        ? plural(pages, '1 Seite', `${formatCount(pages)} Seiten`)
        : `${plural(pages, '1 Seite', `${formatCount(pages)} Seiten`)}, und mindestens ${formatCount(leftOut)} ausgelassen`,
    pageRefresh: 'Erneut prüfen',
    intervals: { daily: 'Täglich', weekly: 'Wöchentlich', manual: 'Nur auf Anforderung' },
    checks: {
      daily: 'wird täglich geprüft',
      weekly: 'wird wöchentlich geprüft',
      manual: 'wird auf Anforderung geprüft',
    },
    checked: 'zuletzt',
    checkNow: 'Jetzt prüfen',
    checkEvery: { daily: 'Täglich prüfen', weekly: 'Wöchentlich prüfen', manual: 'Nur auf Anforderung prüfen' },
    uploads: 'Uploads',
    sending: (name) => `${name} wird gesendet`,
    refused: (name, why) => `${name}: ${why}`,
    dismiss: (name) => `${name} ausblenden`,
    none: 'Noch keine Dokumente',
    noneWhy:
      'Laden Sie oben eine Datei hoch oder fügen Sie eine Webseite hinzu. Wenn sie bereit ist, wählen Sie sie in den Wissenseinstellungen eines Agenten.',
    views: 'Ansichten des Wissens',
    documents: 'Dokumente',
    try: 'Frage ausprobieren',
    nothingReady: 'Noch keine Dokumente bereit',
    nothingReadyWhy:
      'Laden Sie ein Dokument hoch und warten Sie, bis es bereit ist. Dann probieren Sie aus, welche Passagen Agenten bekommen.',
    question: 'Frage',
    questionHint: 'Zeigt die Passagen, die Agenten bekämen. Kein Agent antwortet.',
    questionMissing: 'Geben Sie eine Frage ein.',
    find: 'Passagen finden',
    within: (chosen, ready) =>
      chosen === ready ? `In allen bereiten Dokumenten (${ready})` : `In ${chosen} von ${ready} bereiten Dokumenten`,
    toAsk: 'Zu durchsuchende Dokumente',
    documentsMissing: 'Wählen Sie mindestens ein Dokument.',
    found: (count, question) => plural(count, `1 Passage zu „${question}“`, `${count} Passagen zu „${question}“`),
    noneFound: 'Keine Passagen gefunden',
    noneFoundWhy: 'Möglicherweise wurden die Dokumente inzwischen gelöscht.',
    noneNear:
      'Keine Passage ist nah an dieser Frage. Agenten bekommen keine davon und sagen, dass sie es nicht wissen.',
    page: (page) => `Seite\u00a0${page}`,
    open: 'Öffnen',
    download: 'Herunterladen',
    downloadOf: (name) => `${name} herunterladen`,
    openAt: (name, page) => (page === null ? `${name} öffnen` : `${name} auf Seite ${page} öffnen`),
    closeness: { nearest: 'Am nächsten', near: 'Nah', farther: 'Entfernt', unrelated: 'Ohne Bezug' },
    distance: (distance) => `Distanz ${formatDecimal(distance, 2)}`,
    distanceWhy:
      'Die besten Passagen stehen oben, nach ihrer Distanz und den Wörtern, die sie mit der Frage teilen. Je kleiner die Distanz, desto näher die Passage: 0 ist identisch, 1 ohne Bezug. Distanzen hängen vom Embedding-Modell ab: Vergleichen Sie Passagen nur miteinander.',
    gaps: 'Lücken',
    filters: 'Dokumente filtern',
    name: 'Name',
    document: 'Dokument',
    status: 'Status',
    statuses: { processing: 'In Verarbeitung', ready: 'Bereit', failed: 'Fehlgeschlagen' },
    passages: 'Passagen',
    usedBy: 'Genutzt von',
    noAgent: 'Kein Agent',
    talk: 'sprechen',
    added: 'Hinzugefügt',
    more: (name) => `Mehr zu ${name}`,
    preview: 'Datei öffnen',
    save: 'Datei herunterladen',
    delete: 'Löschen',
    deleteTitle: (name) => `${name} löschen?`,
    deleteWhat: (agents) =>
      agents.length === 0
        ? 'Das Dokument und seine Passagen werden entfernt.'
        : `Das Dokument und seine Passagen werden entfernt. ${agents.join(', ')} ${plural(agents.length, 'antwortet', 'antworten')} dann ohne es.`,
    deleteMany: 'Die Dokumente und ihre Passagen werden entfernt. Agenten, die sie nutzen, arbeiten ohne sie weiter.',
    checkMany: 'Ihre Webseiten werden neu abgerufen. Andere Dokumente bleiben unberührt.',
    deleted: (name) => `${name} ist gelöscht.`,
  },
  gapStrings: {
    title: 'Lücken',
    lead: 'Fragen, zu denen keine Passage der Dokumente nah genug war, und Antworten, die als falsch markiert wurden.',
    show: 'Anzeigen',
    kinds: { unanswered: 'Ohne Antwort', wrong: 'Als falsch markiert' },
    none: 'Keine Lücken',
    noneWhy:
      'Fragen ohne Antwort erscheinen hier nach ihrem Anruf. Falsche Antworten markieren Sie auf der Seite eines Anrufs.',
    older: 'Nur die neuesten 500 Anrufe mit Lücken sind aufgeführt.',
    count: (count) => plural(count, 'einmal', `${count}-mal`),
    call: (agent) => `Anruf mit ${agent}`,
    asked: 'Frage',
    answered: 'Antwort',
    note: 'Notiz',
    correct: 'Richtige Antwort',
  },
};
