/** The day and the time of a wall-clock moment; empty texts without one. */
export const momentPartsOf = (plain: string | null): readonly [day: string, time: string] => {
  const [day = '', time = ''] = plain?.split('T') ?? []
  return [day, time]
}

/** A typed moment; null without a day and a time. One without the other is refused by the server. */
export const typedMoment = (day: string, time: string): string | null => (day === '' && time.trim() === '' ? null : `${day}T${time.trim()}`)
