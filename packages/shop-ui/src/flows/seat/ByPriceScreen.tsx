import { useRef, useState } from 'react'
import type { Instance } from '@playhouse/api-client/contract'
import { createSeatStore } from '@playhouse/seatmap/store'
import { useFormats, useWords } from '#i18n'
import { announce } from '#parts/announce'
import { Button } from '#parts/Button'
import { Link } from '#parts/Link'
import { Notice } from '#parts/Notice'
import { Page } from '#parts/Page'
import { PageHeading } from '#parts/PageHeading'
import { ProblemNotice } from '#parts/ProblemNotice'
import { type AnsweredProblem, useAddTickets, useBasket, useBrand } from '#session'
import { ByPriceQuestions } from './ByPriceQuestions.tsx'
import styles from './ByPriceScreen.module.css'
import { byView } from './by-view.ts'
import { type Choice, roomBeside } from './choice.ts'
import { findParties, type Offer, type Wishes } from './find-parties.ts'
import { FoundSeats } from './FoundSeats.tsx'
import { type House, openHall } from './house.ts'
import { useAddSeats } from './useAddSeats.ts'
import { useLiveSeats } from './useLiveSeats.ts'
import { usePartySize } from './usePartySize.ts'

/** Shown at once. */
const page = 3
/** As many are looked at, and their views compared. */
const most = 18

/** Three questions, then the best seats there are, each group with what it costs and what one sees from it. */
export function ByPriceScreen({ instance, house }: { readonly instance: Instance; readonly house: House }) {
  const t = useWords('seat')
  const { when } = useFormats()
  const { limits } = useBrand()
  const basket = useBasket()
  const [store] = useState(() => createSeatStore(house.plan))
  useLiveSeats(instance.id, store)
  const room = Math.min(limits.ticketsPerOrder, basket.ticketsLeft)
  const [size, keepSize] = usePartySize(Math.max(1, room))
  const [wishes, setWishes] = useState<Omit<Wishes, 'size'>>({
    band: 'any',
    area: 'any',
    flags: new Set(),
    wheelchair: false,
    apart: false,
  })
  const [found, setFound] = useState<readonly Offer[]>()
  const [shown, setShown] = useState(page)
  const [problem, setProblem] = useState<AnsweredProblem>()
  const results = useRef<HTMLHeadingElement>(null)
  const hold = useHold(instance.id, setProblem)

  const find = (): void => {
    const held = basket.tickets.filter((ticket) => ticket.instance === instance.id)
    const mine = held.flatMap(({ seat }) => house.plan.indexOf(seat) ?? [])
    const beside = roomBeside(held, limits.ticketsPerOrder, room)
    const offers = byView(house.plan, findParties(house, openHall(house, store.outlook, mine), { ...wishes, size }, beside, most))
    setFound(offers)
    setShown(page)
    setProblem(undefined)
    announce(offers.length > 0 ? t('byPrice.found', { count: offers.length }) : t('byPrice.none'))
    requestAnimationFrame(() => results.current?.focus())
  }
  const path = `/events/${instance.event}/${instance.id}`
  return (
    <Page>
      <header className={styles['head']}>
        <PageHeading title={`${t('byPrice.title')}: ${instance.production.title}`}>{t('byPrice.title')}</PageHeading>
        <p>
          <strong lang={instance.production.copyLanguage}>{instance.production.title}</strong>
          <span aria-hidden="true"> · </span>
          <time dateTime={instance.startsAt}>{when(instance)}</time>
          <span aria-hidden="true"> · </span>
          {instance.hallName}
        </p>
        <p className={styles['ways']}>
          <Link to={`${path}/syos/all?map`}>{t('as.map')}</Link>
          <Link to={`${path}/syos/all?list`}>{t('as.list')}</Link>
        </p>
      </header>
      {room < 1 ? (
        <Notice tone="warning" title={t('limit.title')}>
          {t('limit.detail', { count: limits.ticketsPerOrder, email: '' })}
        </Notice>
      ) : (
        <div className={styles['screen']}>
          <ByPriceQuestions
            house={house}
            store={store}
            size={size}
            maximum={room}
            wishes={wishes}
            onSize={keepSize}
            onChange={setWishes}
            onFind={find}
          />
          <section aria-labelledby="found" className={styles['results']}>
            {problem && <ProblemNotice problem={problem} />}
            {found && (
              <h2 id="found" ref={results} tabIndex={-1}>
                {found.length > 0 ? t('byPrice.best') : t('byPrice.nothing')}
              </h2>
            )}
            {found?.length === 0 && <p>{t('byPrice.none')}</p>}
            {found && (
              <FoundSeats house={house} store={store} offers={found.slice(0, shown)} isPending={hold.isPending} onChoose={hold.take} />
            )}
            {found && found.length > shown && (
              <Button wide onPress={() => setShown(shown + page)}>
                {t('byPrice.others')}
              </Button>
            )}
          </section>
        </div>
      )}
    </Page>
  )
}

/** Holds the seats of an offer at the price types it was made at, all or none, and goes to the basket. */
function useHold(instance: string, onProblem: (problem: AnsweredProblem | undefined) => void) {
  const addTickets = useAddTickets()
  const wanted = useRef<Choice>([])
  const add = async (): Promise<boolean> => {
    const result = await addTickets.mutateAsync({ body: { instance, seats: [...wanted.current] } })
    onProblem(result.ok ? undefined : result.error)
    return result.ok
  }
  const go = useAddSeats({
    get choice() {
      return wanted.current
    },
    add,
  })
  const take = (choice: Choice): void => {
    wanted.current = choice
    void go()
  }
  return { take, isPending: addTickets.isPending }
}
