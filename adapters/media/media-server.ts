import type { Log } from '../../application/ports/log.ts';
import type { MediaRoutes, MediaServer } from './server.ts';
import { uwsMediaServer } from './uws.ts';
import { wsMediaServer } from './ws.ts';

/** `auto`: uWebSockets.js where it can be loaded, else `ws`. */
export type MediaServerKind = 'ws' | 'uws' | 'auto';

/** Opens the selected media server. `uws` rejects where the library cannot be loaded. */
export async function mediaServer(
  kind: MediaServerKind,
  routes: MediaRoutes,
  log: Log,
  loadUws = uwsMediaServer,
): Promise<MediaServer> {
  if (kind === 'ws') return wsMediaServer(routes, log);
  try {
    return await loadUws(routes, log);
  } catch (error) {
    if (kind === 'uws') throw error;
    log.warn('runtime.media_server', { server: 'ws', advice: 'uWebSockets.js would use less CPU', error });
    return wsMediaServer(routes, log);
  }
}
