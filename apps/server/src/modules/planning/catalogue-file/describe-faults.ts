import type { core } from 'zod'
import { offerPlanSchema } from '@playhouse/domain/offer-plan'
import type { RecordNames } from '@playhouse/api-client/contract'
import type { RecordField, RecordFields, ReferenceTarget } from '@playhouse/domain/record-field'
import { recordFields } from '@playhouse/domain/record-fields'
import { closest } from '#modules/spreadsheet'
import { type CatalogueFault, type CatalogueKind, type CatalogueProblem, shownValue } from './catalogue-problem.ts'
import type { CatalogueEntry } from './read-catalogue-file.ts'

/** The ids of the things that a field can name. A target that is left out has no suggestions. */
export type TargetIds = Readonly<Partial<Record<ReferenceTarget | 'membership', readonly string[]>>>

/** The ids that fields of records can name. */
export function targetIdsOf(names: RecordNames, productTypes: readonly string[], memberships: readonly string[]): TargetIds {
  const ids = (things: readonly { readonly id: string }[]): string[] => things.map(({ id }) => id)
  return {
    production: ids(names.productions),
    performance: ids(names.performances),
    'price-type': ids(names.priceTypes),
    'programme-price-type': ids(names.priceTypes.filter(({ isOfProgramme }) => isOfProgramme)),
    package: ids(names.packages),
    dish: ids(names.dishes),
    'collection-point': ids(names.collectionPoints),
    hall: ids(names.halls),
    'product-type': productTypes,
    membership: memberships,
  }
}

/** The fields of the rule of an offer that name other things. */
const offerReferences: Readonly<Record<string, keyof TargetIds>> = {
  'rule.productions': 'production',
  'rule.performances': 'performance',
  'rule.priceTypes': 'price-type',
  'rule.opensPriceTypes': 'price-type',
  'rule.memberships': 'membership',
}

type Path = readonly string[]
const isNumber = (part: string): boolean => /^\d+$/.test(part)

/** The fields of a kind at a path; without a path, those of the thing. */
function fieldsAt(fields: RecordFields, path: Path): RecordFields | undefined {
  const [name, ...rest] = path.filter((part) => !isNumber(part))
  if (name === undefined) return fields
  const field = fields[name]
  if (!field || !('fields' in field)) return undefined
  return fieldsAt(field.fields, field.input === 'translations' ? rest.slice(1) : rest)
}

function fieldAt(kind: CatalogueKind, path: Path): RecordField | undefined {
  const names = path.filter((part) => !isNumber(part))
  return kind === 'offer' ? undefined : fieldsAt(recordFields[kind], names.slice(0, -1))?.[names.at(-1)!]
}

/** What a field names, if it does. */
function targetAt(kind: CatalogueKind, path: Path): keyof TargetIds | undefined {
  if (kind === 'offer') return offerReferences[path.filter((part) => !isNumber(part)).join('.')]
  const field = fieldAt(kind, path)
  return field?.input === 'reference' || field?.input === 'references' ? field.to : undefined
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, part) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined), value)

type Fault = Pick<CatalogueProblem, 'field' | 'value' | 'fault' | 'suggestion'>

/** What the schema of a kind finds in a thing. */
export function faultsOfIssues(kind: CatalogueKind, { fields }: CatalogueEntry, issues: readonly core.$ZodIssue[]): Fault[] {
  return issues.flatMap((issue): Fault[] => {
    const path = issue.path.map(String)
    const value = valueAt(fields, path)
    const fault = (of: CatalogueFault, suggestion: string | null = null): Fault[] => [
      { field: path.join('.') || null, value: shownValue(value), fault: of, suggestion },
    ]
    if (issue.code === 'unrecognized_keys') {
      const known = Object.keys((kind === 'offer' ? path.length === 0 && offerPlanSchema.shape : fieldsAt(recordFields[kind], path)) || {})
      return issue.keys.map((key) => ({
        ...{ field: [...path, key].join('.'), value: shownValue(valueAt(value, [key])) },
        ...{ fault: 'unknown-field', suggestion: closest(key, known) },
      }))
    }
    if (value === undefined) return fault('missing')
    if (issue.code === 'invalid_type') return fault('wrong-type', issue.expected)
    if (issue.code === 'invalid_value') {
      const values = issue.values.map(String)
      return fault('unknown-choice', closest(shownValue(value), values) ?? values.slice(0, 20).join(', '))
    }
    if (issue.code === 'too_small') return fault(value === '' ? 'missing' : 'out-of-range', `at least ${issue.minimum}`)
    if (issue.code === 'too_big') return fault('out-of-range', `at most ${issue.maximum}`)
    return fault('does-not-fit')
  })
}

/**
 * What the rules of a kind find in a thing, by the paths of the fields. A name that does not exist comes with one that is similar.
 * @param faulty the ids of things of the file that have problems, so that they are not stored
 */
export function faultsOfPaths(
  kind: CatalogueKind,
  { fields }: CatalogueEntry,
  paths: readonly string[],
  { targets, faulty }: { readonly targets: TargetIds; readonly faulty: ReadonlySet<string> },
): Fault[] {
  return [...new Set(paths)].map((field): Fault => {
    const path = field.split('.')
    const value = valueAt(fields, path)
    const target = targetAt(kind, path)
    const ids = target && targets[target]
    const unknown = ids && [value].flat().find((id): id is string => typeof id === 'string' && !ids.includes(id))
    if (unknown === undefined) return { field, value: shownValue(value), fault: 'does-not-fit', suggestion: null }
    const isFaulty = faulty.has(unknown)
    const fault = isFaulty ? 'faulty-reference' : 'unknown-reference'
    return { field, value: unknown, fault, suggestion: isFaulty ? null : closest(unknown, ids!) }
  })
}
