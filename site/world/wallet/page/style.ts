// The panel's own look: 400 px like MetaMask's window, calm, and striped so that nobody takes it for real.
import { SNAP_STYLE } from './render';

export const STYLE = `${SNAP_STYLE}
  :host{all:initial}
  *{box-sizing:border-box}
  [hidden]{display:none!important}
  .snap{color-scheme:light dark;position:fixed;z-index:2147483000;top:0;right:0;bottom:0;width:min(400px,100vw);display:flex;flex-direction:column;
    background:var(--ground);border-left:1px solid var(--line);box-shadow:-6px 0 24px #0002;text-align:left;overflow-wrap:anywhere}
  .snap.folded{top:auto;bottom:16px;right:16px;width:auto;border:0;box-shadow:none;background:none}
  @media (max-width:699px){.snap:not(.folded){top:auto;left:0;width:auto;height:66vh;border:0;border-top:1px solid var(--line);box-shadow:0 -6px 24px #0003}}
  .stripes{display:flex;align-items:center;gap:8px;padding:8px 12px;color:#1f1b16;font-weight:600;
    background:repeating-linear-gradient(-45deg,#ffd23f 0 14px,#ffdf70 14px 28px);border-bottom:2px solid #1f1b16}
  .stripes p{margin:0;flex:1}
  .stripes small{display:block;font-weight:400;font-size:12px;line-height:16px}
  .snap .stripes button,.snap .unfold{color:#1f1b16;background:#fff8;border:1px solid #1f1b16;padding:4px 10px;border-radius:8px;font-weight:600}
  .snap .unfold{padding:10px 16px;background:repeating-linear-gradient(-45deg,#ffd23f 0 14px,#ffdf70 14px 28px);box-shadow:0 4px 16px #0003}
  .window{display:contents}
  .tabs{display:flex;border-bottom:1px solid var(--line)}
  .snap .tabs button{flex:1;padding:10px 4px;border-radius:0;color:var(--soft);border-bottom:2px solid transparent}
  .snap .tabs button[aria-selected=true]{color:var(--text);border-color:var(--text);font-weight:600}
  .count{display:inline-block;margin-left:4px;min-width:18px;padding:0 5px;border-radius:9px;background:var(--danger);color:var(--ground);font-size:12px;line-height:18px;text-align:center}
  .scroll{flex:1;overflow-y:auto;padding:16px;display:flex;flex-direction:column;gap:12px;scrollbar-width:thin}
  .scroll>*{flex:none}
  .scroll:focus-visible{outline:2px solid var(--link);outline-offset:-2px}
  .snap h1{margin:0;font-size:18px;line-height:24px}
  .snap h1:focus{outline:0}
  .snap p{margin:0}
  .soft{color:var(--soft)}
  .chip{align-self:flex-start;padding:2px 10px;border:1px solid var(--line);border-radius:12px;font-size:12px;color:var(--soft)}
  .card{display:flex;flex-direction:column;gap:8px;padding:12px;border-radius:10px;background:var(--section)}
  .facts{margin:0;display:flex;flex-direction:column;gap:8px}
  .facts div{display:flex;justify-content:space-between;gap:12px}
  .facts dt{color:var(--soft);flex:none;max-width:45%}
  .facts dd{margin:0;text-align:right}
  .facts .sentence{flex-direction:column;gap:0}
  .facts .sentence dt{max-width:none;color:inherit}
  .facts .sentence dd{text-align:left;color:var(--soft)}
  .snap code,.snap pre{font:12px/18px ui-monospace,'DejaVu Sans Mono',monospace}
  .snap pre{margin:8px 0 0;max-height:220px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
  .snap details.card{display:block}
  .snap summary{cursor:pointer;color:var(--soft)}
  .insight{border:1px solid var(--line);border-radius:10px;overflow:hidden}
  .insight>header{display:flex;align-items:center;gap:8px;padding:10px 12px;font-weight:600;border-bottom:1px solid var(--line)}
  .insight>.body{padding:12px;display:flex;flex-direction:column;gap:8px}
  .insight.none{opacity:.55}.insight.none>header{border:0;font-weight:400}
  .actions{display:flex;gap:12px;padding:12px 16px;border-top:1px solid var(--line)}
  .snap .actions button{flex:1}
  .snap .actions button,.snap .wide{padding:11px;border-radius:22px;font-weight:600;border:1px solid var(--text);color:var(--text)}
  .snap .actions button.yes,.snap .wide.yes{background:var(--text);color:var(--ground)}
  .snap .plain{padding:2px 8px;border:1px solid var(--line);border-radius:12px;font-size:12px}
  .snap input,.snap select{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--soft);border-radius:8px;padding:8px;width:100%}
  .snap input[type=checkbox]{width:auto}
  .snap label{display:flex;flex-direction:column;gap:4px}
  .snap label.inline{flex-direction:row;align-items:center;gap:8px}
  .line{display:flex;align-items:center;justify-content:space-between;gap:8px}
  .snap .account{display:flex;flex-direction:column;align-items:stretch;gap:2px;padding:10px 12px;text-align:left;color:inherit;border:1px solid var(--line);border-radius:10px}
  .snap .account[aria-pressed=true]{border:2px solid var(--link);padding:9px 11px}
  .snap .sample{display:flex;gap:10px;align-items:flex-start;padding:10px 12px;text-align:left;color:inherit;border:1px solid var(--line);border-radius:10px}
  .snap .sample:hover,.snap .account:hover{background:var(--section)}
  .sample .mark{flex:none;min-width:74px;text-align:center;border-radius:6px;padding:1px 6px;font-size:12px;font-weight:600}
  .mark.good{background:var(--success-ground)}
  .mark.odd{background:var(--warning-ground)}
  .mark.malicious{background:var(--danger-ground)}
  .sample b{display:block}
  .tour{display:flex;flex-direction:column;gap:12px}
  .tour ol{list-style:none;margin:0;padding:0;display:flex;flex-direction:column;gap:10px}
  .step{display:flex;gap:10px}
  .step>.number{flex:none;width:24px;height:24px;border-radius:50%;text-align:center;line-height:24px;font-size:12px;font-weight:600;background:var(--section)}
  .step.done>.number{background:var(--success);color:var(--ground)}
  .step.next>.number{background:var(--text);color:var(--ground)}
  .step>div{flex:1;display:flex;flex-direction:column;gap:6px;padding-top:2px}
  .step:not(.next) b{font-weight:400;color:var(--soft)}
  .bar{display:flex;flex-direction:column;gap:6px;padding:12px 16px;border-top:1px solid var(--line);background:var(--section)}
  .hint{padding:8px 12px;border-radius:8px;color:#1f1b16;background:#ffdf70;font-size:13px;line-height:18px}
  .gone{padding:10px 16px;color:var(--danger);background:var(--danger-ground)}
  .toasts{position:fixed;z-index:2147483001;top:16px;right:416px;width:min(340px,calc(100vw - 32px));display:flex;flex-direction:column;gap:8px;
    font:14px/20px -apple-system,'Segoe UI','DejaVu Sans',Arial,sans-serif}
  @media (max-width:999px){.toasts{right:16px}}
  .toast{display:flex;gap:8px;align-items:flex-start;padding:12px 8px 12px 16px;border-radius:12px;color:#fff;background:#2a2d35;box-shadow:0 8px 28px #0006}
  .toast p{margin:0;flex:1}
  .toast small{display:block;color:#c3c7d3;font-size:12px}
  .toast button{font:inherit;font-size:18px;color:#fff;background:none;border:0;border-radius:8px;padding:2px 10px;cursor:pointer}
  .toast button:focus-visible{outline:2px solid #fff}
  .fault{color:var(--danger);font-size:12px}
  .card.unread{box-shadow:inset 3px 0 0 var(--danger)}
  .sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}`;
