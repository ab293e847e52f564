import { PhraseService } from './phrase-service.ts';
import { loadSphinx, readDictionary } from './sphinx.ts';
import { respond, serveRequests } from './worker-port.ts';

/** Room for some sixty decoders; memory that is not used is not taken. */
const MEMORY_MEGABYTES = 512;

const [module, dictionary] = await Promise.all([loadSphinx(MEMORY_MEGABYTES), readDictionary()]);
const desk = new PhraseService(module, dictionary.toString('latin1'), respond);
serveRequests(desk.serve);
