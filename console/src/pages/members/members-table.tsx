import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { Badge } from '../../parts/badge.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import { rights, session } from '../../session.ts';
import { strings } from './strings.ts';
import { actionsFor, type MemberAction } from './member-actions.ts';

type Member = components['schemas']['Member'];

const PERFORM = {
  promote: (email: string) => answered(api.POST('/api/v1/members/assign-admin', { body: { email } })),
  remove: (email: string) => answered(api.POST('/api/v1/members/remove', { body: { email } })),
};

interface MembersTableProps {
  readonly members: readonly Member[];
  readonly onChange: () => void;
}

/** The members, each with what may be done about them. */
export function MembersTable({ members, onChange }: MembersTableProps) {
  const [pendingAction, setPendingAction] = useState<{ readonly action: MemberAction; readonly email: string } | null>(
    null,
  );
  const me = session.value?.email.toLowerCase() ?? '';
  const columns: readonly Column<Member>[] = [
    { label: strings.email, cell: ({ email }) => (email === me ? strings.you(email) : email) },
    { label: strings.role, cell: ({ role }) => <RoleBadge role={role} /> },
    { label: strings.standing, cell: (member) => <AccountBadge {...member} /> },
    { label: strings.since, align: 'end', cell: ({ created_at: since }) => <Moment at={since} /> },
    {
      label: '',
      align: 'end',
      cell: (member) => {
        const items = actionsFor(member, { email: me, isSuperAdmin: rights.value.isSuperAdmin }).map(
          (action): MenuItem => ({
            label: strings[action],
            danger: action === 'remove',
            onSelect: () => setPendingAction({ action, email: member.email }),
          }),
        );
        return items.length > 0 && <Menu label={strings.manage(member.email)} items={items} />;
      },
    },
  ];
  const confirm = async ({ action, email }: NonNullable<typeof pendingAction>): Promise<void> => {
    await PERFORM[action](email);
    showToast(strings.done[action](email));
    onChange();
  };
  return (
    <>
      {members.some(({ pending }) => pending) && <p class="soft">{strings.standingHint}</p>}
      <Table caption={strings.title} columns={columns} rows={members} keyOf={({ email }) => email} />
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
