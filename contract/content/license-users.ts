import { licenseCovers } from '../../settings.ts';

const sentences = {
  holder: 'A license is for its holder alone, on all of the holder’s own computers.',
  household:
    'A license is for its holder and the people of the holder’s household, on all of their own computers.',
};

/** A sentence about the people who may use the app with one license. */
export const licenseUsers = sentences[licenseCovers];
