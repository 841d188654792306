import { type Problem, problem } from '../problem.ts'

/** The address of a production on the site, as in `/events/hamlet`: its slug, or its id as long as staff have chosen none. */
export const addressOfProduction = ({ id, slug }: { readonly id: string; readonly slug?: string | null | undefined }): string => slug ?? id

/**
 * The problem of a production with an address that belongs to another one. Ids, current and former addresses are one set of names: each stays
 * with its production for ever, so that no link ever leads to another production.
 * @param owner the production to which the address belongs; undefined for none
 */
export const addressProblem = (id: string, address: string, owner: string | undefined): Problem<'id-taken'> | undefined =>
  owner === undefined || owner === id ? undefined : problem('id-taken', { id: address })

/**
 * The path of a page at the current address of its production; undefined where it is there already, or is no page of a production.
 * @param addressAt the current address of the production that has, or had, an address; undefined where it names none
 */
export async function movedPath(path: string, addressAt: (address: string) => Promise<string | undefined>): Promise<string | undefined> {
  const [, folder, address, ...rest] = path.split('/')
  if ((folder !== 'events' && folder !== 'food-and-drink') || !address) return undefined
  const current = await addressAt(address)
  return current === undefined || current === address ? undefined : ['', folder, current, ...rest].join('/')
}
