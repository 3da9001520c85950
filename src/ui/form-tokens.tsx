/** The hidden fields every form carries: the anti-forgery token and the marker of its encoding. */
export function FormTokens({ shrimp }: { shrimp: string }) {
  return (
    <>
      <input type="hidden" name="utf8" value="✓" />
      <input type="hidden" name="shrimp" value={shrimp} />
    </>
  );
}
