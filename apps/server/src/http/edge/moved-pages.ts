import type { FastifyReply } from 'fastify'
import { movedPath } from '@playhouse/domain/production-address'
import { type AddressedProduction, findVisibleProductions } from '#modules/catalogue'
import type { AppContext } from '../app-context.ts'

/** The production with an address, current or former, or an id, if every visitor may know of it: a redirect shows that it exists. */
export async function findPublicProduction(
  { catalogue }: Pick<AppContext, 'catalogue'>,
  address: string,
): Promise<AddressedProduction | undefined> {
  const found = await catalogue.productionAt(address)
  return found && (await findVisibleProductions({ catalogue }))(found.production.id) ? found : undefined
}

/** The path of a page of a production at its current address; undefined where it is there. */
export const findMovedPath = (context: Pick<AppContext, 'catalogue'>, path: string): Promise<string | undefined> =>
  movedPath(path, async (address) => (await findPublicProduction(context, address))?.address)

/**
 * Redirects for ever. Browsers ask again each time: an address that gets back to its production would otherwise lead in a circle in the browsers
 * that have kept the redirect.
 */
export const redirectTo = (reply: FastifyReply, path: string): FastifyReply => reply.header('cache-control', 'no-cache').redirect(path, 308)
