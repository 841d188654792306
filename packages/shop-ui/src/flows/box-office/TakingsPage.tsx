import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Takings, TakingsKind, TakingsRow } from '@playhouse/api-client/contract'
import { otherTenders, type OtherTenderMethod } from '@playhouse/domain/counter-tender'
import { add, type Money, subtract, zero } from '@playhouse/domain/money'
import { useFormats, useLocale, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { Price } from '#ticketing/Price'
import { classNames } from '#theme'
import styles from './BoxOffice.module.css'
import { takingsQuery } from './counter-state.ts'
import { DataTable } from './DataTable.tsx'
import { QueryStatus } from './QueryStatus.tsx'
import { type CsvCell, writeCsv } from './spreadsheet-export.ts'
import { TotalCell } from './TotalCell.tsx'
import { UnfinishedSales } from './UnfinishedSales.tsx'

const counts = ['sales', 'tickets', 'gifts', 'items'] as const
type Sum = { readonly key: string; readonly of: (row: TakingsRow) => Money }
/** The expected content of a drawer beyond the float: cash in minus cash out. */
const drawer: Sum = { key: 'drawer', of: (row) => subtract(row.cashIn, row.cashBack) }
const field = (key: 'cashIn' | 'cashBack' | 'cardIn' | 'cardBack' | 'otherIn' | 'credited'): Sum => ({ key, of: (row) => row[key] })

/** The columns of sums: cash, cards, and the other methods of the brand or of the day. */
function sumsOf(people: readonly TakingsRow[]): readonly Sum[] {
  const methods = otherTenders.filter((method) => people.some(({ tenders }) => tenders.some((tender) => tender.method === method)))
  const tender = (method: OtherTenderMethod, side: 'taken' | 'refunded'): Sum => ({
    key: `${side}.${method}`,
    of: ({ tenders }) => tenders.find((one) => one.method === method)?.[side] ?? zero,
  })
  return [
    ...[field('cashIn'), field('cashBack'), drawer, field('cardIn'), field('cardBack')],
    ...methods.flatMap((method) => [tender(method, 'taken'), tender(method, 'refunded')]),
    ...[field('otherIn'), field('credited')],
  ]
}

/** The takings and refunds of a day by staff user and tender. */
export function TakingsPage() {
  const t = useWords('box-office')
  const [search, setSearch] = useSearchParams()
  const requestedDay = search.get('day')
  const query = useQuery(takingsQuery(requestedDay !== null && /^\d{4}-\d\d-\d\d$/.test(requestedDay) ? requestedDay : undefined))
  const { data } = query
  return (
    <Page>
      <PageHeading>{t('takings.title')}</PageHeading>
      <UnfinishedSales />
      <QueryStatus query={query} height={12} />
      {data && (
        <>
          <div className={classNames(styles['inline'], styles['line'])}>
            <label htmlFor="takings-day">{t('takings.day')}</label>
            <input
              id="takings-day"
              className={styles['choice']}
              type="date"
              max={data.today}
              value={data.day}
              onChange={(event) => event.target.value !== '' && setSearch({ day: event.target.value }, { replace: true })}
            />
            {data.people.length > 0 && <DownloadButton takings={data} />}
          </div>
          {data.people.length === 0 ? (
            <p>{t('takings.none')}</p>
          ) : (
            <>
              <TakingsTable people={data.people} />
              <KindsTable kinds={data.kinds} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

/** Downloads the table on the screen as CSV. The browser creates the file. */
function DownloadButton({ takings: { day, people } }: { readonly takings: Takings }) {
  const t = useWords('box-office')
  const locale = useLocale()
  const download = (): void => {
    const sums = sumsOf(people)
    const columns = [...counts, ...sums.map(({ key }) => key)]
    const rows: CsvCell[][] = [
      [t('takings.day'), t('takings.who'), ...columns.map((column) => t(`takings.${column}`))],
      ...people.map((row) => [day, row.staff.name, ...counts.map((count) => row[count]), ...sums.map(({ of }) => ({ amount: of(row) }))]),
    ]
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([writeCsv(rows, locale)], { type: 'text/csv' }))
    link.download = `takings-${day}.csv`
    link.click()
    // The download has started by the next task; one minute is enough to write the file.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  return (
    <Button look="quiet" onPress={download}>
      {t('takings.download')}
    </Button>
  )
}

/** What was sold, by kind. Its total is what was paid in cash, by card and otherwise. */
function KindsTable({ kinds }: { readonly kinds: readonly TakingsKind[] }) {
  const t = useWords('box-office')
  const { number } = useFormats()
  if (kinds.length === 0) return null
  return (
    <DataTable
      label={t('takings.byKind')}
      columns={[
        { key: 'kind', label: t('takings.kind') },
        { key: 'count', label: t('takings.count'), isAmount: true },
        { key: 'amount', label: t('takings.amount'), isAmount: true },
      ]}
    >
      <tbody>
        {kinds.map(({ kind, count, amount }) => (
          <tr key={kind}>
            <th scope="row">{t(`takings.kindOf.${kind}`)}</th>
            <td className={styles['sum']}>{number(count)}</td>
            <td className={styles['sum']}>
              <Price amount={amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('takings.all')}
          </th>
          <TotalCell amount={add(...kinds.map(({ amount }) => amount))} />
        </tr>
      </tfoot>
    </DataTable>
  )
}

function TakingsTable({ people }: { readonly people: readonly TakingsRow[] }) {
  const t = useWords('box-office')
  const { number } = useFormats()
  const sums = sumsOf(people)
  return (
    <DataTable
      label={t('takings.title')}
      columns={[
        { key: 'who', label: t('takings.who') },
        ...[...counts, ...sums.map(({ key }) => key)].map((key) => ({ key, label: t(`takings.${key}`), isAmount: true })),
      ]}
    >
      <tbody>
        {people.map((row) => (
          <tr key={row.staff.id}>
            <th scope="row">{row.staff.name}</th>
            {counts.map((count) => (
              <td key={count} className={styles['sum']}>
                {number(row[count])}
              </td>
            ))}
            {sums.map(({ key, of }) => (
              <td key={key} className={styles['sum']}>
                <Price amount={of(row)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {people.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row">{t('takings.all')}</th>
            {counts.map((count) => (
              <td key={count} className={styles['sum']}>
                {number(people.reduce((sum, row) => sum + row[count], 0))}
              </td>
            ))}
            {sums.map(({ key, of }) => (
              <TotalCell key={key} amount={add(...people.map((row) => of(row)))} />
            ))}
          </tr>
        </tfoot>
      )}
    </DataTable>
  )
}
