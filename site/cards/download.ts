// A document for the owner's own disk.
export function save(name: string, value: unknown): void {
  const json = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one), 2);
  saveText(name, `${json}\n`, 'application/json');
}

export function saveText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
