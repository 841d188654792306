/** Everything that rows of a file may refer to: what the programme has, and what the file adds. */
export type Known = {
  readonly halls: ReadonlySet<string>
  /** Seats of a plan; undefined for an unknown one. */
  readonly seatsOf: (hall: string, planVersion: string) => number | undefined
  readonly plansOf: (hall: string) => readonly string[]
  readonly newestPlan: (hall: string) => string | undefined
  /** The hall of each price list. */
  readonly priceLists: ReadonlyMap<string, string>
  readonly productions: ReadonlySet<string>
  readonly types: ReadonlySet<string>
  readonly programmes: ReadonlySet<string>
  /** Levels of membership. */
  readonly memberships: ReadonlySet<string>
}

/** The plans of all halls, and their seats. */
export type KnownPlans = Pick<Known, 'halls' | 'seatsOf' | 'plansOf' | 'newestPlan'>
