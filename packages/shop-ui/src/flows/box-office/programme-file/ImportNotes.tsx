import type { ImportSummary } from '@playhouse/domain/programme-import'
import { useFormats, useWords } from '#i18n'
import { DataTable } from '../DataTable.tsx'

/** What of calendars and files of pretix is not imported. */
export function ImportNotes({ report: { notes, noteCount } }: { readonly report: ImportSummary }) {
  const t = useWords('programme-file')
  const { number } = useFormats()
  if (noteCount === 0) return null
  return (
    <>
      <h3>{t('notes.title')}</h3>
      <p>{t('notes.lead')}</p>
      <DataTable
        label={t('notes.title')}
        columns={(['file', 'line', 'field', 'value', 'why'] as const).map((key) => ({ key, label: t(`notes.${key}`) }))}
      >
        <tbody>
          {notes.map(({ file, line, field, value, note }, nth) => (
            <tr key={`${nth} ${file}`}>
              <th scope="row">{file}</th>
              <td>{line === null ? '' : number(line)}</td>
              <td>{field}</td>
              <td>{value}</td>
              <td>{t(`notes.kind.${note}`)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      {noteCount > notes.length && <p>{t('notes.more', { count: noteCount - notes.length })}</p>}
    </>
  )
}
