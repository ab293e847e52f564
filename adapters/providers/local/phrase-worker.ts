import { PhraseDesk } from './phrase-service.ts';
import { loadSphinx, readDictionary } from './sphinx.ts';
import { report, serveOrders } from './worker-port.ts';

/** Room for some sixty decoders; memory that is not used is not taken. */
const MEMORY_MEGABYTES = 512;

const [module, dictionary] = await Promise.all([loadSphinx(MEMORY_MEGABYTES), readDictionary()]);
const desk = new PhraseDesk(module, dictionary.toString('latin1'), report);
serveOrders(desk.serve);
