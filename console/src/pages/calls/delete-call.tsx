import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { showToast } from '../../parts/toast.tsx';
import { at } from '../../paths.ts';
import { rights } from '../../session.ts';
import { isLive, type Call } from './call.ts';
import { callStrings } from './strings.ts';

/** Deletes a call that is over, after a question. For admins. */
export function DeleteCall({ call }: { readonly call: Call }) {
  const [isAsking, setAsking] = useState(false);
  const { route } = useLocation();
  if (!rights.value.isAdmin || isLive(call)) return null;
  const params = { path: { call_id: call.call_id } };
  const remove = async (): Promise<void> => {
    await answered(api.DELETE('/api/v1/calls/{call_id}', { params }));
    showToast(callStrings.deleted);
    route(at('/calls'), true);
  };
  return (
    <>
      <Button icon="trash" onPress={() => setAsking(true)}>
        {callStrings.delete}
      </Button>
      {isAsking && (
        <Confirm
          title={callStrings.deleteTitle}
          action={callStrings.delete}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {callStrings.deleteWhat}
        </Confirm>
      )}
    </>
  );
}
