import type { PlannedProduction } from '@playhouse/api-client/contract'
import type { MissingKind } from '@playhouse/domain/missing'

type Missing = PlannedProduction['missing'][number]
type Performances = readonly Pick<PlannedProduction['performances'][number], 'id' | 'priceList'>[]

/** What is missing, in one line of the list. */
export type MissingLine = Pick<Missing, 'kind' | 'isBlocking'> & {
  /** The different details: locales, bands or titles. */
  readonly details: readonly string[]
  /** Ids of the performances that lack it; empty for the production. */
  readonly performances: readonly string[]
  /** The id of the price list, of a line about its prices. */
  readonly priceList: string | null
}

const languageKinds: readonly MissingKind[] = ['not-translated', 'image-not-described']

/** Whether the details of these lines are locales. */
export const isOfLanguage = (kind: MissingKind): boolean => languageKinds.includes(kind)

/** The lines of what a production lacks: one for all languages, one for all performances with a price list, else one for each performance. */
export function missingLines(missing: readonly Missing[], performances: Performances): MissingLine[] {
  const lines = new Map<string, MissingLine>()
  for (const { kind, isBlocking, performance, detail } of missing) {
    const priceList = kind === 'band-without-price' ? (performances.find(({ id }) => id === performance)?.priceList ?? null) : null
    const group = priceList ?? (isOfLanguage(kind) ? '' : `${performance} ${detail}`)
    const key = `${kind} ${group}`
    const line = lines.get(key) ?? { kind, isBlocking, details: [], performances: [], priceList }
    // Bands are in one text, separated by commas.
    const details = kind === 'band-without-price' ? (detail ?? '').split(', ') : [detail ?? '']
    lines.set(key, {
      ...line,
      details: [...new Set([...line.details, ...details])],
      performances: performance === null ? line.performances : [...line.performances, performance],
    })
  }
  return [...lines.values()]
}
