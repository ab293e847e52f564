import type * as english from '../../../../src/pages/session/strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    logIn: 'Iniciar sesión',
    logInLead: 'Le damos la bienvenida de nuevo.',
    newHere: '¿Es su primera vez?',
    signUp: 'Crear una cuenta',
    forgot: '¿Olvidó su contraseña?',
    expired: 'Su sesión ha caducado. Inicie sesión de nuevo para continuar donde estaba.',
    ssoTitle: 'Inicio de sesión único',
    ssoLead: 'Inicie sesión con el proveedor de identidad de su organización.',
    ssoContinue: 'Continuar',
    ssoLink: 'Continuar con inicio de sesión único',
    ssoFinishing: 'Estamos comprobando la respuesta de su proveedor de identidad.',
    ssoElsewhere: 'Este inicio de sesión no empezó en esta pestaña. Empiece de nuevo.',
    ssoAgain: 'Empezar de nuevo',
    signUpLead: 'Cree su propia organización en un minuto.',
    signUpClosed: 'El registro está cerrado',
    signUpClosedLead: 'Pida una invitación a un administrador de su organización.',
    organisation: 'Organización',
    organisationHint: 'La organización que representan sus agentes. Más adelante puede invitar a otras personas.',
    known: '¿Ya tiene una cuenta?',
    forgotTitle: '¿Olvidó su contraseña?',
    forgotLead: 'Le enviaremos por correo un enlace para elegir una contraseña nueva.',
    forgotSend: 'Enviar el enlace',
    forgotSent: (email) =>
      `Si ${email} tiene una cuenta, le hemos enviado un correo con un enlace. El enlace es válido durante una hora.`,
    backToLogIn: 'Volver al inicio de sesión',
    resetTitle: 'Elegir una contraseña nueva',
    resetLead: 'Sustituye a la contraseña anterior.',
    newPassword: 'Contraseña nueva',
    resetSet: 'Guardar la contraseña',
    resetDone: 'La contraseña se ha guardado. Ya puede iniciar sesión.',
    resetIncomplete: 'Este enlace está incompleto. Ábralo de nuevo desde el correo o solicite otro.',
    askAgain: 'Solicitar otro enlace',
  },
};
