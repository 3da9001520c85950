/** What a domain's owner says to its visitors: text and nothing else, set apart from what we say. */
export function OwnWords({ children }: { children: string }) {
  return (
    <p className="quote lines" dir="auto">
      {children}
    </p>
  );
}
