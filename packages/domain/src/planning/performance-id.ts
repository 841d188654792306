/** The id of a performance that is added at a wall-clock time such as `2027-03-01T19:30`. A production has one performance at a time. */
export const performanceIdAt = (production: string, startsAt: string): string =>
  `${production.slice(0, 60)}-${startsAt.replace('T', '-').replace(':', '')}`
