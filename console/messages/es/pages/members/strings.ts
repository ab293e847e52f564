import type * as english from '../../../../src/pages/members/strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    roles: { member: 'Miembro', admin: 'Administrador', super_admin: 'Superadministrador' },
    title: 'Miembros',
    lead: 'Personas de esta organización. Los administradores gestionan credenciales e invitan a otras personas. Los superadministradores gestionan miembros.',
    invite: 'Invitar a un miembro',
    inviteIt: 'Invitar',
    inviteLead: 'Se une como miembro. No se envía ningún correo: avísele usted.',
    invited: (email) => `${email} ya es miembro.`,
    invitedPending: (email) => `${email} debe confirmar antes la dirección.`,
    standing: 'Cuenta',
    pending: 'Pendiente',
    unconfirmed: 'Sin confirmar',
    confirmed: 'Confirmada',
    standingHint:
      'Los miembros pendientes obtienen acceso al elegir una contraseña con el enlace de un correo de «¿Olvidó su contraseña?». Así también se confirma la cuenta.',
    firstPassword: 'Primera contraseña',
    firstPasswordHint: 'Al menos 8 caracteres. Quien ya tiene una cuenta conserva su contraseña.',
    email: 'Correo electrónico',
    role: 'Rol',
    since: 'Miembro desde',
    you: (email) => `${email} (usted)`,
    manage: (email) => `Administrar ${email}`,
    promote: 'Hacer administrador',
    remove: 'Quitar',
    ask: { promote: '¿Hacer administrador?', remove: '¿Quitar de la organización?' },
    consequence: {
      promote: (email) => `${email} podrá ver y guardar credenciales, invitar a otras personas y eliminar agentes.`,
      remove: (email) =>
        `${email} pierde el acceso de inmediato. La cuenta sigue existiendo y se puede invitar de nuevo.`,
    },
    done: {
      promote: (email) => `${email} ya es administrador.`,
      remove: (email) => `${email} ya no está en la organización.`,
    },
  },
  ssoStrings: {
    title: 'Inicio de sesión único',
    lead: 'Las personas con direcciones de un dominio inician sesión en su proveedor OpenID y se convierten en miembros. Las contraseñas siguen funcionando.',
    none: 'No hay ningún proveedor conectado.',
    add: 'Conectar un proveedor',
    connect: 'Conectar',
    redirectHint: 'Registre esta URI de redirección en el proveedor:',
    domain: 'Dominio de correo',
    domainHint: 'Por ejemplo acme.example, sin subdominios.',
    issuer: 'Emisor',
    issuerHint: 'Por ejemplo https://login.acme.example.',
    clientId: 'ID de cliente',
    clientSecret: 'Secreto de cliente',
    since: 'Verificado',
    recordName: 'Registro TXT',
    recordValue: 'Valor del registro',
    recordHint:
      'Publique este registro en el DNS del dominio para demostrar que es suyo. Puede tardar una hora en llegar.',
    unverified: 'Sin verificar',
    isVerified: 'Verificado',
    verify: 'Verificar el dominio',
    verified: (domain) => `${domain} está verificado.`,
    remove: (domain) => `Desconectar ${domain}`,
    removeIt: 'Desconectar',
    removeTitle: (domain) => `¿Desconectar ${domain}?`,
    removeWhy:
      'Las personas del dominio vuelven a iniciar sesión con contraseña. Quien no la tenga usa «¿Olvidó su contraseña?».',
    deleted: (domain) => `${domain} se ha desconectado.`,
  },
};
