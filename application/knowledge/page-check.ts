import type { ContentDigest } from '../ports/content-digest.ts';
import type { DocumentText } from '../ports/document-text.ts';
import type { EventLoop } from '../ports/event-loop.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { PageAnswer, PageFetcher } from '../ports/page-fetcher.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import type { ClaimedPage, WebPageRepository } from '../ports/web-pages.ts';
import type { MeasurePorts } from './measure-calibration.ts';
import type { StorePorts } from './store-content.ts';

export interface PagePorts extends StorePorts, MeasurePorts {
  readonly webPages: WebPageRepository;
  readonly organisations: OrganisationRepository;
  readonly pageFetcher: PageFetcher;
  readonly documentText: DocumentText;
  readonly contentDigest: ContentDigest;
  readonly eventLoop: EventLoop;
  readonly objects: ObjectStore;
  readonly quotas: Pick<QuotaKeeper, 'reserve' | 'passagesFor'>;
}

/** A page claimed by this worker. */
export interface PageJob extends ClaimedPage {
  readonly owner: string;
  /** Aborts with `CLAIM_LOST` or `WORKER_STOPPED`. */
  readonly signal: AbortSignal;
}

/** What a check found. The changes are those of content that was stored. */
export type CheckResult = Exclude<PageAnswer, { kind: 'content' }> | { readonly kind: 'stored' };
