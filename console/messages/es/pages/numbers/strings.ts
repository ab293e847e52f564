import type * as english from '../../../../src/pages/numbers/strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    title: 'Números',
    detachMany: 'Sus agentes dejan de contestar en ellos. Usted conserva los números.',
    filters: 'Filtrar números',
    search: 'Número o agente',
    lead: 'Números de teléfono en los que sus agentes contestan y desde los que llaman.',
    none: 'Todavía no hay números',
    noneWhy: 'Asigne un número de su cuenta del operador y elija el agente que lo atiende.',
    attach: 'Asignar un número',
    attachIt: 'Asignar',
    attached: (number) => `${number} está asignado.`,
    toAgent: 'Asignar un agente',
    number: 'Número',
    agent: 'Agente',
    noAgent: 'Todavía sin agente',
    carrier: 'Operador',
    rest: 'En campañas',
    changed: 'Modificado',
    choose: 'Elegir un número',
    manage: (number) => `Administrar ${number}`,
    detach: 'Liberar',
    detachTitle: (number) => `¿Liberar ${number}?`,
    detachConsequence: (agent) => `${agent} deja de contestar en él. Usted conserva el número.`,
    detached: (number) => `${number} se ha liberado.`,
    noCarrier: 'Guarde antes las credenciales de su operador.',
    simulator:
      '¿Todavía no tiene cuenta con un operador? Use el «Operador simulado» integrado con cualquier ID de letras y dígitos y cualquier token.',
    toCredentials: 'Guardar credenciales',
    noneHeld: 'La cuenta del operador no tiene números libres.',
    noAgents: 'Ningún agente telefónico de este operador está libre. Puede asignar el número sin agente.',
    agentHint: 'Agentes telefónicos libres de este operador.',
  },
};
