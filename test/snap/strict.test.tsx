// The harness judges every tree, notice and answer of every test by the wallet's rules. Here it is shown
// that this judgement bites, and that real dialogs pass through the simulator's own window.
import { describe, expect, it } from '@jest/globals';
import { Box, CollapsibleSection, Icon, Link, Text } from '@metamask/snaps-sdk/jsx';
import { faultsOf, noticeFaults, responseFaults } from '../../site/world/wallet/rules/strict';
import { installConnected } from './bardo';
import { startPlane } from './plane';

describe('a tree is refused', () => {
  it('for a component the oldest wallet does not know', () => {
    const tree = (
      <Box>
        <CollapsibleSection label="More">
          <Text>x</Text>
        </CollapsibleSection>
      </Box>
    );
    expect(faultsOf(tree).join()).toContain('CollapsibleSection');
  });

  it('for an option the oldest wallet does not know', () => {
    expect(faultsOf(<Icon name="warning" color={'error' as never} />)).not.toEqual([]);
  });

  it('for a number as a child', () => {
    expect(faultsOf(<Text>{7 as never}</Text>)).toContain('Text has a number as a child');
  });

  it('for a link the wallet does not follow, also as markdown', () => {
    const link = (href: string) => (
      <Text>
        <Link href={href}>x</Link>
      </Text>
    );
    expect(faultsOf(link('http://bardo.ai'))).toEqual(['http://bardo.ai']);
    expect(faultsOf(<Text>{'[x](http://a)'}</Text>)).toEqual(['http://a']);
    expect(faultsOf(link('https://bardo.ai'))).toEqual([]);
  });
});

describe('an answer is refused', () => {
  const content = <Text>x</Text>;

  it.each(['warning', 'info', 'danger', null])('for the severity %j', (severity) => {
    expect(responseFaults('onTransaction', { content, severity })).not.toEqual([]);
    expect(responseFaults('onSignature', { content, severity })).not.toEqual([]);
  });

  it('but not for "critical", none, or null', () => {
    for (const response of [{ content }, { content, severity: 'critical' }, { id: 'x' }, null]) {
      expect(responseFaults('onTransaction', response)).toEqual([]);
      expect(responseFaults('onSignature', response)).toEqual([]);
    }
    expect(responseFaults('onHomePage', null)).not.toEqual([]);
  });
});

describe('a notice is refused', () => {
  const native = (length: number) => ({ type: 'native', message: 'x'.repeat(length) });
  const inApp = (over: object) => ({
    type: 'inApp',
    message: 'x',
    title: 'x',
    content: <Text>x</Text>,
    footerLink: { href: 'https://bardo.ai', text: 'x' },
    ...over,
  });

  it('for its length', () => {
    expect(noticeFaults(native(49))).toEqual([]);
    expect(noticeFaults(native(50))).not.toEqual([]);
    expect(noticeFaults(native(0))).not.toEqual([]);
    expect(noticeFaults(inApp({ message: 'x'.repeat(499) }))).toEqual([]);
    expect(noticeFaults(inApp({ message: 'x'.repeat(500) }))).not.toEqual([]);
  });

  it('for its links, and for half an expanded view', () => {
    expect(noticeFaults(inApp({ message: '[x](https://a)' }))).not.toEqual([]);
    expect(noticeFaults(inApp({ footerLink: { href: 'http://a', text: 'x' } }))).not.toEqual([]);
    expect(noticeFaults(inApp({ title: undefined }))).not.toEqual([]);
  });
});

describe('what the simulator itself checks', () => {
  it("a real dialog: Bardo's confirmation opens, and closes with the answer", async () => {
    const bardo = await installConnected(await startPlane());
    await bardo.check();
    bardo.wallet.script('snap_dialog', () => undefined);
    const reply = bardo.openDialog('triggerRevoke', { golems: ['atlas'] });
    const dialog = await reply.getInterface();
    expect(dialog.type).toBe('confirmation');
    await dialog.ok();
    expect((await reply).response).toEqual({
      result: { approved: true, golems: ['atlas'], delivered: [] },
    });
  });
});
