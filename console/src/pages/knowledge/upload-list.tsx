import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Progress } from '../../parts/progress.tsx';
import { strings } from './strings.ts';
import './knowledge.css';
import type { Uploads } from './uploads.ts';

/** The files that are on their way, and those that were refused. */
export const UploadList = ({ uploads }: { readonly uploads: Uploads }) => (
  <ul class="uploads" aria-label={strings.uploads}>
    {uploads.list.value.map(({ id, name, share, refusal }) => (
      <li key={id}>
        {refusal === null ? (
          <>
            <span>{name}</span>
            <Progress label={strings.sending(name)} value={share} />
          </>
        ) : (
          <Notice
            kind="error"
            action={
              <Button kind="quiet" icon="close" label={strings.dismiss(name)} onPress={() => uploads.dismiss(id)} />
            }
          >
            {strings.refused(name, refusal)}
          </Notice>
        )}
      </li>
    ))}
  </ul>
);
