import pg from 'pg'

/**
 * The table whose rows an error of the database is about, where these would refer to a row that does not exist any more, or a row that they
 * refer to would be removed. Undefined for another error.
 */
export const brokenReferenceOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code === '23503' ? (error.table ?? '') : undefined
