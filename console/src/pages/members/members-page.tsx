import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Answered } from '../../parts/answered.tsx';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { rights, session } from '../../session.ts';
import { words } from '../../words.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersTable } from './members-table.tsx';

const said = words.members;

/** Who belongs to the organisation, and what may be done about it by whoever looks. */
export function MembersPage() {
  const [isInviting, setInviting] = useState(false);
  const orgId = session.value?.org_id ?? '';
  const members = useAnswer(
    async () => (await answered(api.GET('/api/v1/members/{org_id}', { params: { path: { org_id: orgId } } }))).members,
    orgId,
  );
  const invite = rights.value.isAdmin && (
    <Button kind="primary" icon="plus" onPress={() => setInviting(true)}>
      {said.invite}
    </Button>
  );
  return (
    <Page title={said.title} lead={said.lead} actions={invite}>
      <Answered to={members}>{(list) => <MembersTable members={list} onChange={members.again} />}</Answered>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onInvited={members.again} />}
    </Page>
  );
}
