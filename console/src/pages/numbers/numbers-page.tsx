import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { readProviders } from '../../parts/providers.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useSelection } from '../../parts/use-selection.ts';
import { strings } from './strings.ts';
import { AttachDialog } from './attach-dialog.tsx';
import { hasSimulator, type KnownNumbers, type PhoneNumber } from './choices.ts';
import { NumbersList } from './numbers-list.tsx';

const QUIET_MS = 30_000;

/** The numbers of the organisation, and which agent answers each. */
export function NumbersPage() {
  const [attached, setAttached] = useState<PhoneNumber | 'another' | null>(null);
  const selection = useSelection('');
  const numbers = useQuery(readNumbers, '', { everyMs: selection.keys.size > 0 ? null : QUIET_MS });
  const attach = (
    <Button kind="primary" icon="plus" onPress={() => setAttached('another')}>
      {strings.attach}
    </Button>
  );
  return (
    <Page title={strings.title} lead={strings.lead} actions={attach}>
      <AsyncView query={numbers}>
        {(known) =>
          known.numbers.length === 0 ? (
            <EmptyState icon="hash" title={strings.none} action={attach}>
              {strings.noneWhy} {hasSimulator(known.carriers) && strings.simulator}
            </EmptyState>
          ) : (
            <NumbersList {...known} selection={selection} onAttach={setAttached} onChange={numbers.refetch} />
          )
        }
      </AsyncView>
      {attached !== null && (
        <AttachDialog
          known={numbers}
          number={attached === 'another' ? null : attached}
          onClose={() => setAttached(null)}
          onAttached={numbers.refetch}
        />
      )}
    </Page>
  );
}

async function readNumbers(): Promise<KnownNumbers> {
  const [numbers, agents, carriers] = await Promise.all([
    answered(api.GET('/api/v1/phone-numbers')),
    answered(api.GET('/api/v1/agents')),
    readProviders.telephony(),
  ]);
  return { numbers, agents, carriers };
}
