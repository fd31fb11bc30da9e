import { licenseCovers } from '../../settings.ts';

const sentences = {
  holder: 'A license is for its holder alone, on all of the holder’s own computers.',
  household:
    'A license is for its holder and the people of the holder’s household, on all of their own computers.',
};

/** Who may use the app with one license, in a sentence. */
export const licenseUsers = sentences[licenseCovers];
