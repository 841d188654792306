import { z } from 'zod'

/** The access needs that an access ID states (spec, section 3). */
export const accessTypes = [
  'assistance-dog',
  'hearing',
  'visual',
  'plus-one',
  'toilet',
  'distances',
  'wheelchair',
  'standing',
  'misc',
] as const
export type AccessType = (typeof accessTypes)[number]
export const accessTypesSchema = z.array(z.enum(accessTypes))

/** Access types for which a seat at an aisle is suitable. */
const besideAisle: ReadonlySet<AccessType> = new Set(['assistance-dog', 'toilet', 'distances', 'wheelchair', 'standing'])

/** Whether a seat at an aisle suits their access needs. */
export const wantsAisle = (types: readonly AccessType[]): boolean => types.some((type) => besideAisle.has(type))

/** The stored form of an access ID: without spaces, in capitals. */
export const accessIdOf = (text: string): string => text.replaceAll(/\s+/g, '').toUpperCase()

/**
 * Whether the name of an access card or an access code is the last name of an account. Case, accents and punctuation are ignored;
 * null fits every account.
 */
export const matchesLastName = (recordedName: string | null, lastName: string): boolean =>
  recordedName === null || lettersOf(recordedName) === lettersOf(lastName)

const lettersOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^\p{Letter}]/gu, '')
    .toLowerCase()
