// A page of the Snap alone, at a wallet's width.
import { render, SNAP_STYLE } from '../../site/world/wallet/page/render';

export function drawnPage(content: unknown, title: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${SNAP_STYLE}
    body{margin:0;width:360px;padding:16px;box-sizing:content-box;background:var(--ground)}
  </style><body class="snap"><main class="box">${render(content as Parameters<typeof render>[0])}</main></body></html>`;
}
