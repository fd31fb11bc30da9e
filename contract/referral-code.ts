/** Short, and safe in a URL and in a database key. */
export const referralCodePattern = /^[A-Za-z0-9_-]{3,64}$/;
