// An open request on its page: who asks, and the form that answers. What its key did not sign can only be refused.
import { useEffect, useRef } from 'preact/hooks';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
import type { Golem } from '../../src/core/protocol/status';
import { contextOf, type Detail, grantOf, presentOf } from '../grant/choices';
import { closeForm, type OpenRunwayForm, openForm } from '../grant/open-form';
import { keyForm, requestForm } from '../grant/prefill';
import { kindOf, standingFor } from '../grant/request-kind';
import * as store from '../owner/store';
import { useApi } from '../owner/use-api';
import { pageWords } from '../words/page.words';
import { GrantForm } from './grant-form';
import { Waiting } from './kit';
import { kindNow, useFlaw } from './request-standing';
import { RequestWho } from './request-who';
import { SnapNeeded } from './snap-badge';

export function RequestAnswer({ request }: { request: RunwayRecord }) {
  const flaw = useFlaw(request);
  const estate = store.golems.value.value;
  if (!estate) return <Waiting label={pageWords.loadingGolems} lines={6} />;
  const golem = estate.golems.find(({ id }) => id === request.golem);
  const standing = standingFor(request, estate.permissions, store.now.value);
  return (
    <>
      <RequestWho request={request} kind={kindNow(request)} flaw={flaw} standing={standing} />
      {flaw ? null : golem && standing ? (
        <OnWhatStands request={request} golem={golem} permission={standing.id} />
      ) : (
        <Answer form={() => requestForm(request, golem)} of={`${request.id} first`} />
      )}
    </>
  );
}

type Standing = { request: RunwayRecord; golem: Golem; permission: string };

/** The bytes of what is in force: a new lease is signed on them, and the terms start from them. */
function OnWhatStands({ request, golem, permission }: Standing) {
  const { value } = useApi('golem', golem.id, 10_000).value;
  if (!value) return <Waiting label={pageWords.loadingGolems} lines={6} />;
  return (
    <Answer
      form={() => formOn(value, { request, golem, permission })}
      of={`${request.id} ${permission}`}
    />
  );
}

function formOn(detail: Detail, { request, golem, permission }: Standing): OpenRunwayForm {
  const standing = detail.permissions.find(({ id }) => id === permission) ?? null;
  const present = presentOf(detail, standing);
  const context = contextOf(detail, standing);
  const kind = kindOf(request, { golem, permissions: detail.permissions, now: store.now.peek() });
  const isNewKey = kind === 'key';
  const wanting = standing?.lease === null || isNewKey;
  // A grant without a guardian names its key itself: another key needs a grant of its own.
  return present && context && golem.guardian && wanting
    ? keyForm(request, golem, { present, grant: grantOf(context) })
    : requestForm(request, golem, present, isNewKey);
}

/** `of`: what it is made from; another one is another form. */
function Answer({ form, of }: { form: () => OpenRunwayForm; of: string }) {
  const mine = useRef<OpenRunwayForm | null>(null);
  useEffect(() => {
    mine.current = form();
    openForm.value = mine.current;
    return () => {
      if (openForm.peek() === mine.current) closeForm();
    };
  }, [of]);
  const open = openForm.value;
  if (open?.kind !== 'runway' || open.request === null) return null;
  return (
    <>
      {open.guardian === null ? null : <SnapNeeded />}
      <GrantForm key={of} openForm={open} />
    </>
  );
}
