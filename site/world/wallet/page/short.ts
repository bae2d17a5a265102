export function short(address: string): string {
  return /^0x[0-9a-f]{40}$/i.test(address)
    ? `${address.slice(0, 7)}…${address.slice(-5)}`
    : address;
}
