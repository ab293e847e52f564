import type * as english from '../../../src/shell/strings.ts';
import type { Translated } from '../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    navigation: 'Navegación principal',
    openNavigation: 'Abrir la navegación',
    closeNavigation: 'Cerrar la navegación',
    skip: 'Ir al contenido',
    account: 'Cuenta y organización',
    signOut: 'Cerrar sesión',
    endSessions: 'Cerrar todas las sesiones',
    organisations: 'Organizaciones',
    reference: 'Referencia de la API',
    home: 'Inicio',
    agents: 'Agentes',
    calls: 'Llamadas',
    campaigns: 'Campañas',
    rehearsals: 'Ensayos',
    costs: 'Costos',
    knowledge: 'Conocimiento',
    credentials: 'Credenciales',
    webhooks: 'Webhooks',
    members: 'Miembros',
    privacy: 'Privacidad',
    switched: (name) => `Ahora trabaja en ${name}.`,
  },
};
