import { slugSchema } from '@playhouse/domain/id'
import { newPromoCodeSchema } from '@playhouse/domain/named-code'
import { idFieldOf } from '@playhouse/domain/record-kind'
import { closest } from '#modules/spreadsheet'
import { type CatalogueFault, type CatalogueKind, catalogueKinds, type CatalogueProblem, shownValue } from './catalogue-problem.ts'

/** A thing of a catalogue file. Its fields are not checked yet. */
export type CatalogueEntry = {
  readonly id: string
  /** Undefined: unchanged. Offers have none. */
  readonly isWithdrawn: boolean | undefined
  readonly fields: Readonly<Record<string, unknown>>
}
/** A catalogue file: its things by their kinds, and what is wrong with its form. */
export type CatalogueFile = {
  readonly entries: ReadonlyMap<CatalogueKind, readonly CatalogueEntry[]>
  readonly problems: readonly CatalogueProblem[]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a catalogue file: an object with a list of things for each kind. */
export function readCatalogueFile(text: string): CatalogueFile {
  const problems: CatalogueProblem[] = []
  const entries = new Map<CatalogueKind, readonly CatalogueEntry[]>()
  const content = parseJson(text)
  if (!isObject(content)) return { entries, problems: [problemOf('', '', 'not-a-catalogue')] }
  for (const [kind, list] of Object.entries(content)) {
    const known = catalogueKinds.find((each) => each === kind)
    if (!known) problems.push(problemOf(kind, '', 'unknown-kind', { suggestion: closest(kind, catalogueKinds) }))
    else if (!Array.isArray(list)) problems.push(problemOf(kind, '', 'not-a-list', { value: shownValue(list) }))
    else entries.set(known, readEntries(known, list, problems))
  }
  return { entries, problems }
}

function parseJson(text: string): unknown {
  try {
    // Editors of some systems write a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

function readEntries(kind: CatalogueKind, list: readonly unknown[], problems: CatalogueProblem[]): CatalogueEntry[] {
  const ids = new Set<string>()
  return list.flatMap((value, nth) => {
    const place = `#${nth + 1}`
    if (!isObject(value)) {
      problems.push(problemOf(kind, place, 'not-an-object', { value: shownValue(value) }))
      return []
    }
    const { id: given, isWithdrawn, ...fields } = value
    const id = idOf(kind, given, fields)
    if (id === undefined) {
      problems.push(problemOf(kind, place, given === undefined ? 'missing' : 'not-an-id', { field: 'id', value: shownValue(given) }))
      return []
    }
    if (ids.has(id)) problems.push(problemOf(kind, id, 'repeated-id', { field: 'id' }))
    ids.add(id)
    // Offers are ended by their time.
    if (kind === 'offer') return [{ id, isWithdrawn: undefined, fields: isWithdrawn === undefined ? fields : { ...fields, isWithdrawn } }]
    if (isWithdrawn !== undefined && typeof isWithdrawn !== 'boolean') {
      problems.push(problemOf(kind, id, 'not-yes-or-no', { field: 'isWithdrawn', value: shownValue(isWithdrawn) }))
      return []
    }
    return [{ id, isWithdrawn, fields }]
  })
}

/** The id of a thing. It may be left out where it is the value of a field. */
function idOf(kind: CatalogueKind, given: unknown, fields: Readonly<Record<string, unknown>>): string | undefined {
  if (kind === 'offer') return newPromoCodeSchema.safeParse(given).data
  const field = idFieldOf(kind)
  return slugSchema.safeParse(given ?? (field && fields[field])).data
}

const problemOf = (
  kind: string,
  id: string,
  fault: CatalogueFault,
  more: { readonly field?: string; readonly value?: string; readonly suggestion?: string | null } = {},
): CatalogueProblem => ({ kind, id, field: more.field ?? null, value: more.value ?? '', fault, suggestion: more.suggestion ?? null })
