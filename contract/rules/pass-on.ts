/** How long the link that offers a license works. */
export const passOnLinkDays = 7;

/** How long the new holder of a license cannot pass it on. */
export const passOnPauseDays = 30;
