import type { RecordKind } from '@playhouse/domain/record-kind'
import { useWords } from '#i18n'

/** Returns the text of a key for a kind of record: that in `kinds.<kind>`, or the one that all other kinds share. */
export function useKindWords(): (kind: RecordKind, key: string, values?: Readonly<Record<string, unknown>>) => string {
  const t = useWords('catalogue')
  return (kind, key, values = {}) => t(`kinds.${kind}.${key}`, { ...values, defaultValue: t(key, values) })
}
