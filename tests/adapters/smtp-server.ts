import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { localServer } from '../support/local-server.ts';

export interface TakenMail {
  readonly from: string;
  readonly recipients: readonly string[];
  readonly source: string;
}

/** Faults of a test server; without any it accepts all mail. */
interface Manners {
  /** Never answers. */
  readonly silent?: boolean;
  /** Refuses every recipient. */
  readonly refusing?: boolean;
  /** Wants `user` and `password` in PLAIN. */
  readonly credentials?: string;
}

/** A minimal mail server on a free port. */
export async function smtpServer(manners: Manners = {}) {
  const taken: TakenMail[] = [];
  /** Every client line outside of mails. */
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    if (!manners.silent) void converse(socket, manners, received, taken);
  });
  return { ...(await localServer(server)), taken, commands: received };
}

async function converse(socket: Socket, manners: Manners, played: string[], taken: TakenMail[]): Promise<void> {
  let draft = { from: '', recipients: [] as string[], source: '' };
  let inMail = false;
  const answers: Readonly<Record<string, (rest: string) => string>> = {
    EHLO: () => (manners.credentials === undefined ? '250 tests' : '250-tests\r\n250 AUTH PLAIN'),
    AUTH: (rest) => (rest === `PLAIN ${plain(manners.credentials)}` ? '235 welcome' : '535 who are you'),
    MAIL: (rest) => {
      draft = { from: addressIn(rest), recipients: [], source: '' };
      return '250 fine';
    },
    RCPT: (rest) => {
      if (manners.refusing) return '550 nobody here';
      draft.recipients.push(addressIn(rest));
      return '250 fine';
    },
    DATA: () => {
      inMail = true;
      return '354 go on';
    },
    QUIT: () => '221 bye',
  };
  socket.write('220 tests\r\n');
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    if (inMail && line !== '.') {
      draft.source += `${line.replace(/^\./, '')}\r\n`;
    } else if (inMail) {
      inMail = false;
      taken.push(draft);
      socket.write('250 taken\r\n');
    } else {
      played.push(line);
      const [verb = '', ...rest] = line.split(' ');
      socket.write(`${answers[verb.toUpperCase()]?.(rest.join(' ')) ?? '500 what'}\r\n`);
      if (verb.toUpperCase() === 'QUIT') socket.end();
    }
  }
}

const addressIn = (text: string): string => /<(.*)>/.exec(text)?.[1] ?? '';

const plain = (credentials = ''): string =>
  Buffer.from(`\0${credentials.replace(':', '\0')}`, 'utf8').toString('base64');
