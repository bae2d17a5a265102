// What somebody who reads nothing would press: of everything one can press on the screen, the largest thing that
// stands out most from its ground. Looks into the demo wallet's shadow as well. Nothing stands out below the contrast
// WCAG asks of a control: then one waits.
import type { Page } from 'playwright-core';

export type Prominent = { words: string; x: number; y: number };

export function mostProminent(page: Page): Promise<Prominent | null> {
  return page.evaluate(() => {
    type Colour = [number, number, number, number];
    const panel = document.querySelector('demo-wallet')?.shadowRoot;
    const found = [document, ...(panel ? [panel] : [])].flatMap((root) => [
      ...root.querySelectorAll<HTMLElement>('button:enabled, a.button'),
    ]);

    const colourOf = (element: Element): Colour => {
      const parts = getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? [];
      const [r = 0, g = 0, b = 0, a = 1] = parts.map(Number);
      return [r, g, b, a];
    };
    const parentOf = (element: Element): Element | null =>
      element.parentElement ??
      (element.getRootNode() instanceof ShadowRoot
        ? (element.getRootNode() as ShadowRoot).host
        : null);
    const groundOf = (element: Element | null): Colour => {
      for (let one = element; one; one = parentOf(one)) {
        const colour = colourOf(one);
        if (colour[3] > 0.5) return colour;
      }
      return [255, 255, 255, 1];
    };
    const light = ([r, g, b]: Colour) => {
      const [red, green, blue] = [r, g, b].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (element: Element) => {
      const [own, ground] = [light(groundOf(element)), light(groundOf(parentOf(element)))];
      return (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05);
    };

    /** Only what is really on the screen and not under something else. */
    const middle = (element: HTMLElement) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2, area: width * height };
    };
    const isOnTop = (element: HTMLElement) => {
      const { x, y, area } = middle(element);
      if (area === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
      const root = element.getRootNode() as Document | ShadowRoot;
      return element.contains(root.elementFromPoint(x, y));
    };
    const ranked = found
      .filter((element) => isOnTop(element) && contrast(element) >= 3)
      .map((element) => ({ element, score: middle(element).area * (contrast(element) - 1) }))
      .sort((a, b) => b.score - a.score);
    const first = ranked[0]?.element;
    if (!first) return null;
    const { x, y } = middle(first);
    return { words: (first.getAttribute('aria-label') ?? first.textContent ?? '').trim(), x, y };
  });
}
