/** The compass star of the logo, in the color of the text around it. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
      <path
        fillRule="evenodd"
        d="M12 1l2.2 8.8L23 12l-8.8 2.2L12 23l-2.2-8.8L1 12l8.8-2.2zM12 10a2 2 0 100 4 2 2 0 000-4z"
      />
    </svg>
  );
}
