import { z } from 'zod'
import type { SeatNeed } from '../plan/best/request.ts'

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

/** The ids that a customer relations system (CRM) has for access types. */
export const accessCrmIdsSchema = z
  .partialRecord(z.enum(accessTypes), z.string().regex(/^[^\s;|]+$/))
  .refine((ids) => new Set(Object.values(ids)).size === Object.keys(ids).length, 'two access types have one id')
export type AccessCrmIds = Readonly<z.infer<typeof accessCrmIdsSchema>>

/** Access types for which a seat at an aisle is suitable. */
const besideAisle: ReadonlySet<AccessType> = new Set(['assistance-dog', 'toilet', 'distances', 'wheelchair', 'standing'])

/** Whether a seat at an aisle suits their access needs. */
export const wantsAisle = (types: readonly AccessType[]): boolean => types.some((type) => besideAisle.has(type))

/** The seats that suit each access need. */
const seatNeedsByType: Readonly<Record<AccessType, readonly SeatNeed[]>> = {
  'assistance-dog': ['end-of-row'],
  hearing: ['hearing-loop'],
  visual: ['audio-described'],
  'plus-one': ['companion'],
  toilet: ['end-of-row', 'step-free'],
  distances: ['end-of-row', 'step-free'],
  wheelchair: ['wheelchair'],
  standing: ['end-of-row'],
  misc: [],
}

/**
 * The properties of seats that suit all access needs of an access ID. A wheelchair space has its own place, with no aisle and no steps to
 * look for; a companion seat is beside one.
 */
export function needsOfAccess(types: readonly AccessType[]): SeatNeed[] {
  const needs = new Set(types.flatMap((type) => seatNeedsByType[type]))
  for (const need of needs.has('wheelchair') ? (['end-of-row', 'step-free'] as const) : (['companion'] as const)) needs.delete(need)
  return [...needs]
}

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
