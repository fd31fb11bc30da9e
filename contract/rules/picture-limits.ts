/** The largest height, in pixels. */
export const maxPictureHeight = 4000;

/** The largest text alternative of a picture in a text, in bytes of UTF-8. */
export const maxAlternativeBytes = 1_000;

/**
 * The largest size of a picture in all its widths. A request may have 6 MB, and base64 takes four bytes for three:
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const maxPictureBytes = 3_000_000;
