import { z } from 'zod'

/** An id of the provider's: printable ASCII. Anything else is none, and no text that a database has to store. */
export const providerIdSchema = z.string().regex(/^[\x20-\x7e]{1,255}$/)
/** The id of an attempt; absent where what stands there is none, such as a payment link's reference that a payer may set. */
export const attemptIdSchema = z.uuid().optional().catch(undefined)
/** A mark that a shop leaves on its sessions. */
export const ownerSchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/)
  .optional()
  .catch(undefined)

type WithoutAbsent<Value> = { [Key in keyof Value as undefined extends Value[Key] ? never : Key]: Value[Key] } & {
  [Key in keyof Value as undefined extends Value[Key] ? Key : never]?: Exclude<Value[Key], undefined>
}

/** The same without the keys whose value is undefined. */
export const withoutAbsent = <Value extends object>(value: Value): WithoutAbsent<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as WithoutAbsent<Value>
