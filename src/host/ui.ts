// The wallet's windows: interfaces that can be updated, and dialogs that ask.
import type { Json } from '@metamask/snaps-sdk';
import type { JSXElement } from '@metamask/snaps-sdk/jsx';

export async function createInterface(
  ui: JSXElement,
  context: Record<string, Json>,
): Promise<string> {
  return await snap.request({ method: 'snap_createInterface', params: { ui, context } });
}

/** Shows `ui` in place; a page that was closed meanwhile is no error. */
export async function updateInterface(id: string, ui: JSXElement, context?: Record<string, Json>) {
  try {
    await snap.request({
      method: 'snap_updateInterface',
      params: context ? { id, ui, context } : { id, ui },
    });
  } catch {
    // The wallet throws when the page is gone; there is nobody left to show it to.
  }
}

/** True only when the owner approved; closing the window is a no. */
export async function confirm(content: JSXElement): Promise<boolean> {
  return (
    (await snap.request({ method: 'snap_dialog', params: { type: 'confirmation', content } })) ===
    true
  );
}
