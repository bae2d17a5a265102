import { describe, expect, it } from 'vitest';
import { endingsOf } from '../../../src/core/runway/endings';
import { aGolem, anAddress, aPermission, NOW } from '../../vectors/builders';

const UNTIL = 'which would run until 27 Sep 2026 14:13 UTC.';

describe('What revoking ends', () => {
  it('is said in full for each live permission', () => {
    const endings = endingsOf(
      [aGolem()],
      [
        aPermission(),
        aPermission({ id: 'gas', token: null, cap: '1000000000000000', periodSeconds: 604_800 }),
        aPermission({ id: 'odd', token: anAddress(0x77), cap: '5', chainId: 31_337 }),
      ],
      NOW,
    );

    expect(endings).toEqual([
      {
        golem: 'atlas',
        name: 'Atlas',
        lines: [
          `10 USDC every day on Base, ${UNTIL}`,
          `0.001 ETH for gas every 7 days on Base, ${UNTIL}`,
          `5 base units of an unknown token every day on chain 31337, ${UNTIL}`,
        ],
      },
    ]);
  });

  it('leaves out Golems with nothing to end', () => {
    const golems = [aGolem(), aGolem({ id: 'nyx', name: '[x](http://a)' })];
    const permissions = [
      aPermission({ revokedAt: NOW }),
      aPermission({ id: 'b', expiresAt: NOW }),
      aPermission({ id: 'c', golem: 'nyx' }),
    ];

    expect(endingsOf(golems, permissions, NOW).map((one) => one.name)).toEqual(['nyx']);
    expect(endingsOf(golems, [], NOW)).toEqual([]);
  });

  it('is everything unrevoked when nobody knows the time: a wrong clock must not keep a grant alive', () => {
    const permissions = [
      aPermission({ expiresAt: NOW - 1 }),
      aPermission({ id: 'b', revokedAt: NOW }),
    ];

    expect(endingsOf([aGolem()], permissions, null)[0]?.lines).toHaveLength(1);
  });
});
