import { parse } from 'csv-parse/sync'
import { type AccessCrmIds, accessIdOf, type AccessType, accessTypes } from '@playhouse/domain/access'
import type { AccessCard } from './card.ts'

const columns = ['access_id', 'last_name', 'needs'] as const
type Row = Readonly<Record<(typeof columns)[number], string>>
type ParsedRow = { readonly record: Row; readonly info: { readonly lines: number } }

/**
 * Reads the access cards of a CSV file (RFC 4180, UTF-8): the columns `access_id`, `last_name` and `needs`, in any order; others are
 * ignored. A card without a last name fits every account. `needs` has access types, or the ids that a CRM has for them, separated by
 * spaces, semicolons or vertical bars.
 * @throws RangeError for an invalid file; names the line of the first fault
 */
export function readCardFile(text: string, crmIds: AccessCrmIds = {}): AccessCard[] {
  const typeOf = new Map<string, AccessType>(accessTypes.flatMap((type) => [[type, type] as const, [crmIds[type] ?? type, type] as const]))
  const rows = parseRows(text)
  if (rows.length === 0) throw new RangeError('the file has no cards')
  const seen = new Set<string>()
  return rows.map(({ record, info: { lines } }) => {
    const accessId = accessIdOf(record.access_id)
    if (accessId === '') throw new RangeError(`line ${lines}: no access_id`)
    if (seen.has(accessId)) throw new RangeError(`line ${lines}: ${accessId} is in the file twice`)
    seen.add(accessId)
    const types = record.needs
      .split(/[\s;|]+/)
      .filter(Boolean)
      .map((need) => typeOf.get(need) ?? need)
    const unknown = types.find((type): type is string => !accessTypes.some((known) => known === type))
    if (unknown !== undefined) throw new RangeError(`line ${lines}: unknown need ${unknown}`)
    return { accessId, lastName: record.last_name.trim() || null, types: [...new Set(types as AccessType[])] }
  })
}

function parseRows(text: string): ParsedRow[] {
  try {
    const header = (names: string[]): string[] => {
      const missing = columns.find((column) => !names.includes(column))
      if (missing) throw new RangeError(`the file has no column ${missing}`)
      return names
    }
    return parse(text, { bom: true, columns: header, info: true, skip_empty_lines: true, trim: true }) as ParsedRow[]
  } catch (error) {
    throw new RangeError((error as Error).message, { cause: error })
  }
}
