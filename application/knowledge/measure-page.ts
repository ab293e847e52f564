import { CALIBRATION_VERSION } from '../../domain/knowledge/calibration.ts';
import { measureCalibration, storedPassages } from './measure-calibration.ts';
import type { PageJob, PagePorts } from './page-check.ts';

/**
 * Measures the calibration of a page that was checked, if its content is new or was never measured as is done today. After a
 * failure the next check does.
 */
export async function measurePage(
  ports: PagePorts,
  { document: { org_id, document_id }, owner, signal }: PageJob,
  isNew: boolean,
): Promise<void> {
  const { knowledge, webPages, log } = ports;
  try {
    const document = await knowledge.find(org_id, document_id);
    if (document?.status !== 'ready' || document.sitemap) return;
    if (!isNew && document.calibration?.version === CALIBRATION_VERSION) return;
    const passages = await storedPassages(ports, document, signal);
    const calibration = await measureCalibration(ports, document, passages, signal);
    if (calibration) await webPages.change(document_id, owner, { calibration });
  } catch (error) {
    signal.throwIfAborted();
    log.warn('knowledge.page_not_measured', { org_id, document_id, error });
  }
}
