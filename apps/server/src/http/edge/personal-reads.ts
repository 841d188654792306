import type { FastifyRequest } from 'fastify'
import { contract } from '@playhouse/api-client/contract'
import { ok } from '@playhouse/domain/result'
import { loadBasketContent, readBasket } from '#modules/basket'
import type { Visitor } from '../call.ts'
import type { AppContext } from '../app-context.ts'
import { sessionHandler } from '../routes/site.ts'
import { localRead, type LocalRead } from './local-fetch.ts'

/** The reads of a page that depend on its visitor: session and basket. Both are computed from one reading of the basket's rows. */
export function personalReads(context: AppContext): LocalRead[] {
  const contents = new WeakMap<FastifyRequest, ReturnType<typeof loadBasketContent>>()
  const contentOf = (request: FastifyRequest, { basketId }: Visitor): ReturnType<typeof loadBasketContent> => {
    const content = contents.get(request) ?? loadBasketContent(context, basketId)
    contents.set(request, content)
    return content
  }
  return [
    localRead(
      contract.site.session,
      sessionHandler(context, ({ request, visitor }) => contentOf(request, visitor)),
    ),
    localRead(contract.basket.read, async ({ request, visitor }) =>
      ok(await readBasket(context, visitor.basketId, contentOf(request, visitor))),
    ),
  ]
}
