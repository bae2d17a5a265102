/** A purse with hazard stripes: nobody takes it for a real wallet. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><defs><pattern id="s" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="8" height="8" fill="#ffd23f"/><rect width="4" height="8" fill="#1f1b16"/></pattern></defs><rect x="2" y="6" width="28" height="21" rx="5" fill="url(#s)"/><rect x="6" y="10" width="20" height="13" rx="3" fill="#fff"/><text x="16" y="20" font-family="sans-serif" font-size="8" font-weight="700" text-anchor="middle" fill="#1f1b16">DEMO</text></svg>`;

export const ICON = `data:image/svg+xml,${encodeURIComponent(SVG)}`;
