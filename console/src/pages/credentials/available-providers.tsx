import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { strings } from './strings.ts';
import type { CatalogueEntry } from './fields.ts';

const KINDS = ['stt', 'tts', 'llm', 'telephony'] as const;
type Kind = (typeof KINDS)[number];

interface AvailableProvidersProps {
  readonly entries: readonly CatalogueEntry[];
  readonly isAdmin: boolean;
  readonly onAdd: (entry: CatalogueEntry) => void;
}

/** The providers for which nothing is stored yet. */
export function AvailableProviders({ entries, isAdmin, onAdd }: AvailableProvidersProps) {
  const [kind, setKind] = useState('');
  const options = KINDS.map((value) => ({ value, label: strings.kind[value] }));
  const shown = entries.filter(({ kinds }) => kind === '' || kinds.includes(kind as Kind));
  return (
    <section class="stack" aria-label={strings.available}>
      <div class="section-head">
        <h2>{strings.available}</h2>
        <Select
          label={strings.filter}
          placeholder={strings.everyKind}
          value={kind}
          options={options}
          onChange={setKind}
        />
      </div>
      <ul class="providers">
        {shown.map((entry) => (
          <li key={entry.provider} class="provider-card card">
            <div class="provider-name">
              <h3>{entry.name}</h3>
              <p class="hint">{strings.kinds(entry.kinds)}</p>
            </div>
            {isAdmin && <Button icon="plus" label={strings.add(entry.name)} onPress={() => onAdd(entry)} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
