import { expect, it } from 'vitest';
import { ledgerIn } from '../../../site/wallet/sent';
import { anAddress, OWNER } from '../../vectors/builders';
import { storageInMemory } from '../stage';

it('a record of what was sent is as good as none when somebody wrote something else there', () => {
  const storage = storageInMemory();
  const ledger = ledgerIn(storage);
  const payment = { to: anAddress(0xca), value: 7n, data: '0x' } as const;
  const errand = { from: OWNER, chainId: 84_532, keys: ['gas:key'], calls: [payment] };
  for (const text of ['{"half', '{}', 'null', '[1, null, {"from": "0x"}]']) {
    storage.setItem(`bardo.sent.${OWNER.toLowerCase()}`, text);
    expect(ledger.find(errand)).toBeNull();
  }
});
