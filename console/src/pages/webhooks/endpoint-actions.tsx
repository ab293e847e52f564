import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { Notice } from '../../parts/notice.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { at } from '../../paths.ts';
import { EndpointDialog } from './endpoint-dialog.tsx';
import type { Endpoint } from './endpoint.ts';
import { ResendDialog } from './resend-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { strings } from './strings.ts';

type DialogName = 'edit' | 'rotate' | 'resend' | 'disable' | 'delete';

interface EndpointActionsProps {
  readonly endpoint: Endpoint;
  /** Something about it, or about its events, is different now. */
  readonly onChange: () => void;
}

/** What admins may do with an endpoint. */
export function EndpointActions({ endpoint, onChange }: EndpointActionsProps) {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const params = { path: { endpoint_id: endpoint.endpoint_id } };
  const isEnabled = endpoint.state === 'enabled';
  const step = useAction(async () => {
    if (isEnabled) await answered(api.POST('/api/v1/event-endpoints/{endpoint_id}/test', { params }));
    else await answered(api.PATCH('/api/v1/event-endpoints/{endpoint_id}', { params, body: { state: 'enabled' } }));
    showToast(isEnabled ? strings.tested : strings.enabled);
    onChange();
  });
  return (
    <>
      <Button kind="primary" icon={isEnabled ? 'send' : 'play'} busy={step.isBusy} onPress={() => void step.run()}>
        {isEnabled ? strings.test : strings.enable}
      </Button>
      <Menu label={strings.more} items={itemsOf(isEnabled, setDialog)} />
      {step.trouble !== null && <Notice kind="error">{step.trouble}</Notice>}
      {dialog && (
        <EndpointDialogs name={dialog} endpoint={endpoint} onChange={onChange} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

const itemsOf = (isEnabled: boolean, open: (name: DialogName) => void): readonly MenuItem[] => [
  { label: strings.edit, icon: 'edit', onSelect: () => open('edit') },
  { label: strings.rotate, icon: 'key', onSelect: () => open('rotate') },
  { label: strings.resendParked, icon: 'refresh', disabled: !isEnabled, onSelect: () => open('resend') },
  { label: strings.disable, icon: 'pause', disabled: !isEnabled, onSelect: () => open('disable') },
  { label: strings.delete, icon: 'trash', danger: true, onSelect: () => open('delete') },
];

interface EndpointDialogsProps extends EndpointActionsProps {
  readonly name: DialogName;
  readonly onClose: () => void;
}

function EndpointDialogs({ name, endpoint, onChange, onClose }: EndpointDialogsProps) {
  const { route } = useLocation();
  const params = { path: { endpoint_id: endpoint.endpoint_id } };
  if (name === 'edit') return <EndpointDialog endpoint={endpoint} onClose={onClose} onSaved={onChange} />;
  if (name === 'rotate')
    return <RotateDialog endpointId={endpoint.endpoint_id} onClose={onClose} onRotated={onChange} />;
  if (name === 'resend')
    return <ResendDialog endpointId={endpoint.endpoint_id} onClose={onClose} onResent={onChange} />;
  if (name === 'disable') {
    const disable = async (): Promise<void> => {
      await answered(api.PATCH('/api/v1/event-endpoints/{endpoint_id}', { params, body: { state: 'disabled' } }));
      showToast(strings.disabled);
      onChange();
    };
    return (
      <Confirm title={strings.disableTitle} action={strings.disable} onConfirm={disable} onClose={onClose}>
        {strings.disableConsequence}
      </Confirm>
    );
  }
  const remove = async (): Promise<void> => {
    await answered(api.DELETE('/api/v1/event-endpoints/{endpoint_id}', { params }));
    showToast(strings.deleted);
    route(at('/webhooks'));
  };
  return (
    <Confirm title={strings.deleteTitle} action={strings.delete} onConfirm={remove} onClose={onClose}>
      {strings.deleteConsequence}
    </Confirm>
  );
}
