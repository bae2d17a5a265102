export const requestCodeWords = {
  heading: 'Compare with your agent',
  code: 'Code',
  key: 'Key, first and last six characters',
  compare: 'Compare this with what your agent printed. If anything differs, refuse.',
  caution:
    'Anyone can ask this under any name. Refuse, unless your agent lost its key and just printed the same.',
} as const;
