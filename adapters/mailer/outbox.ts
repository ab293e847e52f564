import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../../application/ports/mailer.ts';
import { unavailable } from '../../domain/errors.ts';
import { message } from './message.ts';

/**
 * Writes mail as `.eml` files for the operator to open. Files appear atomically, readable by the owner only. The file
 * name contains the time, not the recipient.
 */
export function outboxMailer(directory: string, from: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  const write = async (file: string, bytes: Uint8Array): Promise<void> => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(join(directory, file), bytes, { mode: 0o600, flag: 'wx', flush: true });
  };
  const written = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      throw unavailable('The outbox cannot be written', { cause: error });
    }
  };

  return {
    async send(mail) {
      const { message: bytes } = await composer.sendMail(message(mail, from));
      const draft = `${randomUUID()}.draft`;
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID()}.eml`;
      await written(write(draft, bytes as Buffer).then(() => rename(join(directory, draft), join(directory, name))));
    },
    async rehearse() {
      const draft = `${randomUUID()}.draft`;
      await written(write(draft, new Uint8Array(1)).then(() => rm(join(directory, draft))));
    },
  };
}
