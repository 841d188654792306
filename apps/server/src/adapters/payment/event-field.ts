import { z } from 'zod'

/** An id that the provider assigned: printable ASCII, at most 255 characters. Anything else is rejected before it is stored. */
export const providerIdSchema = z.string().regex(/^[\x20-\x7e]{1,255}$/)
/** The id of a payment attempt; undefined for any other value, such as the reference of a payment link, which a payer may set. */
export const attemptIdSchema = z.uuid().optional().catch(undefined)
/** The shop or deployment that opened a session, as the session's metadata names it; undefined for an invalid value. */
export const ownerSchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/)
  .optional()
  .catch(undefined)

type WithoutUndefined<Value> = { [Key in keyof Value as undefined extends Value[Key] ? never : Key]: Value[Key] } & {
  [Key in keyof Value as undefined extends Value[Key] ? Key : never]?: Exclude<Value[Key], undefined>
}

/** A copy without the keys whose value is undefined. */
export const withoutUndefined = <Value extends object>(value: Value): WithoutUndefined<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as WithoutUndefined<Value>
