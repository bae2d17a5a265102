/** @jsxImportSource preact */
// The demo wallet in a page: a provider for the site, and a panel in a shadow root that the site's style
// cannot reach.
import { render } from 'preact';
import { openLink } from './link';
import { Panel } from './panel';
import { announce, createProvider } from './provider';
import { STYLE } from './style';

const link = openLink();
announce(createProvider(link));

function mount(): void {
  const host = document.createElement('demo-wallet');
  const root = host.attachShadow({ mode: 'open' });
  document.body.append(host);
  render(
    <>
      <style>{STYLE}</style>
      <Panel link={link} />
    </>,
    root,
  );
}

if (document.body) mount();
else document.addEventListener('DOMContentLoaded', mount, { once: true });
