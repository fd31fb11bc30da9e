/** How long the link that offers a license works. */
export const passOnLinkDays = 7;

/** How long the new holder of a license cannot pass it on. */
export const passOnPauseDays = 30;

/** When a license that moved can be passed on again, in milliseconds; NaN for one that never moved. */
export const passOnPauseEndMs = ({ passedOnAt = '' }: { passedOnAt?: string | undefined }): number =>
  Date.parse(passedOnAt) + passOnPauseDays * 24 * 60 * 60 * 1000;
