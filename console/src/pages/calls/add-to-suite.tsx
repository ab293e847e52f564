import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Select } from '../../parts/select.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import type { Call } from './call.ts';
import { suiteStrings as strings } from './suite-strings.ts';

/** Suites that are offered. */
const OFFERED = 100;

/** Leads to a suite with this call as a new conversation. */
export function AddToSuite({ call }: { readonly call: Call }) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Button kind="quiet" icon="flask" onPress={() => setChoosing(true)}>
        {strings.add}
      </Button>
      {isChoosing && <ChooseSuite call={call} onClose={() => setChoosing(false)} />}
    </>
  );
}

interface ChooseSuiteProps {
  readonly call: Call;
  readonly onClose: () => void;
}

function ChooseSuite({ call: { agent_id, call_id }, onClose }: ChooseSuiteProps) {
  const { route } = useLocation();
  const [suiteId, setSuiteId] = useState('');
  const params = { query: { agent_id, limit: OFFERED, offset: 0 } };
  const page = useQuery(() => answered(api.GET('/api/v1/rehearsal-suites', { params })), agent_id);
  const go = (): void =>
    route(
      at(
        suiteId === ''
          ? `/rehearsals/new?agent=${agent_id}&call=${call_id}`
          : `/rehearsals/${suiteId}/edit?call=${call_id}`,
      ),
    );
  return (
    <Dialog title={strings.add} onClose={onClose}>
      <div class="stack">
        <p class="soft">{strings.lead}</p>
        <AsyncView query={page}>
          {({ suites }) => (
            <Select
              label={strings.suite}
              value={suiteId}
              placeholder={strings.new}
              options={suites.map(({ suite_id: value, title: label }) => ({ value, label }))}
              onChange={setSuiteId}
            />
          )}
        </AsyncView>
      </div>
      <DialogFoot>
        <Button onPress={onClose}>{sharedStrings.cancel}</Button>
        <Button kind="primary" onPress={go}>
          {strings.go}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
