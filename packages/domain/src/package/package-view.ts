import { instantOf } from '../time/time.ts'
import { extentOfDefinition } from './package-choice.ts'
import type {
  InnerPackage,
  PackageDefinition,
  PackageGroup,
  PackagePart,
  PackagePerformance,
  PackageSummary,
  PackageView,
} from './package.ts'

/** What the programme has for packages. */
export type PackageProgramme = {
  /** Title of a production; undefined for one that is unknown, or hidden from the visitor. */
  readonly titleOf: (production: string) => string | undefined
  /** The address of a production on the site; its id where absent. */
  readonly addressOf?: (production: string) => string
  /** The performances of a production that are not over and that the visitor may see, in order of their start. */
  readonly performancesOf: (production: string) => readonly PackagePerformance[]
  /** The theatre's time zone. */
  readonly timeZone: string
  /** The database's clock in epoch milliseconds. */
  readonly now: number
}

const addressIn = ({ addressOf }: Pick<PackageProgramme, 'addressOf'>, production: string): string => addressOf?.(production) ?? production

type Part = PackageDefinition['groups'][number]['parts'][number]

const definitionsWithin = ({ groups }: PackageDefinition, definitions: readonly PackageDefinition[]): PackageDefinition[] =>
  groups.flatMap(({ packages }) => packages.flatMap((id) => definitions.find((each) => each.package === id && each.kind !== 'super') ?? []))

/** Whether a package can be bought at a time: its sale has begun and not ended. */
export function isPackageOnSale(
  { saleFrom, saleUntil }: Pick<PackageDefinition, 'saleFrom' | 'saleUntil'>,
  { now, timeZone }: Pick<PackageProgramme, 'now' | 'timeZone'>,
): boolean {
  const at = (plain: string): number => instantOf(plain, timeZone).epochMilliseconds
  return (saleFrom === null || at(saleFrom) <= now) && (saleUntil === null || now < at(saleUntil))
}

/** Whether a package is listed: its sale has not ended. */
export const isOpenPackage = (
  { saleUntil }: Pick<PackageDefinition, 'saleUntil'>,
  { now, timeZone }: Pick<PackageProgramme, 'now' | 'timeZone'>,
): boolean => saleUntil === null || now < instantOf(saleUntil, timeZone).epochMilliseconds

/** Ids of the productions of a package and of those within it. */
const productionsOf = (definition: PackageDefinition, definitions: readonly PackageDefinition[]): string[] => [
  ...new Set(
    [definition, ...definitionsWithin(definition, definitions)].flatMap(({ groups }) =>
      groups.flatMap(({ parts }) => parts.map(({ production }) => production)),
    ),
  ),
]

/** Whether a visitor may know of a package: they may see one of its productions. @param definitions of all packages */
export const isVisiblePackage = (
  definition: PackageDefinition,
  definitions: readonly PackageDefinition[],
  isVisible: (production: string) => boolean,
): boolean => productionsOf(definition, definitions).some(isVisible)

/** A package in a list. @param definitions of all packages */
export function summarisePackage(
  definition: PackageDefinition,
  definitions: readonly PackageDefinition[],
  programme: PackageProgramme,
): PackageSummary {
  const { package: id, kind, name, summary, saleFrom, saleUntil, pricing, bands, groups } = definition
  const within = definitionsWithin(definition, definitions)
  const instant = (plain: string | null): string | null =>
    plain === null ? null : new Date(instantOf(plain, programme.timeZone).epochMilliseconds).toISOString()
  return {
    ...{ package: id, kind, name, summary, pricing, bands },
    isOnSale: isPackageOnSale(definition, programme) && groups.length > 0,
    saleFrom: instant(saleFrom),
    saleUntil: instant(saleUntil),
    ...extentOfDefinition(definition, within),
    events: productionsOf(definition, definitions)
      .filter((production) => programme.titleOf(production) !== undefined)
      .map((production) => addressIn(programme, production)),
  }
}

/** A package with everything that the visitor can choose. @param definitions of all packages */
export function viewPackage(
  definition: PackageDefinition,
  definitions: readonly PackageDefinition[],
  programme: PackageProgramme,
): PackageView {
  const partsOf = (parts: readonly Part[]): PackagePart[] =>
    parts.flatMap(({ part, production, performances }) => {
      const title = programme.titleOf(production)
      if (title === undefined) return []
      const offered = programme.performancesOf(production).filter(({ instance }) => performances?.includes(instance) ?? true)
      return [{ part, event: addressIn(programme, production), title, performances: [...offered] }]
    })
  const viewInner = ({ package: id, name, summary, groups }: PackageDefinition): InnerPackage => ({
    ...{ package: id, name, summary },
    groups: groups.map(({ packages: _, parts, ...group }) => ({ ...group, parts: partsOf(parts) })),
  })
  const within = definitionsWithin(definition, definitions)
  const groups = definition.groups.map(({ packages, parts, ...group }): PackageGroup => ({
    ...group,
    parts: partsOf(parts),
    packages: packages.flatMap((id) =>
      within
        .filter((each) => each.package === id)
        .slice(0, 1)
        .map(viewInner),
    ),
  }))
  return { ...summarisePackage(definition, definitions, programme), groups }
}
