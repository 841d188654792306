/** The day, as ISO text, that it is in a time zone at an instant in epoch milliseconds: memberships and the like end by it. */
export const dayIn = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
