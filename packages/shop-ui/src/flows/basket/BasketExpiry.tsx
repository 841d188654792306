import type { Mutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { holdWarnings } from '@playhouse/domain/basket'
import { isEmpty } from '@playhouse/domain/item-kind'
import { problem } from '@playhouse/domain/problem'
import { useFormats, useWords } from '#i18n'
import { AlertDialog } from '#ui/AlertDialog'
import { announce } from '#ui/announce'
import { useProblemWords } from '#ui/ProblemNotice'
import { serverNow, useTimeLeft, onOtherTabsChange } from '#browser'
import { useApiMutation } from '#mutation'
import { applySignInElsewhere, basketQuery, queryClient, refreshBasket, useBasket, useBrand, useExtendHold } from '#server-state'
import { LapsedList } from './LapsedBasket.tsx'
import { restartPath, useHoldAgain, useRememberTickets } from './use-hold-again.ts'

/** Time left, in seconds, at which a dialog offers more time. */
const askAtSeconds = 120

/**
 * Watches the hold on every page: announces the time left at 10, 5, 2 and 1 minutes, offers more time at 2, and shows the end.
 * The app shell mounts it once. It also applies the basket changes of other tabs.
 */
export function BasketExpiry() {
  const basket = useBasket()
  const remainingMs = useTimeLeft(basket.state === 'open' ? basket.deadline : null)
  const seconds = remainingMs === undefined ? undefined : remainingMs / 1000
  const [isExpired, setExpired] = useState(false)
  useRememberTickets()
  useEffect(
    () =>
      onOtherTabsChange((message) => {
        void applySignInElsewhere(message)
        void refreshBasket()
      }),
    [],
  )
  useExpiryAnnouncements(seconds, basket.tickets.length > 0)

  const hasEnded = seconds === 0
  useEffect(() => {
    if (!hasEnded) return
    setExpired(true)
    // The device's clock may have been adjusted: the server's deadline decides, so it is loaded again.
    void refreshBasket().then(() => isStillHeld() && setExpired(false))
  }, [hasEnded])

  const [hasError, setError] = useState(false)
  useBasketError(() => setError(true))
  if (hasError) return <BasketErrorDialog onDone={() => setError(false)} />
  if (isExpired) return <ExpiredDialog onDone={() => setExpired(false)} />
  if (seconds !== undefined && seconds > 0 && seconds <= askAtSeconds)
    return <ExpiryWarningDialog key={basket.deadline} seconds={seconds} />
  return null
}

const isBasketError = (value: unknown): boolean => (value as { code?: unknown } | undefined)?.code === 'basket-error'

/** Changes whose `basket-error` was reported. */
const reportedChanges = new WeakSet<object>()

/**
 * Calls back after a change whose reply is `basket-error`: the server has replaced the basket by an empty one, which is loaded.
 * The reply may have come before this component was loaded.
 */
function useBasketError(onError: () => void): void {
  const report = useEffectEvent(onError)
  useEffect(() => {
    const cache = queryClient.getMutationCache()
    const check = (change: Mutation): void => {
      if (change.state.status !== 'success' || reportedChanges.has(change)) return
      // The outcome of `useApiMutation`, or the result of a change of the basket.
      const outcome = (change.state.data ?? {}) as { readonly problem?: unknown; readonly error?: unknown }
      if (!isBasketError(outcome.problem ?? outcome.error)) return
      reportedChanges.add(change)
      report()
      void refreshBasket()
    }
    for (const change of cache.getAll()) check(change)
    return cache.subscribe(({ type, mutation }) => {
      if (type === 'updated') check(mutation)
    })
  }, [])
}

function BasketErrorDialog({ onDone }: { readonly onDone: () => void }) {
  const t = useWords('basket')
  const navigate = useNavigate()
  const { title, detail } = useProblemWords()(problem('basket-error'))
  const startAgain = () => {
    onDone()
    void navigate('/')
  }
  return (
    <AlertDialog isOpen title={title} safe={{ label: t('expired.over'), onPress: startAgain }}>
      <p>{detail}</p>
    </AlertDialog>
  )
}

function isStillHeld(): boolean {
  const { state, deadline } = queryClient.getQueryData(basketQuery.queryKey) ?? {}
  return state === 'open' && typeof deadline === 'string' && Date.parse(deadline) > serverNow()
}

function useExpiryAnnouncements(seconds: number | undefined, hasTickets: boolean): void {
  const t = useWords('basket')
  const previous = useRef(seconds)
  useEffect(() => {
    const before = previous.current
    previous.current = seconds
    if (before === undefined || seconds === undefined) return
    // A page that slept passes several marks at once: announce the current time left only. The end has its own dialog.
    const hasPassed = holdWarnings.some((mark) => before > mark && seconds <= mark)
    if (hasPassed && seconds > 0)
      announce(
        t(hasTickets ? 'part:holdWarning' : 'soon.items', { count: Math.ceil(seconds / 60) }),
        seconds <= askAtSeconds ? 'assertive' : 'polite',
      )
  }, [seconds, hasTickets, t])
}

function ExpiryWarningDialog({ seconds }: { readonly seconds: number }) {
  const t = useWords('basket')
  const { time } = useFormats()
  const { timeZone } = useBrand()
  const { extensionsLeft, tickets } = useBasket()
  const hasTickets = tickets.length > 0
  const navigate = useNavigate()
  const extend = useExtendHold()
  const problemText = useProblemWords()
  const { send, problem, isPending } = useApiMutation()
  const [isDismissed, setDismissed] = useState(false)

  const takeMoreTime = () =>
    send(() => extend.mutateAsync(), {
      message: ({ deadline }) => (deadline ? t('checkout:said.extended', { time: time({ startsAt: deadline, timeZone }) }) : undefined),
    })
  const goToPayment = () => {
    setDismissed(true)
    void navigate('/checkout/payment')
  }
  const pay = { label: t('soon.pay'), onPress: goToPayment }
  const more = { label: t('soon.more'), onPress: () => void takeMoreTime(), isPending }

  return (
    <AlertDialog
      isOpen={!isDismissed}
      title={t(hasTickets ? 'soon.title' : 'soon.items', { count: Math.ceil(seconds / 60) })}
      onClose={() => setDismissed(true)}
      {...(extensionsLeft > 0 ? { safe: more, other: pay } : { safe: pay })}
    >
      <p>{problem ? problemText(problem).detail : extensionsLeft > 0 ? t('soon.body') : t(hasTickets ? 'soon.last' : 'soon.itemsLast')}</p>
    </AlertDialog>
  )
}

function ExpiredDialog({ onDone }: { readonly onDone: () => void }) {
  const t = useWords('basket')
  const basket = useBasket()
  const navigate = useNavigate()
  const { holds, hasHolds, outcome, isPending, tryAgain } = useHoldAgain()
  // Whether other items stay in the basket. An attempt adds to the basket: the texts are those of its start.
  const [keptItems, setKeptItems] = useState<boolean>()
  const keepsItems = keptItems ?? basket.items.length > 0
  const hasItems = holds.lapsedItems.length > 0
  const isLost = outcome === 'lost'

  const tryAll = () => {
    setKeptItems(keepsItems)
    void tryAgain(onDone)
  }
  const startAgain = () => {
    onDone()
    void navigate(restartPath(holds))
  }
  const isFilled = isLost ? !isEmpty(basket) : keepsItems
  const restart = isFilled ? { label: t('expired.onward'), onPress: onDone } : { label: t('expired.over'), onPress: startAgain }

  return (
    <AlertDialog
      isOpen
      title={t(`expired.${isLost ? 'lost' : keepsItems ? titleOfRest(hasItems) : 'title'}`)}
      {...(hasHolds && !isLost
        ? { safe: { label: t(hasItems ? 'expired.itemsAgain' : 'expired.again'), onPress: tryAll, isPending }, other: restart }
        : { safe: restart })}
    >
      {!isLost && <p>{t(`expired.${bodyOf(keepsItems, hasItems)}`)}</p>}
      {(isLost || hasItems) && <LapsedList {...holds} />}
    </AlertDialog>
  )
}

/** The texts where only a part of the basket has ended, and where it has ended as a whole. @param hasItems whether items were released as well */
const titleOfRest = (hasItems: boolean) => (hasItems ? 'itemsTitle' : 'seatsTitle')
const bodyOf = (keepsItems: boolean, hasItems: boolean) =>
  keepsItems ? (hasItems ? ('itemsBody' as const) : ('seatsBody' as const)) : hasItems ? ('itemsEnd' as const) : ('body' as const)
