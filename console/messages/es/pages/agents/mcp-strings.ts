import type * as english from '../../../../src/pages/agents/mcp-strings.ts';
import { plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  mcpStrings: {
    title: 'Servidores MCP',
    hint: 'Servidores del Model Context Protocol cuyas herramientas puede usar el modelo. Solo las herramientas que elija, con las descripciones guardadas aquí.',
    none: 'Todavía no hay servidores MCP.',
    add: 'Añadir un servidor MCP',
    unnamed: 'Servidor MCP nuevo',
    edit: (name) => `Editar ${name}`,
    remove: (name) => `Quitar ${name}`,
    summary: (tools, url) => `${plural(tools, '1 herramienta', `${tools} herramientas`)} ${url}`.trim(),
    name: 'Nombre',
    nameHint: 'Letras minúsculas, dígitos y guiones bajos. Los nombres de sus herramientas empiezan así.',
    url: 'URL',
    urlHint: 'El endpoint de streamable HTTP, por ejemplo https://mcp.example.com/mcp.',
    headers: 'Encabezados',
    headersHint:
      'JSON. {{secret.name}} representa un secreto de herramienta de la página Credenciales, y {{name}}, una variable.',
    timeout: 'Tiempo límite en segundos',
    find: 'Buscar sus herramientas',
    found: (count, isComplete) =>
      isComplete
        ? `El servidor tiene ${plural(count, '1 herramienta', `${count} herramientas`)}.`
        : `Las primeras ${count} herramientas del servidor.`,
    notFound: (reason) => `No se pudieron obtener las herramientas: ${reason}.`,
    tools: 'Herramientas que puede usar el modelo',
    noTools: 'Ninguna todavía: busque sus herramientas y elija.',
    calledAs: (name) => `El modelo la llama ${name}.`,
    description: 'Descripción',
    descriptionHint: 'Dice al modelo qué hace la herramienta y cuándo usarla.',
    parameters: 'Parámetros',
    parametersHint: 'JSON Schema de los argumentos que rellena el modelo.',
    sideEffects: 'Cambia algo',
    sideEffectsHint: 'Se envía una vez como máximo, aunque la persona interrumpa.',
    say: 'Se dice mientras tanto',
    sayHint: 'Cubre el silencio mientras se ejecuta la herramienta.',
    saveFirst: 'Guarde el agente para probar sus herramientas.',
  },
};
