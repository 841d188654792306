import type { ChosenPerformance, InnerPackage, PackageDefinition, PackagePart, PackagePartGroup, PackageView } from './package.ts'

/** How many more parts or packages of a group must be chosen, or how many must be left out. `package`: within a super package. */
export type GroupFault = { readonly package: string | null; readonly group: string; readonly count: number }

/** What is wrong with a choice. It is complete if all lists are empty. */
export type ChoiceCheck = {
  readonly missing: readonly GroupFault[]
  readonly excess: readonly GroupFault[]
  /** Chosen performances that the package does not offer, and second ones of a part. */
  readonly unknown: readonly ChosenPerformance[]
  /** Pairs of performances that overlap: one person sees only one of them. */
  readonly clashes: readonly (readonly [string, string])[]
}

/** The progress of a choice: its performances, and the fewest and the most of a complete one. */
export type ChoiceProgress = { readonly chosen: number; readonly least: number; readonly most: number }

/** Groups of parts with the package within a super package that they belong to. */
type Section = { readonly inner: string | null; readonly groups: readonly PackagePartGroup[] }
type ChoosablePackage = Pick<PackageView, 'groups'>

const sectionsOf = ({ groups }: ChoosablePackage): Section[] => [
  { inner: null, groups },
  ...groups.flatMap(({ packages }) => packages.map((inner) => ({ inner: inner.package, groups: inner.groups }))),
]

/** Every part of a package, with the package within a super package that it belongs to. */
export const partsOf = (view: ChoosablePackage): { readonly inner: string | null; readonly part: PackagePart }[] =>
  sectionsOf(view).flatMap(({ inner, groups }) => groups.flatMap(({ parts }) => parts.map((part) => ({ inner, part }))))

/** The part that a chosen performance belongs to; undefined for one that the package does not offer. */
export const partOfChoice = (view: ChoosablePackage, chosen: ChosenPerformance): PackagePart | undefined =>
  partsOf(view).find(
    ({ inner, part }) =>
      inner === chosen.package && part.part === chosen.part && part.performances.some(({ instance }) => instance === chosen.instance),
  )?.part

const isSamePart = (a: ChosenPerformance, b: ChosenPerformance): boolean => a.package === b.package && a.part === b.part

type Period = { readonly instance: string; readonly startsAt: string; readonly endsAt: string }
/** Whether two performances overlap, or are the same one. */
export const isClash = (a: Period, b: Period): boolean =>
  a.instance === b.instance || (Date.parse(a.startsAt) < Date.parse(b.endsAt) && Date.parse(b.startsAt) < Date.parse(a.endsAt))

/** Pairs of performances that overlap, in the order of the list. */
export const findClashes = (performances: readonly Period[]): [string, string][] =>
  performances.flatMap((a, nth) =>
    performances.slice(nth + 1).flatMap((b): [string, string][] => (isClash(a, b) ? [[a.instance, b.instance]] : [])),
  )

/** Compares a choice with the rules of its package. */
export function checkChoice(view: ChoosablePackage, choice: readonly ChosenPerformance[]): ChoiceCheck {
  const isOffered = (chosen: ChosenPerformance, nth: number): boolean =>
    partOfChoice(view, chosen) !== undefined && choice.findIndex((each) => isSamePart(each, chosen)) === nth
  const valid = choice.filter(isOffered)
  const faults = [
    ...view.groups.map((group) => faultOf(null, group, countInGroup(null, group, valid) + countPackages(group.packages, valid))),
    ...view.groups.flatMap(({ packages }) =>
      packages
        .filter((inner) => isChosen(inner, valid))
        .flatMap(({ package: id, groups }) => groups.map((group) => faultOf(id, group, countInGroup(id, group, valid)))),
    ),
  ]
  const periods = valid.map((chosen) => partOfChoice(view, chosen)!.performances.find(({ instance }) => instance === chosen.instance)!)
  return {
    missing: faults.filter(({ count }) => count > 0),
    excess: faults.flatMap(({ count, ...fault }) => (count < 0 ? [{ ...fault, count: -count }] : [])),
    unknown: choice.filter((chosen, nth) => !isOffered(chosen, nth)),
    clashes: findClashes(periods),
  }
}

/** Whether a choice can be bought: it follows all rules of its package. */
export const isComplete = ({ missing, excess, unknown, clashes }: ChoiceCheck): boolean =>
  missing.length + excess.length + unknown.length + clashes.length === 0

const isChosen = ({ package: id }: Pick<InnerPackage, 'package'>, choice: readonly ChosenPerformance[]): boolean =>
  choice.some((chosen) => chosen.package === id)
const countPackages = (packages: readonly InnerPackage[], choice: readonly ChosenPerformance[]): number =>
  packages.filter((inner) => isChosen(inner, choice)).length
const countInGroup = (inner: string | null, { parts }: PackagePartGroup, choice: readonly ChosenPerformance[]): number =>
  choice.filter((chosen) => chosen.package === inner && parts.some(({ part }) => part === chosen.part)).length

/** Positive where parts are missing, negative where there are too many. */
function faultOf(inner: string | null, { id, least, most }: PackagePartGroup, chosen: number): GroupFault {
  return { package: inner, group: id, count: chosen < least ? least - chosen : Math.min(0, most - chosen) }
}

type Bounds = { readonly least: number; readonly most: number }
type Extent = Pick<ChoiceProgress, 'least' | 'most'>

/**
 * The fewest and the most performances of a complete choice.
 * @param extents of the packages within, by their ids; empty for other kinds
 */
export function extentOf(
  groups: readonly (Bounds & { readonly packages: readonly string[] })[],
  extents: ReadonlyMap<string, Extent> = new Map(),
): Extent {
  const ofGroups = groups.map(({ least, most, packages }): Extent => {
    if (packages.length === 0) return { least, most }
    const sizes = packages.flatMap((id) => extents.get(id) ?? [])
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
    return {
      least: sum(
        sizes
          .map((size) => size.least)
          .toSorted((a, b) => a - b)
          .slice(0, least),
      ),
      most: sum(
        sizes
          .map((size) => size.most)
          .toSorted((a, b) => b - a)
          .slice(0, most),
      ),
    }
  })
  return {
    least: Math.max(
      1,
      ofGroups.reduce((total, { least }) => total + least, 0),
    ),
    most: Math.max(
      1,
      ofGroups.reduce((total, { most }) => total + most, 0),
    ),
  }
}

/** The extent of a package by its definition. @param definitions of the packages within */
export const extentOfDefinition = ({ groups }: Pick<PackageDefinition, 'groups'>, definitions: readonly PackageDefinition[]): Extent =>
  extentOf(groups, new Map(definitions.map((inner) => [inner.package, extentOf(inner.groups)])))

/** The progress of a choice. */
export const progressOf = ({ least, most }: Extent, choice: readonly ChosenPerformance[]): ChoiceProgress => ({
  chosen: choice.length,
  least,
  most,
})
