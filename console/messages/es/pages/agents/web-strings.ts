import type * as english from '../../../../src/pages/agents/web-strings.ts';
import { plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  webStrings: {
    wrong: (count) =>
      plural(
        count,
        'Una herramienta de la página tiene un problema: vea la pestaña Páginas web.',
        `Las herramientas de la página tienen ${count} problemas: vea la pestaña Páginas web.`,
      ),
    phoneAgent:
      'Las páginas solo pueden llamar a agentes de navegador. Elija «Navegador» en la pestaña Agente para poner este en una página.',
    embed: 'En su página',
    embedHint: 'Ponga esto donde deba aparecer el agente. Un botón abre un panel para hablar o escribir.',
    embedLater: 'Cree antes el agente: la etiqueta lleva su ID.',
    ticket:
      'ticket-url es una dirección de su servidor, en el mismo origen que la página. Allí pide un ticket a POST /api/v1/calls/web con una clave de API que la página nunca ve.',
    open: 'Este runtime acepta llamadas sin ticket. Su página debe estar en CORS_ORIGINS. Con WEB_CALLS=ticket, la etiqueta lleva ticket-url en lugar de socket-url.',
    copy: 'Copiar la etiqueta',
    copied: 'La etiqueta se ha copiado.',
    limits: 'Quién puede llamar',
    limitsHint: 'La consola no tiene límite. Los campos vacíos no limitan nada.',
    origins: 'Páginas permitidas',
    originsHint:
      'Un origen por línea, por ejemplo https://shop.example.com o https://*.example.com. Vacío: las páginas que permite el operador de la plataforma.',
    atOnce: 'Llamadas simultáneas de un visitante',
    perHour: 'Llamadas de un visitante por hora',
    perMinute: 'Llamadas de todos los visitantes por minuto',
    visitorHint: 'Su servidor indica el visitante cuando pide un ticket.',
    tools: 'Herramientas de la página',
    toolsHint:
      'Lo que el modelo puede hacer en la página, por ejemplo mostrar un producto. La página tiene una función con el mismo nombre.',
    none: 'Todavía no hay herramientas.',
    add: 'Añadir una herramienta de la página',
    unnamed: 'Herramienta nueva',
    edit: (name) => `Editar ${name}`,
    remove: (name) => `Quitar ${name}`,
  },
};
