import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useAction } from '../../parts/use-action.ts';
import { intervals, type RefreshInterval } from './document.ts';
import './page-form.css';
import { strings } from './strings.ts';

const KINDS = ['page', 'sitemap'] as const;
type Kind = (typeof KINDS)[number];

/** Adds a web page by its address, or the pages of a sitemap. */
export function PageForm({ onChange }: { readonly onChange: () => void }) {
  const [kind, setKind] = useState<Kind>('page');
  const [url, setUrl] = useState('');
  const [prefix, setPrefix] = useState('/');
  const [most, setMost] = useState('100');
  const [refresh, setRefresh] = useState<RefreshInterval>('weekly');
  const adding = useAction(async () => {
    const page = { url: url.trim(), refresh };
    const sitemap = { ...page, path_prefix: prefix.trim(), max_pages: Number(most) };
    if (kind === 'page') await answered(api.POST('/api/v1/knowledge/pages', { body: page }));
    else await answered(api.POST('/api/v1/knowledge/sitemaps', { body: sitemap }));
    setUrl('');
    onChange();
  }, ['url', 'path_prefix', 'max_pages']);
  return (
    <section class="card padded" aria-label={strings.addPage}>
      <Form onSubmit={() => adding.run()} trouble={adding.trouble}>
        <div class="page-form">
          <KindSelect kind={kind} onChange={setKind} />
          <TextField
            label={strings.pageUrl}
            hint={strings.pageHint}
            type="url"
            required
            autocomplete="off"
            value={url}
            error={adding.problemOf('url')}
            onInput={setUrl}
          />
          {kind === 'sitemap' && (
            <SitemapFields
              prefix={prefix}
              onPrefix={setPrefix}
              most={most}
              onMost={setMost}
              problemOf={adding.problemOf}
            />
          )}
          <RefreshSelect refresh={refresh} onChange={setRefresh} />
          <Button type="submit" icon="plus" busy={adding.isBusy}>
            {strings.add}
          </Button>
        </div>
      </Form>
    </section>
  );
}

interface SitemapFieldsProps {
  readonly prefix: string;
  readonly onPrefix: (prefix: string) => void;
  readonly most: string;
  readonly onMost: (most: string) => void;
  readonly problemOf: (field: string) => string | null;
}

/** Which pages of a sitemap are added. */
const SitemapFields = ({ prefix, onPrefix, most, onMost, problemOf }: SitemapFieldsProps) => (
  <>
    <TextField
      label={strings.pathPrefix}
      hint={strings.pathPrefixHint}
      required
      value={prefix}
      error={problemOf('path_prefix')}
      onInput={onPrefix}
    />
    <TextField
      label={strings.maxPages}
      type="number"
      min={1}
      max={500}
      required
      value={most}
      error={problemOf('max_pages')}
      onInput={onMost}
    />
  </>
);

const KindSelect = ({ kind, onChange }: { readonly kind: Kind; readonly onChange: (kind: Kind) => void }) => (
  <Select
    label={strings.pageKind}
    value={kind}
    options={KINDS.map((value) => ({ value, label: strings.pageKinds[value] }))}
    onChange={(value) => onChange(KINDS.find((each) => each === value) ?? 'page')}
  />
);

interface RefreshSelectProps {
  readonly refresh: RefreshInterval;
  readonly onChange: (refresh: RefreshInterval) => void;
}

const RefreshSelect = ({ refresh, onChange }: RefreshSelectProps) => (
  <Select
    label={strings.pageRefresh}
    value={refresh}
    options={intervals.map((value) => ({ value, label: strings.intervals[value] }))}
    onChange={(value) => onChange(intervals.find((each) => each === value) ?? 'weekly')}
  />
);
