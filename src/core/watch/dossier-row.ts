// One line of a Golem's page, and the parts they stand in.
export type DossierRow = {
  label: string;
  value: string;
  source: string;
  kind: 'words' | 'address';
};

export type DossierPart = { heading: string; rows: DossierRow[] };
