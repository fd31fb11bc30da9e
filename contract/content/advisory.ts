/** The parts of a CSAF 2.0 document that the site shows. Files of `content/advisories` contain all of it. */
export interface Advisory {
  document: {
    title: string;
    notes?: { category: string; text: string }[];
    tracking: {
      /** Such as `LW-2026-001`. Its file is named after it, in lower case. */
      id: string;
      /** ISO 8601, UTC. */
      initial_release_date: string;
      current_release_date: string;
    };
  };
}

/** The folder of all advisories on the site, for programs. */
export const advisoriesFolder = 'csaf';

/** The path of an advisory on the site. */
export const advisoryPath = ({ document: { tracking } }: Advisory): string =>
  `${advisoriesFolder}/${tracking.initial_release_date.slice(0, 4)}/${tracking.id.toLowerCase()}.json`;

export const summaryOf = ({ document: { notes = [] } }: Advisory): string | undefined =>
  notes.find(({ category }) => category === 'summary')?.text;
