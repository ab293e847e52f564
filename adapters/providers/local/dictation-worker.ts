import { DictationService } from './dictation-service.ts';
import { respond, serveRequests } from './worker-port.ts';

const service = await DictationService.open(respond);
serveRequests(service.serve);
