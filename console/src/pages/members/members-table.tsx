import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { Badge } from '../../parts/badge.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { tell } from '../../parts/toast.tsx';
import { rights, session } from '../../session.ts';
import { words } from '../../words.ts';
import { movesFor, type Move } from './moves.ts';

type Member = components['schemas']['Member'];

const said = words.members;

const DO = {
  promote: (email: string) => answered(api.POST('/api/v1/members/assign-admin', { body: { email } })),
  remove: (email: string) => answered(api.POST('/api/v1/members/remove', { body: { email } })),
};

interface MembersTableProps {
  readonly members: readonly Member[];
  readonly onChange: () => void;
}

/** The members, each with what may be done about them. */
export function MembersTable({ members, onChange }: MembersTableProps) {
  const [asked, setAsked] = useState<{ readonly move: Move; readonly email: string } | null>(null);
  const me = session.value?.email.toLowerCase() ?? '';
  const columns: readonly Column<Member>[] = [
    { label: said.email, cell: ({ email }) => (email === me ? said.you(email) : email) },
    { label: said.role, cell: ({ role }) => <RoleBadge role={role} /> },
    { label: said.standing, cell: (member) => <Standing {...member} /> },
    { label: said.since, align: 'end', cell: ({ created_at: since }) => <Moment at={since} /> },
    {
      label: '',
      align: 'end',
      cell: (member) => {
        const items = movesFor(member, { email: me, isSuperAdmin: rights.value.isSuperAdmin }).map(
          (move): MenuItem => ({
            label: said[move],
            danger: move === 'remove',
            onSelect: () => setAsked({ move, email: member.email }),
          }),
        );
        return items.length > 0 && <Menu label={said.manage(member.email)} items={items} />;
      },
    },
  ];
  const confirm = async ({ move, email }: NonNullable<typeof asked>): Promise<void> => {
    await DO[move](email);
    tell(said.done[move](email));
    onChange();
  };
  return (
    <>
      {members.some(({ pending }) => pending) && <p class="soft">{said.standingHint}</p>}
      <Table caption={said.title} columns={columns} rows={members} keyOf={({ email }) => email} />
      {asked && (
        <Confirm
          title={said.ask[asked.move]}
          action={said[asked.move]}
          danger={asked.move === 'remove'}
          onConfirm={() => confirm(asked)}
          onClose={() => setAsked(null)}
        >
          {said.consequence[asked.move](asked.email)}
        </Confirm>
      )}
    </>
  );
}

const Standing = ({ confirmed, pending }: Pick<Member, 'confirmed' | 'pending'>) => {
  if (pending) return <Badge tone="warn">{said.pending}</Badge>;
  return <Badge tone={confirmed ? 'good' : 'plain'}>{confirmed ? said.confirmed : said.unconfirmed}</Badge>;
};

const RoleBadge = ({ role }: Pick<Member, 'role'>) => (
  <Badge tone={role === 'member' ? 'plain' : 'info'}>{words.role[role]}</Badge>
);
