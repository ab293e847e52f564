import { DictationDesk } from './dictation-service.ts';
import { report, serveOrders } from './worker-port.ts';

const desk = await DictationDesk.open(report);
serveOrders(desk.serve);
