import type { ApiClient } from '#client'
import type { ItemSuiteHost } from './item-kinds.ts'
import { visitorOf } from './visitor.ts'

/** Signs a programmer in at the first call: a code of the second factor is valid once. */
export function programmerOf(host: () => ItemSuiteHost): () => Promise<ApiClient> {
  let signingIn: Promise<ApiClient> | undefined
  const start = async (): Promise<ApiClient> => {
    const client = visitorOf(host())
    await host().signInProgrammer(client)
    return client
  }
  return () => (signingIn ??= start())
}
