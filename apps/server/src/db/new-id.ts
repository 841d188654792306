import { randomUUIDv7 } from 'node:crypto'

/** A new id (UUIDv7): made by the application and ordered by time, so that an index grows at its end. Not a secret. */
export const newId = (): string => randomUUIDv7()
