// A terminal that an owner has let in, by its code.
import type { Guest } from './house';
import { expectOk } from './people';

export async function aTerminal(
  house: Guest,
  cookie: string,
  name = 'laptop',
): Promise<{ token: string; terminal: string; owner: string; expiresAt: number; device: string }> {
  const { body: asked } = await expectOk(house.ask('startTerminal', { body: { name } }));
  const entered = await expectOk(
    house.ask('enterCode', { cookie, body: { code: asked.user_code } }),
  );
  const { id } = entered.body.terminal;
  await expectOk(house.ask('approveTerminal', { cookie, id, body: {} }));
  const device = asked.device_code;
  const { body } = await expectOk(house.ask('terminalToken', { body: { device_code: device } }));
  return { ...body, device };
}
