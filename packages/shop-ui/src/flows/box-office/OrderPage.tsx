import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { ReturnedValue, SoldOrder } from '@playhouse/api-client/contract'
import { refundMeansNames } from '@playhouse/domain/counter-tender'
import { subtract } from '@playhouse/domain/money'
import { apiFile } from '#browser'
import { useFormats, useWords } from '#i18n'
import { Button, buttonClasses } from '#ui/Button'
import { Checkbox } from '#form/Checkbox'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { useItemName, useItemNotes } from '#ticketing/ItemText'
import { Price } from '#ticketing/Price'
import { ProblemNotice } from '#ui/ProblemNotice'
import { api, ProblemError, queryClient } from '#server-state'
import { OffersAndPackages } from './OffersAndPackages.tsx'
import styles from './BoxOffice.module.css'
import { setCounterState, soldOrderQuery, useStaffMutation } from './counter-state.ts'
import { DataTable } from './DataTable.tsx'
import { PrintTickets } from './PrintTickets.tsx'
import { PrintVouchers } from './PrintVouchers.tsx'
import { ReturnForm } from './ReturnForm.tsx'
import { QueryStatus } from './QueryStatus.tsx'
import { Refunds } from './Refunds.tsx'
import { SendTo } from './SendTo.tsx'
import { inlineText } from './customer-text.ts'
import { CustomerText } from './CustomerText.tsx'
import { useCounterSeatName } from './useCounterSeatName.ts'
import { exchangeSearch } from './useExchange.ts'
import { useSoldAs } from './useSoldAs.ts'

/** A sold order: print or mail its tickets, exchange them, or return them and its other items. */
export function OrderPage() {
  const t = useWords('box-office')
  const { number = '' } = useParams()
  const query = useQuery(soldOrderQuery(number))
  const { data, error } = query
  if (data) return <OrderDetails key={number} sold={data} />
  return (
    <Page>
      <PageHeading>{t('order.title', { order: inlineText(number) })}</PageHeading>
      {error instanceof ProblemError && error.problem.code === 'order-not-found' ? (
        <Notice title={t('order.none.title', { order: inlineText(number) })}>
          <p>{t('order.none.detail')}</p>
        </Notice>
      ) : (
        <QueryStatus query={query} height={16} />
      )}
    </Page>
  )
}

function OrderDetails({ sold }: { readonly sold: SoldOrder }) {
  const t = useWords('box-office')
  const { money, instant } = useFormats()
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([])
  const [selectedItemIds, setSelectedItemIds] = useState<readonly string[]>([])
  const [returnedValue, setReturned] = useState<ReturnedValue>()
  const { order, customer, channel, soldBy, origin, taken: amountPaid, back: amountRefunded } = sold
  // Another staff user may have returned some of them in the meantime.
  const selectedTickets = selectedIds.filter((ticket) => order.tickets.some(({ id }) => id === ticket))
  const selectedItems = selectedItemIds.filter((item) => sold.itemWorth.some((other) => other.item === item && other.isAlone))
  const { send, problem, isPending } = useStaffMutation()
  const [isMailed, setMailed] = useState(false)
  const mailTickets = async (): Promise<void> => {
    await send(() => api.afterSale.mailTickets({ params: { number: order.number } }), { onSuccess: () => setMailed(true) })
  }
  const sentVouchers = order.items.filter(({ kind, isReturned }) => kind === 'gift-voucher' && !isReturned)
  const isInLetter = (id: string): boolean => sold.letters.some(({ item, isSent }) => item === id && !isSent)
  const mailableVouchers = sentVouchers.filter(({ id }) => !isInLetter(id))
  const canMailVouchers =
    mailableVouchers.length > 0 &&
    (customer !== null || mailableVouchers.some((item) => item.kind === 'gift-voucher' && item.detail.email !== null))
  const [areReissued, setReissued] = useState(false)
  const reissueVouchers = async (): Promise<void> => {
    await send(() => api.afterSale.reissueVouchers({ params: { number: order.number } }), { onSuccess: () => setReissued(true) })
  }
  const hasGifts = order.items.some(({ kind, isReturned }) => kind === 'gift-membership' && !isReturned)
  const [areGiftsReissued, setGiftsReissued] = useState(false)
  const reissueGifts = async (): Promise<void> => {
    await send(() => api.afterSale.reissueGifts({ params: { number: order.number } }), { onSuccess: () => setGiftsReissued(true) })
  }
  const showReturn = (returned: ReturnedValue, now: SoldOrder): void => {
    queryClient.setQueryData(soldOrderQuery(order.number).queryKey, now)
    setReturned(returned)
    setSelectedIds([])
    setSelectedItemIds([])
  }
  const { access, dietary = '', order: orderNote } = order.notes
  const notes = [access, dietary && t('customer.dietary', { note: dietary }), orderNote].filter(Boolean)
  return (
    <Page>
      <PageHeading>{t('order.title', { order: order.number })}</PageHeading>
      <dl className={styles['facts']}>
        <dt>{t('order.customer')}</dt>
        <dd className={styles['their']}>
          {customer ? (
            <>
              <bdi>{inlineText(customer.name)}</bdi> · <bdi>{inlineText(customer.email)}</bdi>
            </>
          ) : (
            t('served.walkIn')
          )}
        </dd>
        <dt>{t('order.sold')}</dt>
        <dd>
          {instant(order.placedAt)}, {soldBy ? t('order.by', { name: soldBy }) : t(`order.channel.${channel}`)}
        </dd>
        <dt>{t('order.state')}</dt>
        <dd>{t(`orderState.${order.state}`)}</dd>
        <dt>{t('order.paid')}</dt>
        <dd>
          {amountPaid === order.totals.total && amountPaid > 0 ? (
            t(`order.origin.${origin}`, { amount: money(amountPaid) })
          ) : (
            <>
              {money(order.totals.total)}
              {amountPaid > 0 && <>: {t(`order.origin.${origin}`, { amount: money(amountPaid) })}</>}
            </>
          )}
          {amountPaid > 0 && amountPaid < order.totals.total && (
            <>, {t('order.otherwise', { amount: money(subtract(order.totals.total, amountPaid)) })}</>
          )}
          {sold.reference !== null && <>, {t('order.reference', { reference: inlineText(sold.reference) })}</>}
          {amountRefunded > 0 && <> · {t('order.back', { amount: money(amountRefunded) })}</>}
        </dd>
        <OffersAndPackages sold={sold} />
        <SendTo order={order} />
        {order.addsTo !== null && (
          <>
            <dt>{t('order.addsTo')}</dt>
            <dd>
              <Link to={`/smart/orders/${order.addsTo}`}>{order.addsTo}</Link>
            </dd>
          </>
        )}
        {order.addOns.length > 0 && (
          <>
            <dt>{t('order.addOns')}</dt>
            {order.addOns.map(({ number, total, state }) => (
              <dd key={number}>
                <Link to={`/smart/orders/${number}`}>{number}</Link>, {money(total)}, {t(`orderState.${state}`)}
              </dd>
            ))}
          </>
        )}
        {notes.length > 0 && (
          <>
            <dt>{t('customer.notes')}</dt>
            <dd>
              {notes.map((text) => (
                <p key={text}>
                  <CustomerText text={text} />
                </p>
              ))}
            </dd>
          </>
        )}
      </dl>
      {sold.alert && <Notice tone="warning" role="status" title={t(alertKey(sold.alert, order.tickets.length > 0))} />}
      {returnedValue && <ReturnOutcome returnedValue={returnedValue} />}
      <Refunds sold={sold} />
      {problem && <ProblemNotice problem={problem} bare />}
      {order.tickets.length > 0 && <SoldTickets sold={sold} chosenTickets={selectedTickets} onChoose={setSelectedIds} />}
      {order.items.length > 0 && <SoldItems sold={sold} chosen={selectedItems} onChoose={setSelectedItemIds} />}
      <div className={styles['inline']}>
        {/* Tickets of an order on hold are not valid. */}
        {order.tickets.length > 0 && order.state !== 'on-hold' && <PrintTickets order={order.number} label={t('order.print')} />}
        <a className={buttonClasses({})} href={apiFile(`/api/staff/orders/${order.number}/receipt.pdf`)} target="_blank" rel="noreferrer">
          {t('order.receipt')}
        </a>
        {customer &&
          order.state === 'confirmed' &&
          (isMailed ? (
            <span role="status">{t('done.sent', { email: inlineText(customer.email) })}</span>
          ) : (
            <Button isPending={isPending} onPress={() => void mailTickets()}>
              {t('order.mail')}
            </Button>
          ))}
        {sentVouchers.length > 0 && <Link to={`/smart/vouchers?order=${order.number}`}>{t('order.vouchers')}</Link>}
        {sentVouchers.length > 0 && order.state === 'confirmed' && (
          <PrintVouchers order={order.number} label={t('order.printVouchers')} onPrinted={() => setReissued(false)} />
        )}
        {canMailVouchers &&
          order.state === 'confirmed' &&
          (areReissued ? (
            <span role="status">{t('order.reissued')}</span>
          ) : (
            <Button isPending={isPending} onPress={() => void reissueVouchers()}>
              {t('order.reissue')}
            </Button>
          ))}
        {hasGifts &&
          order.state === 'confirmed' &&
          (areGiftsReissued ? (
            <span role="status">{t('order.giftsReissued')}</span>
          ) : (
            <Button isPending={isPending} onPress={() => void reissueGifts()}>
              {t('order.reissueGifts')}
            </Button>
          ))}
        {order.tickets.length > 0 && sold.may.exchange && <ExchangeButton sold={sold} chosenTickets={selectedTickets} />}
      </div>
      {sold.letters.some(({ isSent }) => !isSent) && (
        <p>
          {t('order.inLetter')} <Link to="/smart/vouchers">{t('letters.title')}</Link>
        </p>
      )}
      {(sold.may.credit || sold.may.origin) && (
        <ReturnForm sold={sold} chosen={{ tickets: selectedTickets, items: selectedItems }} onReturned={showReturn} />
      )}
    </Page>
  )
}

/** Without tickets, the notice must not ask to return them. */
function alertKey(alert: NonNullable<SoldOrder['alert']>, hasTickets: boolean) {
  return hasTickets || alert === 'part-refunded' ? (`order.alert.${alert}` as const) : (`order.alertWithoutTickets.${alert}` as const)
}

/** The items of an order other than tickets. Those that are returned by themselves can be chosen. */
function SoldItems({
  sold,
  chosen,
  onChoose,
}: {
  readonly sold: SoldOrder
  readonly chosen: readonly string[]
  readonly onChoose: (items: readonly string[]) => void
}) {
  const t = useWords('box-office')
  const itemName = useItemName()
  const itemNotes = useItemNotes()
  const isChoosable = (id: string): boolean => sold.itemWorth.some(({ item, isAlone }) => item === id && isAlone)
  const canReturn = sold.may.credit || sold.may.origin
  return (
    <section aria-labelledby="sold-items">
      <h2 id="sold-items">{t('order.items')}</h2>
      <ul role="list" className={styles['lines']}>
        {sold.order.items.map((item) => {
          const text = inlineText([itemName(item), ...itemNotes(item)].join(' · '))
          return (
            <li key={item.id}>
              {canReturn && isChoosable(item.id) ? (
                <Checkbox
                  name={`item-${item.id}`}
                  value={chosen.includes(item.id)}
                  onChange={(isChosen) => onChoose(isChosen ? [...chosen, item.id] : chosen.filter((id) => id !== item.id))}
                >
                  {text}
                </Checkbox>
              ) : (
                <span>{text}</span>
              )}
              <Price amount={item.amount} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const ticketColumns = ['seat', 'evening', 'price', 'sum'] as const
type SelectionProps = { readonly sold: SoldOrder; readonly chosenTickets: readonly string[] }

function SoldTickets({ sold, chosenTickets, onChoose }: SelectionProps & { readonly onChoose: (tickets: readonly string[]) => void }) {
  const t = useWords('box-office')
  const { when } = useFormats()
  const soldAs = useSoldAs()
  const seatName = useCounterSeatName()
  return (
    <DataTable
      label={t('order.tickets')}
      columns={ticketColumns.map((key) => ({ key, label: t(`order.column.${key}`), isAmount: key === 'sum' }))}
      className={styles['held']}
    >
      <tbody>
        {sold.order.tickets.map((ticket) => (
          <tr key={ticket.id}>
            <th scope="row">
              <Checkbox
                name={`ticket-${ticket.id}`}
                value={chosenTickets.includes(ticket.id)}
                onChange={(isChosen) => onChoose(isChosen ? [...chosenTickets, ticket.id] : chosenTickets.filter((id) => id !== ticket.id))}
              >
                {seatName(ticket)}
                {ticket.holder !== undefined && <bdi> ({ticket.holder})</bdi>}
              </Checkbox>
            </th>
            <td>
              {ticket.title}, {when(ticket)}
            </td>
            <td>{soldAs(ticket)}</td>
            <td className={styles['sum']}>
              <Price amount={ticket.price} free />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

/** Selects the customer of the order and opens the seats of the performance. The tickets stay valid until other seats are sold. */
function ExchangeButton({ sold, chosenTickets }: SelectionProps) {
  const t = useWords('box-office')
  const navigate = useNavigate()
  const { send, problem, isPending } = useStaffMutation()
  const first = sold.order.tickets.find(({ id }) => chosenTickets.includes(id))
  const exchange = async (): Promise<void> => {
    const result = await send(() => api.staff.actFor({ body: { customer: sold.customer?.id ?? null } }), { onSuccess: setCounterState })
    if (result.ok && first) await navigate(`/smart/book/${first.instance}${exchangeSearch({ sold, tickets: chosenTickets })}`)
  }
  return (
    <>
      <Button isDisabled={!first} isPending={isPending} onPress={() => void exchange()}>
        {t('order.exchange')}
      </Button>
      {problem && <ProblemNotice problem={problem} bare />}
    </>
  )
}

function ReturnOutcome({ returnedValue }: { readonly returnedValue: ReturnedValue }) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const paidParts = ([...refundMeansNames, 'credit', 'purses'] as const).filter((part) => returnedValue[part] > 0)
  return (
    <Notice tone="success" role="status" title={t('given.title')}>
      {paidParts.map((part) => (
        <p key={part} className={part === 'cash' ? styles['change'] : undefined}>
          {t(`given.${part}`, { amount: money(returnedValue[part]) })}
        </p>
      ))}
      {paidParts.length === 0 && <p>{t('given.nothing')}</p>}
    </Notice>
  )
}
