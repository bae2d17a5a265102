// One line of a Golem's page, and the parts they stand in.
export type DetailRow = {
  label: string;
  value: string;
  source: string;
  kind: 'words' | 'address';
};

export type DetailPart = { heading: string; rows: DetailRow[] };
