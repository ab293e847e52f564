import type * as english from '../../../../src/pages/costs/strings.ts';
import { formatCount, plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    title: 'Costos',
    lead: 'Lo que cuestan las llamadas de esta organización en sus proveedores, según la tabla de precios del operador de la plataforma.',
    spent: 'Gastado este mes',
    ofBudget: (share, amount) => `${formatCount(share)} % del presupuesto de ${amount}`,
    noBudget: 'No hay presupuesto',
    calls: 'Llamadas',
    callsNote: 'con costo registrado, este mes',
    average: 'Media por llamada',
    averageNote: 'este mes',
    estimated: 'Estimado',
    estimatedNote: 'del importe: los proveedores no informaron del uso',
    unpriced: (calls) =>
      `${plural(calls, '1 llamada', `${formatCount(calls)} llamadas`)} de este mes con algún uso sin precio. Los importes son más bajos en esa medida.`,
    stopped:
      'El presupuesto de este mes está gastado: no empieza ninguna llamada nueva hasta que acabe el mes o un administrador lo aumente.',
    months: 'Los últimos doce meses',
    month: 'Mes',
    reported: (currency) => `Por uso informado, en ${currency}`,
    guessed: (currency) => `Por uso estimado, en ${currency}`,
    groups: 'En qué se gasta',
    tabs: { agent: 'Agentes', campaign: 'Campañas', vendor: 'Proveedores' },
    period: 'Periodo',
    periods: { now: 'Este mes', before: 'Mes pasado', year: 'Últimos doce meses' },
    none: 'No hay costos en este periodo.',
    noCampaign: 'Llamadas fuera de campañas',
    removed: (id) => `${id} (eliminado)`,
    used: 'Uso',
    callCount: 'Llamadas',
    amount: 'Importe',
    share: 'Estimado',
    notPriced: 'Llamadas sin precio',
    first: (shown, total) =>
      `Los ${shown} mayores de ${formatCount(total)}. La API y la línea de comandos los muestran todos.`,
    budget: 'Presupuesto',
    budgetLead:
      'Para cada mes natural, en UTC. Los administradores reciben un correo en cada umbral. El uso sin precio no cuenta.',
    budgetAmount: (currency) => `Importe al mes, en ${currency}`,
    budgetAmountHint: 'Vacío: sin presupuesto.',
    amountWrong: 'Un decimal con dos decimales como máximo, por ejemplo 250 o 250.50, o nada.',
    thresholds: 'Avisar al llegar a, en porcentaje',
    thresholdsHint: 'Números enteros separados por comas.',
    thresholdsWrong: 'Diez números enteros de 1 a 200 como máximo, separados por comas, por ejemplo 50, 80, 100.',
    hardStop: 'Límite estricto',
    hardStopHint:
      'Una vez gastado el importe no empieza ninguna llamada nueva y las campañas se pausan. Las llamadas en curso continúan, así que la suma puede superar el importe en lo que cuesten.',
    otherCurrency: (own, prices) =>
      `Este presupuesto está en ${own}, pero los precios están ahora en ${prices}. Las llamadas nuevas no cuentan. Guárdelo de nuevo para fijarlo en ${prices}.`,
    onlyAdmins: 'Solo los administradores pueden cambiarlo.',
    save: 'Guardar',
    saved: 'Presupuesto guardado.',
  },
};
