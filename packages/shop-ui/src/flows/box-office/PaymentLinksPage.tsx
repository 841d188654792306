import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { StaffPaymentLink } from '@playhouse/api-client/contract'
import { isLinkOpen } from '@playhouse/domain/payment-link'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { useFocusFallback } from '#ui/useFocusFallback'
import { MutationOutcome } from '#mutation'
import { Price } from '#ticketing/Price'
import { api, queryClient } from '#server-state'
import styles from './BoxOffice.module.css'
import { paymentLinksQuery, setCounterState, useStaffMutation } from './counter-state.ts'
import { CustomerText } from './CustomerText.tsx'
import { inlineText } from './customer-text.ts'
import { DataTable } from './DataTable.tsx'
import { QueryStatus } from './QueryStatus.tsx'

const columns = ['customer', 'what', 'amount', 'until', 'by', 'state', 'actions'] as const

/** The payment links of the counter: those that are open, and those that ended in the last days. */
export function PaymentLinksPage() {
  const t = useWords('box-office')
  const navigate = useNavigate()
  const query = useQuery(paymentLinksQuery)
  const mutation = useStaffMutation()
  const { send, isPending } = mutation
  const [summary, table] = [useRef<HTMLParagraphElement>(null), useRef<HTMLDivElement>(null)]
  // The buttons of a link are gone where it was paid or has ended meanwhile.
  useFocusFallback(table, summary)
  const store = ({ links }: { readonly links: StaffPaymentLink[] }): void => {
    queryClient.setQueryData(paymentLinksQuery.queryKey, links)
  }
  const { data: links } = query
  const resend = async ({ id: link, customer: { email } }: StaffPaymentLink): Promise<void> => {
    await send(() => api.staffPaymentLinks.resend({ params: { link } }), { onSuccess: store, message: t('links.resent', { email }) })
    await reload()
  }
  const cancel = async ({ id: link, customer: { name } }: StaffPaymentLink): Promise<void> => {
    const message = t('links.cancelled', { name: inlineText(name) })
    await send(() => api.staffPaymentLinks.cancel({ params: { link } }), { onSuccess: store, message, focus: summary })
    await reload()
  }
  const takeBack = async ({ id: link, tickets }: StaffPaymentLink): Promise<void> => {
    const taken = await send(() => api.staffPaymentLinks.takeBack({ params: { link } }))
    await reload()
    if (!taken.ok) return
    setCounterState(taken.value)
    const [ticket] = taken.value.basket.tickets
    await navigate(tickets > 0 && ticket ? `/smart/book/${ticket.instance}` : '/smart/sell')
  }
  return (
    <Page>
      <PageHeading>{t('links.title')}</PageHeading>
      <MutationOutcome mutation={mutation} />
      <QueryStatus query={query} height={12} />
      <div ref={table} className={styles['list']}>
        {links && (
          <>
            <p ref={summary} tabIndex={-1}>
              {links.length === 0 ? t('links.none') : t('links.open', { count: links.filter(({ state }) => isLinkOpen(state)).length })}
            </p>
            {links.length > 0 && (
              <DataTable
                label={t('links.title')}
                columns={columns.map((key) => ({ key, label: t(`links.column.${key}`), isAmount: key === 'amount' }))}
                className={styles['roomy']}
              >
                <tbody>
                  {links.map((link) => (
                    <LinkRow
                      key={link.id}
                      link={link}
                      isPending={isPending}
                      onResend={() => void resend(link)}
                      onCancel={() => void cancel(link)}
                      onTakeBack={() => void takeBack(link)}
                    />
                  ))}
                </tbody>
              </DataTable>
            )}
          </>
        )}
      </div>
    </Page>
  )
}

const reload = (): Promise<void> => queryClient.invalidateQueries(paymentLinksQuery)

type RowProps = {
  readonly link: StaffPaymentLink
  readonly isPending: boolean
  readonly onResend: () => void
  readonly onCancel: () => void
  readonly onTakeBack: () => void
}

function LinkRow({ link, isPending, onResend, onCancel, onTakeBack }: RowProps) {
  const t = useWords('box-office')
  const { instant, when } = useFormats()
  const { customer, performance, tickets, items, order } = link
  const name = inlineText(customer.name || customer.email)
  const parts = [
    ...(tickets > 0 ? [t('links.tickets', { count: tickets })] : []),
    ...(items > 0 ? [t('links.items', { count: items })] : []),
  ]
  const what = parts.length === 2 ? t('links.more', { what: parts[0]!, more: parts[1]! }) : parts.join('')
  return (
    <tr>
      <th scope="row">
        <CustomerText text={customer.name} />
        <br />
        <span className={styles['soft']}>
          <CustomerText text={customer.email} />
        </span>
      </th>
      <td>
        {performance && (
          <>
            {performance.title}, {when(performance)}
            <br />
          </>
        )}
        {what}
      </td>
      <td className={styles['sum']}>
        <Price amount={link.amount} />
      </td>
      <td>{instant(link.until)}</td>
      <td>{link.by}</td>
      <td>{t(`links.state.${link.state}`)}</td>
      <td>
        {order !== null && <Link to={`/smart/orders/${order}`}>{order}</Link>}
        {isLinkOpen(link.state) && (
          <div className={styles['inline']}>
            <Button isPending={isPending} onPress={onResend} aria-label={t('links.of', { action: t('links.resend'), name })}>
              {t('links.resend')}
            </Button>
            <Button isPending={isPending} onPress={onTakeBack} aria-label={t('links.of', { action: t('links.takeBack'), name })}>
              {t('links.takeBack')}
            </Button>
            <Button look="quiet" isPending={isPending} onPress={onCancel} aria-label={t('links.of', { action: t('links.cancel'), name })}>
              {t('links.cancel')}
            </Button>
          </div>
        )}
      </td>
    </tr>
  )
}
