/** The limits of a report of a problem with the app. The app sends at most the frames that help. */
export const maxFrames = 20;
export const maxFrameLength = 300;

/** The app's checksum of a crash, the same for the same crash on all computers. */
export const crashPattern = /^[0-9a-f]{16,64}$/;

/** The reports of a version that are counted together, because too many different crashes came on one day. */
export const otherCrashes = 'others';

/** The version of Windows or macOS, such as `10.0.22631` or `15.1`. */
export const systemVersionPattern = /^\d{1,6}(\.\d{1,6}){0,3}$/;
