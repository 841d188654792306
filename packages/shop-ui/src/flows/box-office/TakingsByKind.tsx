import type { Takings } from '@playhouse/api-client/contract'
import { zero } from '@playhouse/domain/money'
import { type KindRefunds, refundDestinations } from '@playhouse/domain/refunds-by-kind'
import { type KindSales, saleTenders } from '@playhouse/domain/sales-by-tender'
import { textIn } from '@playhouse/domain/text-in'
import { useLocale, useWords } from '#i18n'
import { Price } from '#ticketing/Price'
import styles from './BoxOffice.module.css'
import { DataTable } from './DataTable.tsx'
import { KindTable } from './KindTable.tsx'

/** The rows of a table of sales, with a column for each tender that paid. */
function salesTableOf(kinds: readonly KindSales[]) {
  const used = saleTenders.filter((tender) => kinds.some(({ tenders }) => tenders.some((cell) => cell.tender === tender)))
  const rows = kinds.map(({ tenders, ...row }) => ({
    ...row,
    parts: used.map((tender) => tenders.find((cell) => cell.tender === tender)?.amount ?? zero),
  }))
  return { used, rows }
}

/** The rows of a table of refunds, with a column for each destination. */
function refundTableOf(kinds: readonly KindRefunds[]) {
  const used = refundDestinations.filter((to) => kinds.some(({ destinations }) => destinations.some((cell) => cell.to === to)))
  const rows = kinds.map(({ destinations, ...row }) => ({
    ...row,
    parts: used.map((to) => destinations.find((cell) => cell.to === to)?.amount ?? zero),
  }))
  return { used, rows }
}

/** What was sold and returned by kind, and what customers paid by payment link. */
export function TakingsByKind({ takings: { day, kinds, levies, refunds, links } }: { readonly takings: Takings }) {
  const t = useWords('box-office')
  const [sold, returned, byLink] = [salesTableOf(kinds), refundTableOf(refunds), salesTableOf(links.kinds)]
  return (
    <>
      <KindTable
        {...{ id: 'takings-by-kind', title: t('takings.byKind'), day, rows: sold.rows }}
        columns={sold.used.map((tender) => ({ key: tender, label: t(`takings.paidBy.${tender}`) }))}
        csv={{ label: t('takings.downloadKinds'), file: 'sales-by-kind' }}
        hint={t('takings.paidByHint')}
      />
      <LevyTable levies={levies} />
      <KindTable
        {...{ id: 'takings-refunds', title: t('takings.refunds'), day, rows: returned.rows }}
        columns={returned.used.map((to) => ({ key: to, label: t(`takings.refundTo.${to}`) }))}
        csv={{ label: t('takings.downloadRefunds'), file: 'refunds-by-kind' }}
        hint={t('takings.refundsHint')}
      />
      <KindTable
        {...{ id: 'takings-links', title: t('takings.links', { count: links.sales }), day, rows: byLink.rows }}
        columns={byLink.used.map((tender) => ({ key: tender, label: t(`takings.${tender === 'card' ? 'online' : `paidBy.${tender}`}`) }))}
        csv={{ label: t('takings.downloadLinks'), file: 'sales-by-payment-link' }}
        hint={t('takings.linksHint')}
      />
    </>
  )
}

/** The levies within what was sold. Nothing without any. */
function LevyTable({ levies }: Pick<Takings, 'levies'>) {
  const t = useWords('box-office')
  const locale = useLocale()
  if (levies.length === 0) return null
  return (
    <section className={styles['stack']} aria-labelledby="takings-levies">
      <h2 id="takings-levies">{t('takings.levies')}</h2>
      <DataTable
        label={t('takings.levies')}
        columns={[
          { key: 'levy', label: t('takings.levy') },
          { key: 'amount', label: t('takings.amount'), isAmount: true },
        ]}
      >
        <tbody>
          {levies.map(({ name, amount }) => (
            <tr key={name.text}>
              <th scope="row">{textIn(name, locale)}</th>
              <td className={styles['sum']}>
                <Price amount={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      <p className={styles['soft']}>{t('takings.leviesHint')}</p>
    </section>
  )
}
