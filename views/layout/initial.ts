/** The first letter of an address, for its avatar; it may be two units long. */
export function initialOf(custid: string): string {
  const [letter = ''] = custid;
  return letter;
}
