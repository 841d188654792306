import type { ImportedThing } from '@playhouse/domain/programme-import'

type Changes = { readonly things: readonly ImportedThing[]; readonly unchanged: number }

/** What an import did, or would do: a line for each thing, and the numbers. */
export function describeChanges({ things, unchanged }: Changes, isPreview: boolean): string[] {
  const lines = things.map(({ subject, id, effect, fields }) =>
    effect === 'created' ? `${subject} ${id}: new` : `${subject} ${id}: ${fields.join(', ')}`,
  )
  const created = things.filter(({ effect }) => effect === 'created').length
  const counts = `${created} new, ${things.length - created} changed, ${unchanged} as before`
  return [...lines, isPreview ? `an import would make: ${counts}` : counts]
}

/** All problems of a file that was not imported, as the message of an error. */
export function describeRefusal(lines: readonly string[], count: number): string {
  return [...lines, `${count} ${count === 1 ? 'problem' : 'problems'}; nothing was changed`].join('\n')
}
