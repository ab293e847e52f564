import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { rights, session } from '../../session.ts';
import { Erasures } from './erasures.tsx';
import { RetentionForm } from './retention-form.tsx';
import { strings } from './strings.ts';

/** What the organisation keeps of its calls, and for how long. */
export function PrivacyPage() {
  const orgId = session.value?.org_id ?? '';
  const params = { path: { org_id: orgId } };
  const retention = useQuery(() => answered(api.GET('/api/v1/organisations/{org_id}/retention', { params })), orgId);
  return (
    <Page narrow title={strings.title} lead={strings.lead}>
      <AsyncView query={retention}>{(known) => <RetentionForm retention={known} />}</AsyncView>
      {rights.value.isAdmin && <Erasures orgId={orgId} />}
    </Page>
  );
}
