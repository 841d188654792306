import type { Seating } from '@playhouse/domain/plan'
import type { Titled } from '@playhouse/domain/production-texts'
import { textIn } from '@playhouse/domain/text-in'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import type { ReactNode } from 'react'
import { useFormats, useLocale, useWords } from '#i18n'
import { Price } from './Price.tsx'
import { ProductionTitle } from './ProductionTitle.tsx'
import { QrCode, type QrCodeProps } from './QrCode.tsx'
import styles from './TicketCard.module.css'

export type TicketCardProps = {
  readonly ticket: Titled & {
    readonly startsAt: string
    readonly timeZone: string
    readonly hallName: string
    readonly area: string
    readonly row: string
    readonly number: string
    readonly seating?: Seating | undefined
    readonly entrance: string
    readonly priceTypeName: string
    /** What its holder shows at the door. */
    readonly proofAtDoor?: TranslatedText | undefined
    /** The person of a group who has it. */
    readonly holder?: string | undefined
    /** Absent on shared tickets, which do not show the price. */
    readonly price?: Parameters<typeof Price>[0]['amount']
    readonly qr: string
    readonly modules: QrCodeProps['modules']
  }
  /** `Ticket 1 of 2` */
  readonly index: number
  readonly count: number
  /** The ticket is of a test shop: marks it as invalid. */
  readonly isTest?: boolean | undefined
  /** Sharing and wallets. */
  readonly children?: ReactNode
}

/** A ticket in the form of a paper one: the seat in large type, the code on its stub. */
export function TicketCard({ ticket, index, count, isTest, children }: TicketCardProps) {
  const t = useWords('order')
  const { dateAndTime } = useFormats()
  const locale = useLocale()
  const places = [
    ['area', ticket.area],
    [ticket.seating === 'table' ? 'table' : 'row', ticket.row],
    ['seat', ticket.seating === 'standing' ? t('ticket.standing') : ticket.number],
  ].filter(([, value]) => value)
  return (
    <article className={styles.ticket} aria-label={t('ticket.of', { number: index + 1, count })}>
      {isTest && <p className={styles.test}>{t('ticket.test')}</p>}
      <div className={styles.body}>
        <p className={styles.of}>{t('ticket.of', { number: index + 1, count })}</p>
        <h3>
          <ProductionTitle of={ticket} />
        </h3>
        <p>
          <time dateTime={ticket.startsAt}>{dateAndTime(ticket)}</time>
          <br />
          {ticket.hallName}
        </p>
        <dl className={styles.places}>
          {places.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`ticket.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <dl className={styles.facts}>
          {ticket.entrance && (
            <div>
              <dt>{t('ticket.entrance')}</dt>
              <dd>{ticket.entrance}</dd>
            </div>
          )}
          <div>
            <dt>{t('ticket.type')}</dt>
            <dd>
              {ticket.priceTypeName}
              {ticket.price !== undefined && (
                <>
                  , <Price amount={ticket.price} free />
                </>
              )}
            </dd>
          </div>
          {ticket.holder !== undefined && (
            <div>
              <dt>{t('ticket.holder')}</dt>
              <dd>
                <bdi>{ticket.holder}</bdi>
              </dd>
            </div>
          )}
          {ticket.proofAtDoor && (
            <div>
              <dt>{t('ticket.proof')}</dt>
              <dd>{textIn(ticket.proofAtDoor, locale)}</dd>
            </div>
          )}
        </dl>
      </div>
      <div className={styles.stub}>
        <QrCode modules={ticket.modules} label={t('ticket.qr')} />
        <p className={styles.number}>{ticket.qr.replace(/(\d{5})(?=\d)/g, '$1 ')}</p>
      </div>
      {children && (
        <div className={styles.tools} data-print="none">
          {children}
        </div>
      )}
    </article>
  )
}
