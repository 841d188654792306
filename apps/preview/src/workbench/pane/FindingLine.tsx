import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { Finding, SeatPlace } from '@playhouse/domain/plan/import'
import { useWords } from '@playhouse/shop-ui/i18n'
import { Button } from '@playhouse/shop-ui/ui/Button'
import { classNames } from '@playhouse/shop-ui/theme'
import styles from './Pane.module.css'

const signs = { error: CircleAlert, warning: TriangleAlert, note: Info } as const
/** Maximum number of rows and of places in the list; the map shows the others. */
const [mostRows, mostPlaces] = [5, 8]

export type FoundPlaces = { readonly seats: readonly number[]; readonly rows: readonly SeatPlace[] }
type FindingLineProps = FoundPlaces & {
  readonly finding: Finding
  readonly sentence: string
  readonly onRing: (seats: readonly number[]) => void
}

/** A finding, links to its rows and seats, and their places in the file. */
export function FindingLine({ finding, sentence, seats, rows, onRing }: FindingLineProps) {
  const t = useWords('preview')
  const { severity, areas, at } = finding
  const Sign = signs[severity]
  const places = at.length > mostPlaces ? `${at.slice(0, mostPlaces).join(', ')}, …` : at.join(', ')
  return (
    <li className={classNames(styles['finding'], styles[severity])}>
      <Sign aria-label={t(`report.one.${severity}`)} />
      <div>
        <p lang="en">{sentence}</p>
        {rows.length === 0 && (areas.length > 0 || at.length > 0) && (
          <p className={styles['place']}>{[areas.slice(0, mostPlaces).join(', '), places].filter(Boolean).join(': ')}</p>
        )}
        {rows.length > 0 && (
          <ul role="list" className={styles['rows']}>
            {rows.slice(0, mostRows).map((place) => (
              <li key={place.seats[0]}>
                <Button look="quiet" onPress={() => onRing(place.seats)}>
                  {nameOf(t, place)}
                </Button>
              </li>
            ))}
            {rows.length > mostRows && <li className={styles['place']}>{t('report.more', { count: rows.length - mostRows })}</li>}
          </ul>
        )}
        {seats.length > 0 && (
          <Button look="quiet" onPress={() => onRing(seats)}>
            {t('report.show', { count: seats.length })}
          </Button>
        )}
        {rows.length > 0 && at.length > 0 && (
          <details className={styles['place']}>
            <summary>{t('report.inFile')}</summary>
            {places}
          </details>
        )}
      </div>
    </li>
  )
}

/** A whole area or row is listed by its name; a standing area has no rows to list. */
function nameOf(t: ReturnType<typeof useWords>, { area, row, numbers }: SeatPlace): string {
  if (!row || row.label === '') return area
  const kind = row.table ? 'table' : 'row'
  return numbers === undefined ? t(`report.${kind}`, { area, row: row.label }) : t(`report.${kind}Seats`, { area, row: row.label, numbers })
}
