import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useQuery } from '../../parts/use-query.ts';
import { SsoDialog } from './sso-dialog.tsx';
import { ssoStrings as words } from './strings.ts';

type Connection = components['schemas']['SsoConnectionResponse'];

/** The OpenID providers at which people of the organisation log in. Only admins see them. */
export function SsoConnections() {
  const connections = useQuery(() => answered(api.GET('/api/v1/sso-connections')));
  const [isAdding, setAdding] = useState(false);
  return (
    <section class="stack" aria-labelledby="sso-title">
      <h2 id="sso-title">{words.title}</h2>
      <p class="hint">{words.lead}</p>
      <AsyncView query={connections}>
        {(stored) => (
          <>
            {stored.length === 0 && <p class="soft">{words.none}</p>}
            {stored.map((connection) => (
              <ConnectionCard key={connection.connection_id} connection={connection} onChange={connections.refetch} />
            ))}
          </>
        )}
      </AsyncView>
      <div class="row">
        <Button icon="plus" onPress={() => setAdding(true)}>
          {words.add}
        </Button>
      </div>
      {isAdding && <SsoDialog onClose={() => setAdding(false)} onCreated={connections.refetch} />}
    </section>
  );
}

interface CardProps {
  readonly connection: Connection;
  readonly onChange: () => void;
}

function ConnectionCard({ connection, onChange }: CardProps) {
  const { domain, issuer, client_id: clientId, redirect_uri: redirectUri, verified_at: verifiedAt } = connection;
  const { txt_record: record } = connection;
  const isVerified = verifiedAt !== null;
  return (
    <section class="card padded stack" aria-label={domain}>
      <h3>
        {domain} <Badge tone={isVerified ? 'good' : 'warn'}>{isVerified ? words.isVerified : words.unverified}</Badge>
      </h3>
      <Facts
        of={[
          [words.issuer, issuer],
          [words.clientId, clientId],
          [words.redirectUri, redirectUri],
          [words.since, verifiedAt && <Moment at={verifiedAt} />],
        ]}
      />
      {!isVerified && <p class="hint">{words.recordHint}</p>}
      <RecordField label={words.recordName} value={record.name} />
      <RecordField label={words.recordValue} value={record.value} />
      <div class="row">
        {!isVerified && <Verification connection={connection} onChange={onChange} />}
        <Disconnection connection={connection} onChange={onChange} />
      </div>
    </section>
  );
}

/** A part of the record, to be copied. */
const RecordField = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <TextField label={label} value={value} spellcheck={false} readOnly onInput={() => undefined} />
);

/** Reads the record of the domain. */
function Verification({ connection: { connection_id, domain }, onChange }: CardProps) {
  const verifying = useAction(async () => {
    const params = { path: { connection_id } };
    await answered(api.POST('/api/v1/sso-connections/{connection_id}/verify', { params }));
    showToast(words.verified(domain));
    onChange();
  });
  return (
    <>
      {verifying.trouble !== null && <Notice kind="error">{verifying.trouble}</Notice>}
      <Button busy={verifying.isBusy} onPress={() => void verifying.run()}>
        {words.verify}
      </Button>
    </>
  );
}

function Disconnection({ connection: { connection_id, domain }, onChange }: CardProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    await answered(api.DELETE('/api/v1/sso-connections/{connection_id}', { params: { path: { connection_id } } }));
    showToast(words.deleted(domain));
    onChange();
  };
  return (
    <>
      <Button kind="quiet" icon="trash" onPress={() => setAsking(true)}>
        {words.remove(domain)}
      </Button>
      {isAsking && (
        <Confirm
          title={words.removeTitle(domain)}
          action={words.removeIt}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {words.removeWhy}
        </Confirm>
      )}
    </>
  );
}
