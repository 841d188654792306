import { useRef, useState } from 'react'
import type { Instance } from '@playhouse/api-client/contract'
import { useAccessNeeds } from '#halls'
import { useWords } from '#i18n'
import { Notice } from '#ui/Notice'
import { useBasket, useBrand } from '#server-state'
import { ByPriceQuestions } from './ByPriceQuestions.tsx'
import styles from './ByPriceScreen.module.css'
import { FoundSeats } from './FoundSeats.tsx'
import type { SeatingModel } from '../model/seating-model.ts'
import { NoSeats } from './NoSeats.tsx'
import { useBestSeats } from './useBestSeats.ts'
import { useLiveSeats } from '../model/useLiveSeats.ts'
import { usePartySize } from '../choice/usePartySize.ts'
import { wishesWith, wishOf, type Wishes } from './wishes.ts'

/** Three questions, then the best available seats: held, with the reason for the choice, prices and view. */
export function ByPriceScreen({ instance, model }: { readonly instance: Instance; readonly model: SeatingModel }) {
  const t = useWords('seat')
  const { limits } = useBrand()
  const basket = useBasket()
  const { store } = useLiveSeats(instance.id, model.plan)
  const results = useRef<HTMLElement>(null)
  const best = useBestSeats(instance.id, (outcome) => {
    const target = results.current?.querySelector<HTMLElement>(outcome === 'sought' ? 'h2, [role=alert]' : 'p')
    target?.focus()
    return Boolean(target)
  })
  const room = Math.min(limits.ticketsPerOrder, basket.ticketsLeft + (best.foundSeats?.seats.length ?? 0))
  const [size, keepSize] = usePartySize(Math.max(1, room))
  const accessNeeds = useAccessNeeds(model.priceTypes)
  const ofAccess = wishesWith(model.plan, accessNeeds)
  // Until the visitor changes something, what their access ID says.
  const [changed, setWishes] = useState<Wishes>()
  const wishes = changed ?? ofAccess

  const find = (next: Wishes, quantity = size): void => {
    setWishes(next)
    keepSize(quantity)
    best.find(wishOf(next, quantity))
  }
  const path = `/events/${instance.event}/${instance.id}`
  return room < 1 ? (
    <Notice tone="warning" title={t('limit.title')}>
      {t('limit.detail', { count: limits.ticketsPerOrder, email: '' })}
    </Notice>
  ) : (
    <div className={styles['screen']}>
      <ByPriceQuestions
        model={model}
        store={store}
        size={size}
        maximum={room}
        wishes={wishes}
        accessNeeds={ofAccess.needs}
        isSearching={best.isSearching}
        onSize={keepSize}
        onChange={setWishes}
        onFind={() => find(wishes)}
      />
      <section ref={results} aria-label={t('byPrice.best')} aria-busy={best.isSearching} className={styles['results']}>
        {best.isSearching && <p role="status">{t('byPrice.searching')}</p>}
        {best.problem && <NoSeats model={model} problem={best.problem} wishes={wishes} onFind={find} />}
        {best.foundSeats && (
          <FoundSeats
            model={model}
            foundSeats={best.foundSeats}
            changePath={`${path}/syos/all?map&change`}
            isBusy={best.isSearching}
            onOthers={best.showOthers}
            onAgain={best.hasEarlier && best.wish ? () => best.find(best.wish!) : undefined}
            onGiveBack={best.giveBack}
          />
        )}
        {!best.foundSeats && !best.problem && !best.isSearching && (
          <p tabIndex={-1} className={styles['hint']}>
            {t('byPrice.hint')}
          </p>
        )}
      </section>
    </div>
  )
}
