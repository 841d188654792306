import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { Handlers } from '../call.ts'

/** No brand sells packages yet. */
export function packageHandlers(): Handlers<typeof contract.packages> {
  return {
    list: async () => ok({ packages: [] }),
    package: async () => fail(problem('page-not-found')),
    hold: async () => fail(problem('page-not-found')),
    remove: async () => fail(problem('basket-line-unknown')),
  }
}
