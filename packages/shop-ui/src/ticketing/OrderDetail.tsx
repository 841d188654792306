import type { ComponentType } from 'react'
import { CalendarPlus, FileText, ReceiptText, Smartphone } from 'lucide-react'
import type { Brand, DeliveryMethod } from '@playhouse/domain/brand'
import type { Money } from '@playhouse/domain/money'
import { claimLink, type Totals as TotalsOfOrder } from '@playhouse/domain/pricing'
import { useFormats, useWords } from '#i18n'
import { isPosted } from '@playhouse/domain/postage'
import type { Titled } from '@playhouse/domain/production-texts'
import type { PostalAddress } from '@playhouse/domain/postal-address'
import { AddressLines } from '#form/AddressLines'
import { buttonClasses } from '#ui/Button'
import { Link } from '#ui/Link'
import styles from './OrderDetail.module.css'
import { Notice } from '#ui/Notice'
import { type ItemWithDetail, useItemName, useItemNotes } from './ItemText.tsx'
import { type PackageOfOrder, OrderPackages } from './OrderPackages.tsx'
import { ProductionTitle } from './ProductionTitle.tsx'
import { type SeatPlace, useSeatName } from './SeatName.tsx'
import { TicketCard, type TicketCardProps } from './TicketCard.tsx'
import { TicketTools, type TicketToolsProps } from './TicketTools.tsx'
import { Totals, type TotalsProps } from './Totals.tsx'

type ItemOfOrder = ItemWithDetail & {
  readonly id: string
  readonly name: string
  readonly quantity: number
  readonly amount: Money
}

type ReturnedTicket = SeatPlace &
  Titled & {
    readonly id: string
    readonly startsAt: string
    readonly timeZone: string
    readonly priceTypeName: string
    readonly price: Money
  }

type VisitPerformance = Titled & { readonly instance: string; readonly startsAt: string; readonly timeZone: string }

export type OrderDetailProps = {
  readonly order: {
    readonly number: string
    readonly state: 'completing' | 'confirming' | 'confirmed' | 'on-hold' | 'failed' | 'returned'
    readonly tickets: readonly (TicketCardProps['ticket'] & { readonly id: string; readonly instance?: string })[]
    readonly delivery: { readonly method: DeliveryMethod; readonly address: PostalAddress | null }
    readonly billing: { readonly firstName: string; readonly lastName: string } | null
    readonly notes: { readonly order: string; readonly access: string; readonly dietary?: string | undefined }
    /** The household member who booked, if it was not the customer. */
    readonly bookedFor?: string | null
    readonly totals: TotalsOfOrder
    /** Items other than tickets. */
    readonly items: readonly ItemOfOrder[]
    /** Packages that some of the tickets belong to. */
    readonly packages?: readonly PackageOfOrder[] | undefined
    readonly returnedTickets: readonly ReturnedTicket[]
    readonly refunded: Money
    readonly credited: Money
  }
  readonly contact: Brand['contact']
  readonly theatreLocale: TotalsProps['theatreLocale']
  readonly refundProtection: Brand['refundProtection']
  /** The URL of a file of the API, from its path; the path itself where omitted. */
  readonly fileUrl?: (path: string) => string
  /** The order is of a test shop: each ticket is marked as invalid. */
  readonly isTest?: boolean | undefined
  /** Opens the tables for a performance with its party; absent where none are offered. */
  readonly tables?: ComponentType<{ readonly performance: VisitPerformance; readonly party: number }>
  /** Sharing and wallets; absent where tickets are only shown. */
  readonly tools?: TicketToolsProps['tools']
}

/** Details of an order: tickets, files to download, information for the visit, and payments. */
export function OrderDetail({ order, contact, theatreLocale, refundProtection, fileUrl, tables: Tables, tools, isTest }: OrderDetailProps) {
  const t = useWords('order')
  const { money } = useFormats()
  const share = useWords('share')
  const { notes, tickets, delivery } = order
  const hasProtection =
    order.state === 'confirmed' && order.items.some(({ kind, isReturned }) => kind === 'refund-protection' && !isReturned)
  // An order that adds to another one has its address, also if nothing is sent.
  const isSent = delivery.method === 'postal' || order.items.some(isPosted)
  // Without valid tickets, instructions for the visit would mislead.
  const isUpcoming = tickets.length > 0 && !['on-hold', 'failed', 'returned'].includes(order.state)
  const filePath = (name: string): string => `/api/me/orders/${encodeURIComponent(order.number)}/${name}`
  const file = (name: string): string => fileUrl?.(filePath(name)) ?? filePath(name)
  return (
    <div className={styles.frame}>
      <div className={styles.order}>
        <div className={styles.tickets}>
          {tickets.map((ticket, index) => (
            <TicketCard key={ticket.id} ticket={ticket} index={index} count={tickets.length} isTest={isTest}>
              {tools && <TicketTools ticket={ticket} tools={tools} />}
            </TicketCard>
          ))}
          {tools && !tools.canShare && tickets.length > 0 && (
            <p>
              {share('share.needsAccount')} <Link to="/account/guest-orders">{share('share.signIn')}</Link>
            </p>
          )}
          {order.packages && <OrderPackages packages={order.packages} />}
          {order.items.length > 0 && <OrderItems items={order.items} address={delivery.address} />}
          {order.returnedTickets.length > 0 && <ReturnedTickets tickets={order.returnedTickets} />}
          {hasProtection && <ProtectionClaim number={order.number} contact={contact} claimUrl={refundProtection?.claimUrl} />}
          {tickets.length === 0 && (order.state !== 'confirmed' || order.items.length === 0) && (
            <Notice
              tone={order.state === 'on-hold' ? 'warning' : 'info'}
              title={share(`waiting.${order.state === 'confirmed' ? 'none' : order.state}`)}
            />
          )}
          <div className={styles.actions} data-print="none">
            {tickets.length > 0 && (
              <>
                <a href={file('tickets.pdf')} download className={buttonClasses({ look: 'primary' })}>
                  <FileText aria-hidden="true" />
                  {t('actions.pdf')}
                </a>
                <a href={file('calendar.ics')} download className={buttonClasses({})}>
                  <CalendarPlus aria-hidden="true" />
                  {t('actions.calendar')}
                </a>
                {/* A separate page, which may be stored on this device. */}
                <a href="/your-tickets" className={buttonClasses({})}>
                  <Smartphone aria-hidden="true" />
                  {share('held.open')}
                </a>
              </>
            )}
            <a href={file('receipt.pdf')} download className={buttonClasses({})}>
              <ReceiptText aria-hidden="true" />
              {t('actions.receipt')}
            </a>
          </div>
        </div>
        <div className={styles.aside}>
          {isUpcoming && (
            <section>
              <h2>{t('night.title')}</h2>
              <ul className={styles.night}>
                <li>{t('night.arrive')}</li>
                <li>{t(delivery.method === 'collect' ? 'night.collect' : 'night.show', { number: order.number })}</li>
                <li>{t('night.late')}</li>
              </ul>
              {Tables && (
                <Tables
                  performance={{ ...tickets[0]!, instance: tickets[0]!.instance ?? '' }}
                  party={tickets.filter(({ startsAt }) => startsAt === tickets[0]!.startsAt).length}
                />
              )}
              <h3>{t('night.access')}</h3>
              {notes.access && <p>{t('night.accessBody', { note: notes.access })}</p>}
              <p>{t(notes.access ? 'night.accessMore' : 'night.accessNone')}</p>
              {notes.dietary && (
                <>
                  <h3>{t('night.dietary')}</h3>
                  <p>{t('night.accessBody', { note: notes.dietary })}</p>
                </>
              )}
              <h3>{t('night.where')}</h3>
              <p>{contact.address}</p>
            </section>
          )}
          <section>
            <h2>{t('paper.title')}</h2>
            <Totals
              theatreLocale={theatreLocale}
              totals={order.totals}
              items={order.items}
              hasTickets={tickets.length + order.returnedTickets.length > 0}
              isPaid
            />
            {order.refunded > 0 && <p>{t('paper.refunded', { amount: money(order.refunded) })}</p>}
            {order.credited > 0 && <p>{t('paper.credited', { amount: money(order.credited) })}</p>}
            {order.bookedFor && <p className={styles.small}>{t('paper.bookedBy', { name: order.bookedFor })}</p>}
            {order.billing && (
              <p className={styles.small}>
                {t('paper.billing')} {order.billing.firstName} {order.billing.lastName}
              </p>
            )}
            {isSent && delivery.address && (
              <>
                <h3>{t('paper.post')}</h3>
                <AddressLines address={delivery.address} />
              </>
            )}
            {notes.order && (
              <>
                <h3>{t('paper.note')}</h3>
                <p>{notes.order}</p>
              </>
            )}
          </section>
        </div>
      </div>
    </div>
  )
}

/** The items of an order other than tickets, with what was chosen with each. */
function OrderItems({ items, address }: { readonly items: readonly ItemOfOrder[]; readonly address: PostalAddress | null }) {
  const t = useWords('order')
  const { money } = useFormats()
  const nameOf = useItemName()
  const notesOf = useItemNotes()
  return (
    <section className={styles.items} aria-labelledby="order-items">
      <h2 id="order-items">{t('items.title')}</h2>
      <ul role="list">
        {items.map((item) => (
          <li key={item.id}>
            <div>
              <h3>{nameOf(item)}</h3>
              {notesOf(item, address).map((note) => (
                <p key={note} className={styles.small}>
                  {note}
                </p>
              ))}
            </div>
            <p>{money(item.amount)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The tickets of an order that were returned. */
function ReturnedTickets({ tickets }: { readonly tickets: readonly ReturnedTicket[] }) {
  const t = useWords('order')
  const { money, dateAndTime } = useFormats()
  const seatName = useSeatName()
  return (
    <section className={styles.items} aria-labelledby="order-returned">
      <h2 id="order-returned">{t('items.returned')}</h2>
      <ul role="list">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <div>
              <h3>
                <ProductionTitle of={ticket} />
              </h3>
              <p className={styles.small}>{dateAndTime(ticket)}</p>
              <p className={styles.small}>
                {seatName(ticket)} · {ticket.priceTypeName}
              </p>
            </div>
            <p>{money(ticket.price)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

type ClaimProps = { readonly number: string; readonly contact: Brand['contact']; readonly claimUrl: string | undefined }
/** How to claim on the refund protection of an order: the insurer's page or the box office, with the order number as the reference. */
function ProtectionClaim({ number, contact: { phone }, claimUrl }: ClaimProps) {
  const t = useWords('order')
  return (
    <section className={styles.claim} aria-labelledby="order-claim">
      <h2 id="order-claim">{t('claim.title')}</h2>
      <p>{t(claimUrl === undefined ? 'claim.call' : 'claim.online', { number, phone })}</p>
      {claimUrl !== undefined && (
        <p data-print="none">
          <a className={buttonClasses({})} href={claimLink(claimUrl, number)} target="_blank" rel="noreferrer">
            {t('claim.open')}
          </a>
        </p>
      )}
    </section>
  )
}
