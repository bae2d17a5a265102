// The Snap's component tree as HTML, in the sizes of MetaMask's panel (360 px wide, 14 px text). It draws
// every component Bardo uses and fails loudly on any other, because a wallet would lose the whole panel.
type Node =
  | { type: string; props: { [name: string]: unknown } }
  | string
  | null
  | undefined
  | boolean;

const BANNER: { [severity: string]: string } = {
  danger: 'border-left:4px solid #ca3542;background:#fbecee',
  warning: 'border-left:4px solid #9a6300;background:#fff5e5',
  info: 'border-left:4px solid #4459ff;background:#eceffe',
  success: 'border-left:4px solid #457a39;background:#eaf4e9',
};

const COLOR: { [name: string]: string } = {
  default: '#121314',
  alternative: '#686e7d',
  muted: '#686e7d',
  error: '#ca3542',
  success: '#457a39',
  warning: '#9a6300',
};

export function renderPage(content: unknown, title: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title><style>
    body{margin:0;width:360px;padding:16px;box-sizing:content-box;background:#fff;color:#121314;
      font:14px/20px -apple-system,'Segoe UI','DejaVu Sans',Arial,sans-serif;overflow-wrap:anywhere}
    .box{display:flex;flex-direction:column;gap:8px}.across{flex-direction:row;justify-content:space-between}
    .section{display:flex;flex-direction:column;gap:6px;padding:12px;border-radius:8px;background:#f3f5f9}
    .banner{padding:10px 12px;border-radius:4px}.banner b{display:block}
    .row{display:flex;justify-content:space-between;gap:12px}.row>:last-child{text-align:right}
    .extra{color:#686e7d;font-size:12px}button{font:inherit;color:#4459ff;background:none;border:0;padding:6px;text-align:center}
    button.destructive{color:#ca3542}button:disabled{opacity:.4}.copy{padding:8px 12px;border-radius:8px;background:#eceffe}
    h2{margin:0;font-size:18px;line-height:24px}hr{width:100%;border:0;border-top:1px solid #dadce5}a{color:#4459ff}
  </style><body><main class="box">${render(content as Node)}</main></body></html>`;
}

/** One node; arrays and nested arrays as the SDK produces them. */
export function render(node: Node | Node[]): string {
  if (Array.isArray(node)) return node.map(render).join('');
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (typeof node === 'string') return escaped(node);
  const { type, props } = node;
  const draw = COMPONENTS[type];
  if (!draw) throw new Error(`Bardo uses <${type}>, which this page cannot draw.`);
  return draw(props, render(props.children as Node));
}

type Draw = (props: { [name: string]: unknown }, children: string) => string;

const COMPONENTS: { [type: string]: Draw } = {
  Box: ({ direction }, children) =>
    `<div class="box ${direction === 'horizontal' ? 'across' : ''}">${children}</div>`,
  Section: (_props, children) => `<section class="section">${children}</section>`,
  Banner: ({ title, severity }, children) =>
    `<div class="banner" role="status" style="${BANNER[String(severity)]}"><b>${escaped(String(title))}</b>${children}</div>`,
  Heading: (_props, children) => `<h2>${children}</h2>`,
  Text: ({ color = 'default', fontWeight, alignment = 'start' }, children) =>
    `<div style="color:${COLOR[String(color)]};text-align:${alignment};${fontWeight === 'bold' ? 'font-weight:bold' : ''}">${children}</div>`,
  Bold: (_props, children) => `<b>${children}</b>`,
  Divider: () => '<hr>',
  Row: ({ label }, children) =>
    `<div class="row"><span>${escaped(String(label))}</span><span>${children}</span></div>`,
  Value: ({ value, extra }) =>
    `<span class="extra">${escaped(String(extra))}</span> <span>${escaped(String(value))}</span>`,
  Address: ({ address }) => `<code>${escaped(shortened(String(address)))}</code>`,
  Copyable: ({ value }) => `<div class="copy">${escaped(String(value))}</div>`,
  Link: ({ href }, children) => `<a href="${escaped(String(href))}">${children}</a>`,
  Button: ({ name, variant, disabled }, children) =>
    `<button name="${escaped(String(name))}" class="${variant ?? ''}" ${disabled ? 'disabled' : ''}>${children}</button>`,
};

function shortened(address: string): string {
  return `${address.slice(0, 7)}…${address.slice(-5)}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
