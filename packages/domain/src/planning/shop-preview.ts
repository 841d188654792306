import { z } from 'zod'
import { accessTypes } from '../eligibility/access.ts'
import { anonymousVisitor, type Entitlement } from '../eligibility/eligibility.ts'
import { slugSchema } from '../id.ts'
import { type Problem, problem } from '../problem.ts'
import { fail, ok, type Result } from '../result.ts'
import { instantOf, plainDateTimeSchema, wallClockFault } from '../time/time.ts'

/** The person as whom staff see the shop: a visitor without account, a member of a level, or the holder of an access ID. */
export const previewPersonSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('visitor') }),
  z.strictObject({ kind: z.literal('member'), membership: slugSchema }),
  z.strictObject({ kind: z.literal('access') }),
])
/** The person as whom staff see the shop. */
export type PreviewPerson = z.infer<typeof previewPersonSchema>

/** What staff choose for a preview of the shop. */
export const previewChoiceSchema = z.strictObject({
  /** Wall-clock time at the theatre; null for now. */
  at: plainDateTimeSchema.nullable(),
  person: previewPersonSchema,
})
/** What staff choose for a preview of the shop. */
export type PreviewChoice = z.infer<typeof previewChoiceSchema>

/** Hours after which a preview ends. */
export const previewHours = 8

/** The path below which the shop is previewed with a token. */
export const previewPathOf = (token: string): string => `/preview/${token}`

/** Splits the address of a preview into its token and the address in the shop; undefined for any other address. */
export function splitPreviewPath(url: string): { readonly token: string; readonly url: string } | undefined {
  const [, token, rest = ''] = /^\/preview\/([\w.~-]+)((?:[/?].*)?)$/s.exec(url) ?? []
  return token === undefined ? undefined : { token, url: rest.startsWith('/') ? rest : `/${rest}` }
}

/** What the person of a preview may buy. The holder of an access ID has all access types. */
export function entitlementOfPerson(person: PreviewPerson): Entitlement {
  switch (person.kind) {
    case 'visitor':
      return anonymousVisitor
    case 'member':
      return { ...anonymousVisitor, memberships: [person.membership] }
    case 'access':
      return { ...anonymousVisitor, access: accessTypes }
  }
}

type PreviewTheatre = {
  readonly timeZone: string
  /** Ids of the levels of membership. */
  readonly memberships: readonly string[]
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * The moment of a preview in epoch milliseconds. An invalid time, one that clocks skip in spring, and an unknown level are
 * `invalid-input`.
 */
export function previewMomentOf(
  { at, person }: PreviewChoice,
  { timeZone, memberships, now }: PreviewTheatre,
): Result<number, Problem<'invalid-input'>> {
  const fields = [
    ...(at !== null && wallClockFault(at, timeZone) !== undefined ? ['at'] : []),
    ...(person.kind === 'member' && !memberships.includes(person.membership) ? ['person.membership'] : []),
  ]
  if (fields.length > 0) return fail(problem('invalid-input', { fields }))
  return ok(at === null ? now : instantOf(at, timeZone).epochMilliseconds)
}
