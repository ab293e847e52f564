import { DictationService } from './dictation-service.ts';
import { respond, serveRequests } from './worker-port.ts';

const desk = await DictationService.open(respond);
serveRequests(desk.serve);
