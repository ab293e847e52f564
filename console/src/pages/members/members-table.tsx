import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { Badge } from '../../parts/badge.tsx';
import type { BulkAction } from '../../parts/bulk-action.ts';
import { BulkTable } from '../../parts/bulk-table.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { Moment } from '../../parts/moment.tsx';
import type { Column } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import type { Selection } from '../../parts/use-selection.ts';
import { rights, session } from '../../session.ts';
import { strings } from './strings.ts';
import { actionsFor, type MemberAction } from './member-actions.ts';

export type Member = components['schemas']['Member'];

const PERFORM = {
  promote: (email: string) => answered(api.POST('/api/v1/members/assign-admin', { body: { email } })),
  remove: (email: string) => answered(api.POST('/api/v1/members/remove', { body: { email } })),
};

const keyOf = ({ email }: Member): string => email;

const removal = (takes: BulkAction<Member>['takes']): BulkAction<Member> => ({
  label: strings.remove,
  icon: 'close',
  isDangerous: true,
  takes,
  consequence: strings.removeMany,
  run: ({ email }) => PERFORM.remove(email),
});

interface PendingAction {
  readonly action: MemberAction;
  readonly email: string;
}

export interface MembersTableProps {
  readonly members: readonly Member[];
  readonly selection: Selection;
  readonly onChange: () => void;
}

/** The members, each with what may be done about them. */
export function MembersTable({ members, selection, onChange }: MembersTableProps) {
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null);
  const me = session.value?.email.toLowerCase() ?? '';
  const viewer = { email: me, isSuperAdmin: rights.value.isSuperAdmin };
  const remove = removal((member) => actionsFor(member, viewer).includes('remove'));
  const columns: readonly Column<Member>[] = [
    { label: strings.email, cell: ({ email }) => (email === me ? strings.you(email) : email) },
    { label: strings.role, cell: ({ role }) => <RoleBadge role={role} /> },
    { label: strings.standing, cell: (member) => <AccountBadge {...member} /> },
    { label: strings.since, align: 'end', cell: ({ created_at: since }) => <Moment at={since} /> },
    {
      label: '',
      align: 'end',
      cell: (member) => {
        const items = actionsFor(member, viewer).map((action): MenuItem => ({
          label: strings[action],
          danger: action === 'remove',
          onSelect: () => setPendingAction({ action, email: member.email }),
        }));
        return items.length > 0 && <Menu label={strings.manage(member.email)} items={items} />;
      },
    },
  ];
  const confirm = async ({ action, email }: PendingAction): Promise<void> => {
    await PERFORM[action](email);
    showToast(strings.done[action](email));
    onChange();
  };
  return (
    <>
      {members.some(({ pending }) => pending) && <p class="soft">{strings.standingHint}</p>}
      <BulkTable
        {...{ columns, rows: members, keyOf, nameOf: keyOf, selection, onChange }}
        caption={strings.title}
        actions={members.some(remove.takes) ? [remove] : []}
      />
      {pendingAction && (
        <Confirm
          title={strings.ask[pendingAction.action]}
          action={strings[pendingAction.action]}
          danger={pendingAction.action === 'remove'}
          onConfirm={() => confirm(pendingAction)}
          onClose={() => setPendingAction(null)}
        >
          {strings.consequence[pendingAction.action](pendingAction.email)}
        </Confirm>
      )}
    </>
  );
}

const AccountBadge = ({ confirmed, pending }: Pick<Member, 'confirmed' | 'pending'>) => {
  if (pending) return <Badge tone="warn">{strings.pending}</Badge>;
  return <Badge tone={confirmed ? 'good' : 'plain'}>{confirmed ? strings.confirmed : strings.unconfirmed}</Badge>;
};

const RoleBadge = ({ role }: Pick<Member, 'role'>) => (
  <Badge tone={role === 'member' ? 'plain' : 'info'}>{strings.roles[role]}</Badge>
);
