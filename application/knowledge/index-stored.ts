import type { MeasurePorts } from './measure-calibration.ts';
import { prepareStored } from './prepare-stored.ts';
import type { DocumentJob } from './process-document.ts';
import { sweepVectors } from './sweep-vectors.ts';

/** Indexes and measures a claimed `ready` document. Afterwards only what belongs to the document remains. */
export const indexStored =
  (ports: MeasurePorts) =>
  async ({ document, owner, signal }: DocumentJob): Promise<void> => {
    const { knowledge, log } = ports;
    const { org_id, document_id } = document;
    try {
      await prepareStored(ports, {
        document,
        signal,
        finish: (found) => knowledge.finishClaim(document_id, owner, { ...found, is_indexed: true }),
        release: (until) => knowledge.releaseClaim(document_id, owner, { until, untried: true }),
      });
    } finally {
      await sweepVectors(ports, document).catch((error: unknown) =>
        log.warn('knowledge.not_swept', { org_id, document_id, error }),
      );
    }
  };
