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

/** Whether a card of the access scheme belongs to a customer. Case, accents and punctuation are ignored; a card without a name fits every customer. */
export const isCardOf = (cardName: string | null, lastName: string): boolean =>
  cardName === null || lettersOf(cardName) === lettersOf(lastName)

const lettersOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^\p{Letter}]/gu, '')
    .toLowerCase()
