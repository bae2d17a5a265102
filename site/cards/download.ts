// A document for the owner's own disk.
export function save(name: string, value: unknown): void {
  const json = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one), 2);
  const url = URL.createObjectURL(new Blob([`${json}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
