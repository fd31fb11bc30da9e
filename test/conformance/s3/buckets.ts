export const plainBucket = 'conformance-plain';
export const versionedBucket = 'conformance-versioned';
