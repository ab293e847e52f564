import { ContainerModule } from 'inversify';
import { MailQueue } from '../../application/accounts/mail-queue.ts';
import type { Config } from '../config.ts';
import { provide } from '../dependencies.ts';
import { openMailer } from '../stores.ts';

/** Mail transport, queue and link base URL. */
export const mailModule = ({ url, from, publicAppUrl }: Config['mail']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('mailer', () => openMailer(url, from));
    has('mailQueue', (ports) => new MailQueue(ports), 'clock', 'log');
    has('publicAppUrl', () => publicAppUrl);
  });
