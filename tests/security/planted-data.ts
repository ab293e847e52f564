import { Readable } from 'node:stream';
import { COLLECTIONS_OF_CALLS } from '../../adapters/documents/call-records.ts';
import { COLLECTIONS_OF_ORGANISATIONS } from '../../adapters/documents/organisation-records.ts';
import type { ListedVectors } from '../../adapters/lib/listed-stores.ts';
import { claimDials } from '../../application/count-dials.ts';
import { startedEvent } from '../../domain/audit/event.ts';
import { outboundCall, type CallLog } from '../../domain/calls/call-log.ts';
import { NO_CAPS } from '../../domain/campaigns/dial-caps.ts';
import { newCampaign } from '../../domain/campaigns/campaign.ts';
import { newDialState } from '../../domain/campaigns/campaign-record.ts';
import { newQueuedRun, toDone } from '../../domain/campaigns/queued-run.ts';
import { newDelivery } from '../../domain/events/event-delivery.ts';
import { newDocument } from '../../domain/knowledge/document.ts';
import type { Ports } from '../support/world.ts';
import { answerWith } from '../domain/calls/answer-example.ts';

export const NUMBER = '+14155550177';
export const OTHER = '+14155550188';
export const DIGITS = NUMBER.slice(1);

/** A word that is stored wherever an organisation can store something about the number, and one of everything else. */
export const [MARKED, KEPT] = ['marker-of-the-erased', 'marker-of-the-kept'];

/** Plants data of an organisation in every store, and searches all stores for it. */
export function plantedData(ports: Ports, ada: { readonly email: string; readonly org_id: string }) {
  const put = (key: string, text: string): Promise<void> =>
    ports.objects.put(key, Readable.from([Buffer.from(text)]), {
      size: Buffer.byteLength(text),
      contentType: 'text/plain',
    });

  const facts = (call_id: string) => ({
    ...{ call_id, org_id: ada.org_id, agent_id: 'agent', agent_name: 'Desk', telephony_provider: 'plivo' },
    now: ports.clock.now(),
  });

  /** An ended call from or to a number, with everything that can belong to a call, each with the word. */
  async function plantCall(number: string, word: string, more: Partial<CallLog> = {}): Promise<string> {
    const id = crypto.randomUUID();
    const variables = { custom_variables: { note: word } };
    const call = outboundCall({ ...facts(id), from_number: '+14155550100', to_number: number, ...variables });
    const [recording_url, transcript_url] = ['recording.wav', 'transcript.txt'].map(
      (name) => `${ports.objects.root}${ada.org_id}/${id}/${name}`,
    );
    await ports.calls.add({
      ...call,
      status: 'completed',
      ...{ recording_url: recording_url!, transcript_url: transcript_url! },
      ...more,
    });
    for (const name of ['recording.wav', 'transcript.txt', 'inputs.ndjson', 'rest.bin'])
      await put(`${ada.org_id}/${id}/${name}`, `${word} says ${number}`);
    for (const name of COLLECTIONS_OF_CALLS) {
      const records = await ports.documents.open<Record<string, unknown>>({ name, indexes: [] });
      const keys = { event_id: id, endpoint_id: 'gone', part: 'analysis', timestamp: '2026-01-01' };
      const cost = {
        agent_id: 'agent',
        campaign_id: null,
        currency: 'USD',
        lines: [],
        month: '2026-03',
        summed_at: '2026',
      };
      await records.insert({ org_id: ada.org_id, call_id: id, ...keys, ...cost, body: `${word} ${number}` });
    }
    return id;
  }

  /** An endpoint with a delivery that mentions the number, as a relay stores it after its call was erased. */
  async function plantDelivery(number: string, word: string): Promise<void> {
    const now = ports.clock.now();
    const at = now.toISOString();
    const endpoint = {
      endpoint_id: crypto.randomUUID(),
      org_id: ada.org_id,
      url: 'https://a.example',
      description: '',
    };
    const made = {
      event_types: [],
      state: 'enabled',
      secret: 's',
      created_by: 'ada',
      created_at: at,
      updated_at: at,
    } as const;
    await ports.eventEndpoints.add({ ...endpoint, ...made });
    const event = {
      event_id: word,
      org_id: ada.org_id,
      type: 'call.ended',
      subject: 'gone',
      call_id: 'gone',
      timestamp: at,
    } as const;
    const body = JSON.stringify({ data: { call: { to_number: number, custom_variables: { note: word } } } });
    await ports.eventDeliveries.addAll([newDelivery({ ...event, body }, endpoint.endpoint_id, 1, now)]);
  }

  const rowsOf = (...rows: readonly string[]): string => ['phone_number,note,relative', ...rows, ''].join('\n');

  /** A campaign with its list, one contact dialled and one waiting for each number. */
  async function plantCampaign(): Promise<{ readonly campaign_id: string; readonly key: string }> {
    const campaignId = crypto.randomUUID();
    const key = `${ada.org_id}/campaigns/${campaignId}/list.csv`;
    await put(key, rowsOf(`${NUMBER},"${MARKED}, dear",`, `${OTHER},${KEPT},call ${DIGITS} too`));
    const settings = {
      source_type: 'csv',
      source_id: key,
      rate_limit_per_second: 1,
      from_number: null,
      created_by: 'ada',
    };
    const seed = {
      campaign_id: campaignId,
      org_id: ada.org_id,
      name: KEPT,
      agent_id: 'agent',
      total_rows: 2,
      ...settings,
    };
    const rules = { retry_config: {} as never, orchestrator_metadata: {} as never };
    await ports.campaigns.add(newCampaign({ ...seed, ...rules, now: ports.clock.now() }), newDialState(true));
    const contact = (index: number, attempt: number, phoneNumber: string, note: string) =>
      newQueuedRun(
        {
          ...{
            queued_run_id: `${campaignId} ${index} ${attempt}`,
            campaign_id: campaignId,
            org_id: ada.org_id,
            not_before: null,
          },
          ...{
            contact_index: index,
            attempt,
            phone_number: phoneNumber,
            context_variables: { note, relative: `call ${DIGITS} too` },
          },
        },
        ports.clock.now(),
      );
    const done = { ...contact(0, 0, NUMBER, MARKED), ...toDone('no_consent', false, ports.clock.now()) };
    const [refused_at, column] = [ports.clock.now().toISOString(), 'agreed'];
    const consent = { column, value: MARKED, expires: MARKED };
    const suppression = { reason: `${MARKED} asked`, source: 'api', created_at: refused_at } as const;
    await ports.runs.addAll([
      { ...done, refusal: { reason: 'no_consent', consent, refused_at } },
      { ...contact(0, 1, NUMBER, MARKED), refusal: { reason: 'suppressed', suppression, refused_at } },
      {
        ...contact(1, 0, OTHER, KEPT),
        refusal: {
          reason: 'no_consent',
          consent: { ...consent, value: `as ${NUMBER} said`, expires: KEPT },
          refused_at,
        },
      },
    ]);
    return { campaign_id: campaignId, key };
  }

  async function plantNumber(): Promise<void> {
    const ids = { event_id: crypto.randomUUID(), action: 'suppression.add', target_id: NUMBER } as const;
    const actor = { email: ada.email, org_id: ada.org_id };
    await ports.auditEvents.add(
      startedEvent(ids.event_id, ids, actor, { address: null, request_id: 'r' }, ports.clock.now()),
    );
    const listed = {
      org_id: ada.org_id,
      source: 'api',
      created_by: 'ada',
      created_at: ports.clock.now().toISOString(),
    } as const;
    await ports.suppressions.addAll([{ ...listed, phone_number: NUMBER, reason: `${MARKED} asked` }]);
    for (const [phone_number, dial_id] of [
      [NUMBER, MARKED],
      [OTHER, KEPT],
    ] as const)
      await claimDials(ports, ada.org_id, NO_CAPS, [{ phone_number, dial_id }]);
  }

  /** Everything about the number, beside as much about another one. */
  async function plant() {
    const calls = [await plantCall(NUMBER, MARKED), await plantCall(OTHER, KEPT)];
    const more = { custom_variables: { note: KEPT, relative: `+1 (415) 555-0177 or ${NUMBER}` } };
    const mentioning = await plantCall(OTHER, KEPT, { ...more, answers: [answerWith(NUMBER)] });
    await plantDelivery(NUMBER, MARKED);
    await plantDelivery(OTHER, KEPT);
    await plantNumber();
    return { erased: calls[0]!, mentioning, ...(await plantCampaign()) };
  }

  /** Where a text occurs: in documents, keys and bytes of objects, and vectors. */
  async function placesOf(...texts: readonly string[]): Promise<string[]> {
    const isIn = (value: unknown): boolean => texts.some((text) => JSON.stringify(value).includes(text));
    const audit = await ports.auditEvents.list(ada.org_id, {}, { limit: 500, offset: 0 });
    const all = Object.entries({ ...(await ports.documents.everything()), audit_events: audit });
    const places = all.filter(([, documents]) => documents.some(isIn)).map(([name]) => name);
    for await (const { key } of ports.objects.list(`${ada.org_id}/`)) {
      const stored = await ports.objects.open(key);
      if (isIn(key) || isIn((await bytesOf(stored!.bytes)).toString('latin1')))
        places.push(key.replace(ada.org_id, '').replaceAll(/[\da-f-]{36}/g, 'id'));
    }
    const vectors = ports.vectors as ListedVectors;
    for await (const { orgId, documentId } of vectors.documents())
      for await (const chunk of vectors.chunks(orgId, documentId)) if (isIn(chunk.text)) places.push('vectors');
    return [...new Set(places)].toSorted();
  }

  async function plantOrganisation(): Promise<void> {
    await plant();
    for (const name of COLLECTIONS_OF_ORGANISATIONS) {
      const records = await ports.documents.open<Record<string, unknown>>({ name, indexes: [] });
      const key = crypto.randomUUID();
      const ids = ['agent_id', 'key_id', 'run_id', 'endpoint_id', 'connection_id', 'outbox_id', 'provider', 'digest'];
      const named = { phone_number: `+1415${key}`, agent_id: null, linked_phone_number: null };
      const own = Object.fromEntries(ids.map((id) => [id, key]));
      await records.insert({
        ...own,
        ...(name.startsWith('phone') || ['suppressions', 'number_dials'].includes(name) ? named : {}),
        org_id: ada.org_id,
        name: `${MARKED} ${key}`,
        created_at: '2026',
      });
    }
    const uploaded = { document_id: crypto.randomUUID(), org_id: ada.org_id, original_filename: `${MARKED}.pdf` };
    const document = newDocument({
      ...{ ...uploaded, media_type: 'application/pdf', storage_key: `${ada.org_id}/knowledge/a.pdf` },
      now: ports.clock.now(),
    });
    await ports.knowledge.add(document);
    await put(document.storage_key!, MARKED);
    const { document_id } = document;
    const chunk = { chunk_id: `${document_id}:0`, document_id, source_filename: 'a.pdf' };
    const embedded = { page: 1, heading: null, text: MARKED, embedding_model: 'm', vector: Float32Array.of(1, 0) };
    await ports.vectors.upsert(ada.org_id, [{ ...chunk, ...embedded }]);
    await ports.textIndex.put(ada.org_id, document.document_id, [MARKED]);
  }

  return { facts, plantCall, plantDelivery, plant, plantOrganisation, placesOf };
}

/** The content of an object. */
export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** The methods of an object store, which are those of a class. */
export const bound = (objects: Ports['objects']): Ports['objects'] => ({
  root: objects.root,
  put: (...of) => objects.put(...of),
  open: (...of) => objects.open(...of),
  size: (...of) => objects.size(...of),
  link: (...of) => objects.link(...of),
  list: (...of) => objects.list(...of),
  remove: (...of) => objects.remove(...of),
  keys: () => objects.keys(),
});
