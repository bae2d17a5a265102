// The Snap's component tree as HTML, in the sizes of MetaMask's panel (14 px text, light and dark). It draws
// every component Bardo uses and fails loudly on any other, because a wallet would lose the whole panel.
type Node =
  | { type: string; props: { [name: string]: unknown } }
  | string
  | null
  | undefined
  | boolean;

/**
 * For a container of class `snap`. Colours come from custom properties, so that a page can be dark. Muted text is as
 * faint as in MetaMask (1.9 : 1 on its ground), so that a screen which hides something in it is seen to.
 */
export const SNAP_STYLE = `
  .snap{--text:#121314;--soft:#686e7d;--muted:#b7bbc8;--line:#dadce5;--ground:#fff;--section:#f3f5f9;--link:#4459ff;
    --danger:#ca3542;--danger-ground:#fbecee;--warning:#8a5a00;--warning-ground:#fff5e5;
    --info:#4459ff;--info-ground:#eceffe;--success:#457a39;--success-ground:#eaf4e9;
    color:var(--text);font:14px/20px -apple-system,'Segoe UI','DejaVu Sans',Arial,sans-serif;overflow-wrap:anywhere}
  @media (prefers-color-scheme:dark){.snap{--text:#f4f5f7;--soft:#a2a8b8;--muted:#4b505c;--line:#3b3f4a;--ground:#17181c;--section:#22242b;
    --link:#9db0ff;--danger:#ff8b93;--danger-ground:#3c1c21;--warning:#f2b84f;--warning-ground:#38290f;
    --info:#9db0ff;--info-ground:#1d2445;--success:#8fd081;--success-ground:#1c3118}}
  .snap .box{display:flex;flex-direction:column;gap:8px}
  .snap .across{flex-direction:row;justify-content:space-between;flex-wrap:wrap}
  .snap .section{display:flex;flex-direction:column;gap:6px;padding:12px;border-radius:8px;background:var(--section)}
  .snap .banner{padding:10px 12px;border-radius:4px;border-left:4px solid}
  .snap .banner b{display:block}
  .snap .banner.danger{border-color:var(--danger);background:var(--danger-ground)}
  .snap .banner.warning{border-color:var(--warning);background:var(--warning-ground)}
  .snap .banner.info{border-color:var(--info);background:var(--info-ground)}
  .snap .banner.success{border-color:var(--success);background:var(--success-ground)}
  .snap .row{display:flex;justify-content:space-between;gap:12px}
  .snap .row>:first-child{flex:none;max-width:45%}
  .snap .row>:last-child{text-align:right}
  .snap .row.critical{color:var(--danger)}.snap .row.warning{color:var(--warning)}
  .snap .alternative{color:var(--soft)}
  .snap .muted{color:var(--muted)}
  .snap .error{color:var(--danger)}.snap .success{color:var(--success)}.snap .text.warning{color:var(--warning)}
  .snap .sm{font-size:12px}
  .snap .bold{font-weight:bold}
  .snap .to-center{text-align:center}.snap .to-end{text-align:end}
  .snap button{font:inherit;color:var(--link);background:none;border:0;border-radius:8px;padding:6px;text-align:center;cursor:pointer}
  .snap button.destructive{color:var(--danger)}
  .snap button:disabled{opacity:.5;cursor:default}
  .snap button.copy{font:12px/18px ui-monospace,'DejaVu Sans Mono',monospace;display:block;width:100%;padding:8px 12px;text-align:left;color:inherit;background:var(--info-ground)}
  .snap button:focus-visible,.snap a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
  .snap h2,.snap h3{margin:0;font-size:18px;line-height:24px}
  .snap h3{font-size:15px}
  .snap hr{width:100%;border:0;border-top:1px solid var(--line);margin:0}
  .snap a{color:var(--link)}
  .snap .spinner{display:inline-block;width:14px;height:14px;border:2px solid var(--line);border-top-color:var(--link);border-radius:50%;animation:snap-turn 1s linear infinite}
  @keyframes snap-turn{to{transform:rotate(360deg)}}
  @media (prefers-reduced-motion:reduce){.snap .spinner{animation:none}}`;

/** One node; arrays and nested arrays as the SDK produces them. */
export function render(node: Node | Node[]): string {
  if (Array.isArray(node)) return node.map(render).join('');
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (typeof node === 'string') return escaped(node);
  const { type, props } = node;
  const draw = Object.hasOwn(COMPONENTS, type) ? COMPONENTS[type] : undefined;
  if (!draw) throw new Error(`Bardo uses <${type}>, which this page cannot draw.`);
  return draw(props, render(props.children as Node));
}

type Draw = (props: { [name: string]: unknown }, children: string) => string;

const COMPONENTS: { [type: string]: Draw } = {
  Box: ({ direction }, children) =>
    `<div class="box ${direction === 'horizontal' ? 'across' : ''}">${children}</div>`,
  Section: (_props, children) => `<section class="section">${children}</section>`,
  Banner: ({ title, severity }, children) =>
    `<div class="banner ${word(severity)}" role="status"><b>${escaped(String(title))}</b>${children}</div>`,
  Heading: ({ size }, children) =>
    size === 'sm' ? `<h3>${children}</h3>` : `<h2>${children}</h2>`,
  Text: ({ color = 'default', fontWeight, size, alignment = 'start' }, children) =>
    `<div class="text ${word(color)} ${word(fontWeight)} ${word(size)} to-${word(alignment)}">${children}</div>`,
  Bold: (_props, children) => `<b>${children}</b>`,
  Italic: (_props, children) => `<i>${children}</i>`,
  Divider: () => '<hr>',
  Spinner: () => '<span class="spinner" role="progressbar" aria-label="Loading"></span>',
  Row: ({ label, variant, tooltip }, children) =>
    `<div class="row ${word(variant)}"${tooltip ? ` title="${escaped(String(tooltip))}"` : ''}><span>${escaped(String(label))}</span><span>${children}</span></div>`,
  Address: ({ address }) =>
    `<code title="${escaped(String(address))}">${escaped(shortened(String(address)))}</code>`,
  Copyable: ({ value }) =>
    `<button type="button" class="copy" data-copy="${escaped(String(value))}">${escaped(String(value))}</button>`,
  Link: ({ href }, children) =>
    `<a href="${escaped(String(href))}" target="_blank" rel="noreferrer">${children}</a>`,
  Button: ({ name, variant, disabled, loading }, children) =>
    `<button type="button" name="${escaped(String(name))}" class="${word(variant)}" ${disabled ? 'disabled' : ''}>${
      loading ? '<span class="spinner" aria-hidden="true"></span> ' : ''
    }${children}</button>`,
};

/** Of a closed set in the SDK; anything else would be a way into the page. */
function word(value: unknown): string {
  return typeof value === 'string' && /^[a-z-]+$/.test(value) ? value : '';
}

function shortened(address: string): string {
  return `${address.slice(0, 7)}…${address.slice(-5)}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
