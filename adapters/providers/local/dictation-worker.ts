import { DictationDesk } from './dictation-desk.ts';
import { report, serveOrders } from './worker-port.ts';

const desk = await DictationDesk.open(report);
serveOrders(desk.serve);
