import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Basket } from '@playhouse/api-client/contract'
import { isAddOn } from '@playhouse/domain/item-kind'
import { ok, type Result } from '@playhouse/domain/result'
import { problem } from '@playhouse/domain/problem'
import { useFormats, useWords } from '#i18n'
import { useApiMutation } from '#mutation'
import { type ApiProblem, orderQuery, ProblemError, useBasket, useResetBasket, useSession } from '#server-state'
import { AddOnList, useAddOns, useStartAddOns } from '#add-ons'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { ProductionTitle } from '#ticketing/ProductionTitle'
import { NoPayment, SignInRequired } from './FallbackPages.tsx'

type AddsTo = NonNullable<Basket['addsTo']>

/** Adds items to a confirmed order, which the URL or the basket names. */
export function AddOnsPage() {
  const [search] = useSearchParams()
  const { addsTo } = useBasket()
  const { customer } = useSession()
  const number = search.get('order') ?? addsTo?.order
  if (number === undefined) return <NoPayment />
  // Once the basket adds to the order, it names the order also for the holder of its link.
  const started = addsTo?.order === number ? addsTo : undefined
  return started || customer ? <OfOrder number={number} started={started} /> : <SignInRequired />
}

type OfOrderProps = { readonly number: string; /** The order, where the basket adds to it already. */ readonly started: AddsTo | undefined }

/** The same tree before and after the first item is added, so that choices, refusals and the focus stay. */
function OfOrder({ number, started }: OfOrderProps) {
  const t = useWords('order')
  const query = useQuery({ ...orderQuery(number), enabled: started === undefined })
  const order = query.data
  const first = useQuery({ ...orderQuery(order?.addsTo ?? number), enabled: order !== undefined && order.addsTo !== null })
  if (started) return <AddOns order={started} />
  const root = order === undefined || order.addsTo === null ? order : first.data
  if (root?.isOpenForAddOns) {
    const performances = Map.groupBy(root.tickets, ({ instance }) => instance)
    const facts = [...performances.values()].map((tickets) => ({ ...tickets[0]!, tickets: tickets.length }))
    return <AddOns order={{ order: root.number, performances: facts }} />
  }
  const failed = query.error ? query : first
  const refusal = failed.error
  return (
    <Page width="reading">
      <PageHeading>{t('addOns.title')}</PageHeading>
      {root ? (
        <>
          <ProblemNotice problem={problem('add-ons-closed', { order: root.number })} />
          <p>
            <LinkButton to={`/account/your-orders/${encodeURIComponent(root.number)}`}>
              {t('addOns.open', { order: root.number })}
            </LinkButton>
          </p>
        </>
      ) : refusal instanceof ProblemError ? (
        <ProblemNotice problem={refusal.problem} onRetry={() => void failed.refetch()} />
      ) : (
        <Loading>
          <SkeletonBlock height={16} />
        </Loading>
      )}
    </Page>
  )
}

function AddOns({ order: { order, performances } }: { readonly order: AddsTo }) {
  const t = useWords('order')
  const { dateAndTime } = useFormats()
  const basket = useBasket()
  const start = useStartAddOns()
  const { groups, isLoading } = useAddOns(true, performances)
  const isStarted = basket.addsTo?.order === order
  const isFilled = basket.tickets.length + basket.items.length > 0
  const prepare = async (): Promise<Result<unknown, ApiProblem>> => (isStarted ? ok(undefined) : start.mutateAsync({ number: order }))
  return (
    <Page>
      <PageHeading>{t('addOns.titleOf', { order })}</PageHeading>
      <p>{t('addOns.lead')}</p>
      <ul>
        {performances.map(({ instance, tickets, ...performance }) => (
          <li key={instance}>
            <ProductionTitle of={performance} />, {dateAndTime(performance)}: {t('addOns.tickets', { count: tickets })}
          </li>
        ))}
      </ul>
      {isFilled && !isStarted ? (
        <OtherBasket order={order} />
      ) : groups.length > 0 ? (
        <>
          <AddOnList groups={groups} prepare={prepare} />
          {isFilled && (
            <p>
              <LinkButton to="/checkout/basket" look="primary" large>
                {t('addOns.basket')}
              </LinkButton>
            </p>
          )}
        </>
      ) : isLoading ? (
        <Loading>
          <SkeletonBlock height={16} />
        </Loading>
      ) : (
        <Notice title={t('addOns.none')}>{t('addOns.noneText')}</Notice>
      )}
    </Page>
  )
}

/** The basket has something else in it: it stays until the visitor chooses what happens to it. */
function OtherBasket({ order }: { readonly order: string }) {
  const t = useWords('order')
  const basket = useBasket()
  const start = useStartAddOns()
  const reset = useResetBasket()
  const { send, problem: refusal, isPending } = useApiMutation()
  const canBeAdded = basket.tickets.length === 0 && basket.items.every(({ kind }) => isAddOn(kind))
  return (
    <>
      {refusal && <ProblemNotice problem={refusal} bare />}
      <Notice tone="warning" title={t('addOns.other.title')}>
        <p>{t('addOns.other.body', { order })}</p>
        <NoticeActions>
          <LinkButton to="/checkout/basket" look="primary">
            {t('addOns.basket')}
          </LinkButton>
          {canBeAdded && (
            <Button isDisabled={isPending} onPress={() => void send(() => start.mutateAsync({ number: order, keepItems: true }))}>
              {t('addOns.other.include', { order })}
            </Button>
          )}
          <Button isDisabled={isPending} onPress={() => void send(() => reset.mutateAsync())}>
            {t('addOns.other.reset')}
          </Button>
        </NoticeActions>
      </Notice>
    </>
  )
}
