import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Takings, TakingsRow } from '@playhouse/api-client/contract'
import { otherTenders, type OtherTenderMethod } from '@playhouse/domain/counter-tender'
import { add, type Money, subtract, zero } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { Price } from '#ticketing/Price'
import { classNames } from '#theme'
import styles from './BoxOffice.module.css'
import { takingsQuery } from './counter-state.ts'
import { CsvButton } from './CsvButton.tsx'
import { DataTable } from './DataTable.tsx'
import { KeptDeposits } from './KeptDeposits.tsx'
import { QueryStatus } from './QueryStatus.tsx'
import { TakingsByKind } from './TakingsByKind.tsx'
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
          {data.people.length === 0 ? <p>{t('takings.none')}</p> : <TakingsTable people={data.people} />}
          <TakingsByKind takings={data} />
          <KeptDeposits takings={data} />
        </>
      )}
    </Page>
  )
}

/** Downloads the table of staff users. */
function DownloadButton({ takings: { day, people } }: { readonly takings: Takings }) {
  const t = useWords('box-office')
  const sums = sumsOf(people)
  const columns = [...counts, ...sums.map(({ key }) => key)]
  return (
    <CsvButton
      label={t('takings.download')}
      file={`takings-${day}`}
      rows={() => [
        [t('takings.day'), t('takings.who'), ...columns.map((column) => t(`takings.${column}`))],
        ...people.map((row) => [day, row.staff.name, ...counts.map((count) => row[count]), ...sums.map(({ of }) => ({ amount: of(row) }))]),
      ]}
    />
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
