import type * as english from '../../../../src/pages/agents/mcp-strings.ts';
import { plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  mcpStrings: {
    title: 'MCP-Server',
    hint: 'Server des Model Context Protocol, deren Tools das Modell aufrufen darf. Nur die Tools, die Sie wählen, mit den hier gespeicherten Beschreibungen.',
    none: 'Noch keine MCP-Server.',
    add: 'MCP-Server hinzufügen',
    unnamed: 'Neuer MCP-Server',
    edit: (name) => `${name} bearbeiten`,
    remove: (name) => `${name} entfernen`,
    summary: (tools, url) => `${plural(tools, '1 Tool', `${tools} Tools`)} ${url}`.trim(),
    name: 'Name',
    nameHint: 'Kleinbuchstaben, Ziffern und Unterstriche. Die Namen seiner Tools beginnen damit.',
    url: 'URL',
    urlHint: 'Der Endpunkt für Streamable HTTP, etwa https://mcp.example.com/mcp.',
    headers: 'Header',
    headersHint:
      'JSON. {{secret.name}} steht für ein Tool-Geheimnis der Seite Zugangsdaten, {{name}} für eine Variable.',
    timeout: 'Zeitlimit in Sekunden',
    find: 'Tools suchen',
    found: (count, isComplete) =>
      isComplete
        ? `Der Server hat ${plural(count, '1 Tool', `${count} Tools`)}.`
        : `Die ersten ${count} Tools des Servers.`,
    notFound: (reason) => `Die Tools konnten nicht gelistet werden: ${reason}.`,
    tools: 'Tools, die das Modell aufrufen darf',
    noTools: 'Noch keine: Suchen Sie die Tools und wählen Sie aus.',
    calledAs: (name) => `Das Modell nennt es ${name}.`,
    description: 'Beschreibung',
    descriptionHint: 'Sagt dem Modell, was das Tool tut und wann es aufzurufen ist.',
    parameters: 'Parameter',
    parametersHint: 'JSON Schema der Argumente, die das Modell ausfüllt.',
    sideEffects: 'Ändert etwas',
    sideEffectsHint: 'Der Aufruf wird höchstens einmal gesendet, auch wenn der Anrufer unterbricht.',
    say: 'Ansage beim Warten',
    sayHint: 'Überbrückt die Stille, während das Tool läuft.',
    saveFirst: 'Speichern Sie den Agenten, um seine Tools auszuprobieren.',
  },
};
