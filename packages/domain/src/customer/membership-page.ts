// In a separate file, because the first script has it, without the schemas.
type Level = { readonly id: string; readonly link?: string | undefined; readonly sold?: unknown }
type WithLevels<L extends Level> = { readonly memberships: readonly L[] }

/** The path of the list of memberships. */
export const membershipsPath = '/contributions/memberships'

/** The path of a membership's page: its link as the theatre spells it, else its id. */
export const membershipPathOf = ({ id, link }: Level): string => `${membershipsPath}/${link ?? id}`

/** The memberships that a brand sells. */
export const membershipsOnSale = <L extends Level>({ memberships }: WithLevels<L>): (L & { readonly sold: NonNullable<L['sold']> })[] =>
  memberships.filter((level): level is L & { readonly sold: NonNullable<L['sold']> } => level.sold !== undefined)

/** The membership on sale whose page a link names, in exactly this spelling. */
export const findMembershipByLink = <L extends Level>(brand: WithLevels<L>, link: string) =>
  membershipsOnSale(brand).find((level) => (level.link ?? level.id) === link)

/** Whether a path below `membershipsPath` has a page in this brand; undefined for other paths. */
export function hasMembershipPage(brand: WithLevels<Level>, path: string): boolean | undefined {
  if (path === membershipsPath) return membershipsOnSale(brand).length > 0
  if (!path.startsWith(`${membershipsPath}/`)) return undefined
  return membershipsOnSale(brand).some((level) => membershipPathOf(level) === path)
}
