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

/** Adds a web page by its address. */
export function PageForm({ onChange }: { readonly onChange: () => void }) {
  const [url, setUrl] = useState('');
  const [refresh, setRefresh] = useState<RefreshInterval>('weekly');
  const adding = useAction(async () => {
    await answered(api.POST('/api/v1/knowledge/pages', { body: { url: url.trim(), refresh } }));
    setUrl('');
    onChange();
  }, ['url']);
  return (
    <section class="card padded" aria-label={strings.addPage}>
      <Form onSubmit={() => adding.run()} trouble={adding.trouble}>
        <div class="page-form">
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
          <Select
            label={strings.pageRefresh}
            value={refresh}
            options={intervals.map((value) => ({ value, label: strings.intervals[value] }))}
            onChange={(value) => setRefresh(intervals.find((each) => each === value) ?? 'weekly')}
          />
          <Button type="submit" icon="plus" busy={adding.isBusy}>
            {strings.addPage}
          </Button>
        </div>
      </Form>
    </section>
  );
}
