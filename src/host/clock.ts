/** Unix seconds. The only clock of the Snap. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
