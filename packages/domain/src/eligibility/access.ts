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

const besideAisle: ReadonlySet<AccessType> = new Set(['assistance-dog', 'toilet', 'distances', 'wheelchair', 'standing'])

/** Whether they should sit at an aisle. */
export const wantsAisle = (types: readonly AccessType[]): boolean => types.some((type) => besideAisle.has(type))
