// The death certificate: as a file, and held against the chain by the owner's own wallet, check by check.
import { useSignal } from '@preact/signals';
import { type Check, verifyCertificate } from '../../src/core/certificates/verify';
import { sameAddress } from '../../src/core/chain/addresses';
import type { Certificate } from '../../src/core/protocol/certificate';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { answered } from '../plane/plane';
import { walletAsChain } from '../wallet/certifying';
import { ensureChain } from '../wallet/chain';
import { errorWords } from '../wallet/errors';
import { certificateWords } from './certificate.words';
import { save } from './download';
import { Badge, Button, Card, Note } from './kit';

type Found = {
  certificate: Certificate;
  checks: readonly Check[];
  /** null while it is being checked. */
  end: { ok: boolean } | { silent: string } | null;
};

export function CertificateCard({ id }: { id: string }) {
  const found = useSignal<Found | null>(null);
  const wallet = store.wallet.value;
  return (
    <Card title={certificateWords.heading}>
      <p class="soft">{certificateWords.text}</p>
      <div class="row">
        <Button onClick={() => download(id)}>{certificateWords.download}</Button>
        {wallet ? (
          <Button onClick={() => verify(id, found)}>{certificateWords.verify}</Button>
        ) : null}
      </div>
      <p class="soft">{wallet ? certificateWords.how : certificateWords.noWallet}</p>
      {found.value ? <Checks {...found.value} /> : null}
    </Card>
  );
}

function Checks({ certificate, checks, end }: Found) {
  return (
    <>
      <div role="status">{end ? <Verdict end={end} steps={certificate.steps.length} /> : null}</div>
      <ol class="step-list">
        {checks.map((check) => (
          <li key={`${check.what} ${check.step}`} class={check.problems.length ? 'next' : 'past'}>
            {labelOf(check, certificate)}{' '}
            <Badge tone={check.problems.length > 0 ? 'bad' : 'good'}>
              {check.problems.length > 0 ? certificateWords.failed : passedWords(check)}
            </Badge>
            {check.problems.map((problem) => (
              <p key={problem} class="soft">
                {problem}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}

function Verdict({ end, steps }: { end: NonNullable<Found['end']>; steps: number }) {
  if ('silent' in end) return <Note tone="low">{certificateWords.silent(end.silent)}</Note>;
  return end.ok ? (
    <Note tone="good">{certificateWords.true(steps)}</Note>
  ) : (
    <Note tone="bad">{certificateWords.false}</Note>
  );
}

/** Its own sums and names agree with themselves: no chain was asked for that. */
function passedWords({ what }: Check): string {
  return what === 'step' || what === 'end' ? certificateWords.passed : certificateWords.agrees;
}

function labelOf({ what, step }: Check, { steps }: Certificate): string {
  if (what !== 'step') return certificateWords.checks[what];
  const event = steps[(step ?? 1) - 1]?.event;
  return certificateWords.step(step ?? 0, event ? certificateWords.events[event] : '');
}

async function fetched(id: string): Promise<Certificate> {
  return answered(await store.plane.ask('certificate', { id, owner: store.owner.value ?? '' }));
}

function download(id: string): Promise<boolean> {
  return working(certificateWords.downloading, async () => {
    save(`${id}-death-certificate.json`, await fetched(id));
  });
}

function verify(id: string, found: { value: Found | null }): Promise<boolean> {
  return working(certificateWords.verifying, async (turn) => {
    const [wallet, owner] = [store.wallet.value, store.owner.value];
    if (!wallet || !owner) return;
    const certificate = await fetched(id);
    await ensureChain(wallet.provider, store.settings.value, certificate.chainId);
    const checks: Check[] = [];
    const show = (end: Found['end']) => {
      if (!turn.signal.aborted) found.value = { certificate, checks: [...checks], end };
    };
    const tell = (check: Check) => {
      // A true certificate of another life proves nothing of this one.
      const other =
        check.what === 'name' &&
        !(certificate.golem === id && sameAddress(certificate.owner, owner));
      const { otherLife } = certificateWords.checks;
      checks.push(other ? { ...check, problems: [...check.problems, otherLife] } : check);
      show(null);
    };
    try {
      await verifyCertificate(certificate, walletAsChain(wallet.provider), tell);
      const ok = checks.every(({ problems }) => problems.length === 0);
      show({ ok });
      turn.say(ok ? certificateWords.true(certificate.steps.length) : certificateWords.false);
    } catch (error) {
      show({ silent: errorWords(error) });
    }
  });
}
