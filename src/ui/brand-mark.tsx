/** An open link around the dot that stands for one view. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path
        d="M17.5 7.25h-6.75a8.75 8.75 0 0 0 0 17.5h.75M14.5 24.75h6.75a8.75 8.75 0 0 0 0-17.5h-.75"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.75"
      />
      <circle cx="16" cy="16" r="3.25" fill="currentColor" />
    </svg>
  );
}
