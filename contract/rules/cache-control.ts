/** How long browsers and the CDN keep what the site is made of. */
export const cacheControl = {
  /** Their names change with their content, so nobody ever has to ask again. */
  assets: 'public, max-age=31536000, immutable',
  pages: 'public, max-age=0, must-revalidate',
  /** Their names stay when they are drawn anew, and who replaces one wants to see it within minutes. */
  pictures: 'public, max-age=300',
};
