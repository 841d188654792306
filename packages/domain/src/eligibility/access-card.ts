import { z } from 'zod'
import { accessIdOf, type AccessType, accessTypes, accessTypesSchema } from './access.ts'

/** The most cards of one change. */
export const mostAccessCards = 500
/** The most cards that a search returns. */
export const mostListedAccessCards = 100
/** The most characters of an access ID. */
export const maxAccessIdLength = 60

/** A card of the access scheme, as staff enter it. Without a last name it fits every account, one at a time. */
export const accessCardSchema = z.strictObject({
  accessId: z
    .string()
    .trim()
    .max(maxAccessIdLength)
    .refine((id) => accessIdOf(id) !== ''),
  lastName: z.string().trim().min(1).max(100).nullable(),
  types: accessTypesSchema.min(1).max(accessTypes.length),
  /** A withdrawn card proves nothing: no account can add it, and one that has it has no needs. */
  isWithdrawn: z.boolean(),
})
export type AccessCard = z.infer<typeof accessCardSchema>

/** Cards to add or to change. */
export const accessCardsChangeSchema = z.strictObject({
  cards: z
    .array(
      accessCardSchema.extend({
        /** The version that was read; null for a new card. */
        version: z.int().positive().nullable(),
      }),
    )
    .min(1)
    .max(mostAccessCards),
  /** It is kept in the history. */
  reason: z.string().trim().min(1).max(500).optional(),
})
export type AccessCardsChange = z.infer<typeof accessCardsChangeSchema>

/**
 * A card in the history: the number of its content. The content itself, a name and needs of a person, is never part of the history, which
 * cannot be erased.
 */
export type StoredAccessCard = { readonly revision: number; readonly isWithdrawn: boolean }

/** The content of a card: whose it is, and what it proves. */
export type AccessCardContent = { readonly lastName: string | null; readonly types: readonly AccessType[] }

/** The stored form of a card: its ID without spaces and in capitals, its needs once each and in the order of the scheme. */
export const normalAccessCard = <Card extends AccessCard>(card: Card): Card => ({
  ...card,
  accessId: accessIdOf(card.accessId),
  types: accessTypes.filter((type) => card.types.includes(type)),
})

/** Whether two contents of a card are the same. */
export const isSameContent = (one: AccessCardContent, other: AccessCardContent): boolean =>
  one.lastName === other.lastName && accessTypes.every((type) => one.types.includes(type) === other.types.includes(type))

/** The fields of cards whose ID an earlier card of the same change has. */
export const repeatedAccessIds = (cards: readonly Pick<AccessCard, 'accessId'>[]): string[] => {
  const ids = cards.map(({ accessId }) => accessIdOf(accessId))
  return ids.flatMap((id, nth) => (ids.indexOf(id) < nth ? [`cards.${nth}.accessId`] : []))
}

/** Whether a search finds a card: by a part of its ID, or by the beginning of its last name. */
export const isAccessCardFound = ({ accessId, lastName }: Pick<AccessCard, 'accessId' | 'lastName'>, find: string): boolean => {
  const word = find.trim().toLowerCase()
  return accessId.toLowerCase().includes(accessIdOf(find).toLowerCase()) || (lastName ?? '').toLowerCase().startsWith(word)
}
