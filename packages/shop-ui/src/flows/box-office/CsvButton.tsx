import { useLocale } from '#i18n'
import { Button } from '#ui/Button'
import { type CsvCell, writeCsv } from './spreadsheet-export.ts'

type Props = {
  readonly label: string
  /** The name of the file, without its ending. */
  readonly file: string
  /** The headings and the rows of the table. */
  readonly rows: () => readonly (readonly CsvCell[])[]
}

/** Downloads a table on the screen as CSV. The browser creates the file. */
export function CsvButton({ label, file, rows }: Props) {
  const locale = useLocale()
  const download = (): void => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([writeCsv(rows(), locale)], { type: 'text/csv' }))
    link.download = `${file}.csv`
    link.click()
    // The download has started by the next task; one minute is enough to write the file.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  return (
    <Button look="quiet" onPress={download}>
      {label}
    </Button>
  )
}
