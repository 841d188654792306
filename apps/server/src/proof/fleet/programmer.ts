import { type ApiClient, createClient } from '@playhouse/api-client/client'
import { staffCookieOf } from '../staff-cookie.ts'
import type { Fleet } from './fleet.ts'

/** A client of a programmer, whose calls reach each process of the fleet in turn. */
export async function programmerOf({ theatre, balancer }: Fleet): Promise<ApiClient> {
  const { cookie } = await staffCookieOf(theatre.db, 'programmer')
  return createClient(balancer.origin, (input, init) =>
    fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie } }),
  )
}

/** The value of a reply. @throws Error with the problem where the call was refused */
export function valueOf<Value>(
  result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: unknown },
): Value {
  if (!result.ok) throw new Error(`answered ${JSON.stringify(result.error)}`)
  return result.value
}
