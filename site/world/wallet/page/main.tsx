/** @jsxImportSource preact */
// The demo wallet in a page: a provider for the site, and a panel in a shadow root that the site's style
// cannot reach.
import { render } from 'preact';
import { openLink } from './link';
import { Panel } from './panel';
import { announce, createProvider } from './provider';
import { STYLE } from './style';

const link = openLink();
// `?demo-wallet=13.13`: whose behaviour is played.
const form = new URLSearchParams(location.search).get('demo-wallet');
if (form !== null) link.act({ act: 'select-form', form });
announce(createProvider(link));

function mount(): void {
  const host = document.createElement('demo-wallet');
  const root = host.attachShadow({ mode: 'open' });
  // A sheet of its own instead of a style element: the site's content policy may forbid those.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  document.body.append(host);
  render(<Panel link={link} />, root);
}

if (document.body) mount();
else document.addEventListener('DOMContentLoaded', mount, { once: true });
