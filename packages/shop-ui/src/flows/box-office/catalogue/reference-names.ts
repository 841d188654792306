import { useQuery } from '@tanstack/react-query'
import type { RecordNames } from '@playhouse/api-client/contract'
import type { NamedTarget } from '@playhouse/domain/record-field'
import { idFieldOf, isSingleKind, type RecordKind } from '@playhouse/domain/record-kind'
import { useWords } from '#i18n'
import { useWallClock } from '../planning/wall-clock.ts'
import { recordNamesQuery } from './record-queries.ts'

/** A thing that a record can name. `search`: what is searched besides its label, such as an ISO date. */
export type NamedThing = {
  readonly id: string
  readonly label: string
  readonly search: string
  /** Whether it can be chosen; things that are over or archived keep their name where they are chosen already. */
  readonly isOffered: boolean
}

const listNames = (names: RecordNames, to: NamedTarget, dateOf: (plain: string) => string): NamedThing[] => {
  if (to === 'production')
    return names.productions.map(({ id, title, isArchived }) => ({ id, label: title, search: id, isOffered: !isArchived }))
  if (to === 'price-type') return names.priceTypes.map(({ id, name }) => ({ id, label: name, search: id, isOffered: true }))
  if (to === 'programme-price-type')
    return names.priceTypes.filter((type) => type.isOfProgramme).map(({ id, name }) => ({ id, label: name, search: id, isOffered: true }))
  if (to === 'package') return names.packages.map(({ id, name, isOffered }) => ({ id, label: name, search: id, isOffered }))
  if (to === 'dish') return names.dishes.map(({ id, name, isOffered }) => ({ id, label: name, search: id, isOffered }))
  if (to === 'collection-point')
    return names.collectionPoints.map(({ id, name, isOffered }) => ({ id, label: name, search: id, isOffered }))
  if (to === 'hall') return names.halls.map(({ id, name }) => ({ id, label: name, search: id, isOffered: true }))
  return names.performances.map(({ id, title, startsAt, isOpen }) => {
    return { id, label: `${title}, ${dateOf(startsAt)}`, search: `${id} ${startsAt}`, isOffered: isOpen }
  })
}

/** Reads the things that a record can name, if they are needed. Empty until they are loaded. */
export function useNamedThings(to: NamedTarget, isNeeded = true) {
  const query = useQuery({ ...recordNamesQuery, enabled: isNeeded })
  const { dateAndTime } = useWallClock()
  return { query, things: query.data ? listNames(query.data, to, dateAndTime) : [] }
}

/** A text without case and accents. */
const plainTextOf = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether a thing has each typed word in its name or its date, in any order. */
export function matchesSearch({ label, search }: Pick<NamedThing, 'label' | 'search'>, typed: string): boolean {
  const text = plainTextOf(`${label} ${search}`)
  return plainTextOf(typed)
    .split(/[\s,]+/)
    .every((word) => text.includes(word))
}

/** Names records. One that has the id of a performance is named by its title and date, once these are loaded; a single one by its kind. */
export function useRecordName(kind: RecordKind): (record: { readonly id: string; readonly name: string }) => string {
  const t = useWords('catalogue')
  const isPerformance = idFieldOf(kind) === 'performance'
  const { things } = useNamedThings('performance', isPerformance)
  return ({ id, name }) =>
    isSingleKind(kind) ? t(`kinds.${kind}.one`) : isPerformance ? (things.find((each) => each.id === id)?.label ?? name) : name
}
