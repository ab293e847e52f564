import { PhraseService } from './phrase-service.ts';
import { loadSphinx, readDictionary } from './sphinx.ts';
import { respond, serveRequests } from './worker-port.ts';

/** Memory for about sixty decoders. Unused memory is not allocated. */
const MEMORY_MEGABYTES = 512;

const [module, dictionary] = await Promise.all([loadSphinx(MEMORY_MEGABYTES), readDictionary()]);
const service = new PhraseService(module, dictionary.toString('latin1'), respond);
serveRequests(service.serve);
