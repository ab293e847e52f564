import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useSelection } from '../../parts/use-selection.ts';
import { rights, session } from '../../session.ts';
import { strings } from './strings.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersList } from './members-list.tsx';
import { SsoConnections } from './sso-connections.tsx';

const QUIET_MS = 30_000;

/** The members of the organisation and the actions the viewer may take. */
export function MembersPage() {
  const [isInviting, setInviting] = useState(false);
  const selection = useSelection('');
  const orgId = session.value?.org_id ?? '';
  const members = useQuery(
    async () => (await answered(api.GET('/api/v1/members/{org_id}', { params: { path: { org_id: orgId } } }))).members,
    orgId,
    { everyMs: selection.keys.size > 0 ? null : QUIET_MS },
  );
  const invite = rights.value.isAdmin && (
    <Button kind="primary" icon="plus" onPress={() => setInviting(true)}>
      {strings.invite}
    </Button>
  );
  return (
    <Page title={strings.title} lead={strings.lead} actions={invite}>
      <AsyncView query={members}>
        {(list) => <MembersList members={list} selection={selection} onChange={members.refetch} />}
      </AsyncView>
      {rights.value.isAdmin && <SsoConnections />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onInvited={members.refetch} />}
    </Page>
  );
}
