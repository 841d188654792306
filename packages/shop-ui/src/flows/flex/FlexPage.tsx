import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { flexListPath, flexPath } from '@playhouse/domain/flex-path'
import { type FlexView, mostSubscriptions } from '@playhouse/domain/flex-subscription'
import { times } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { flexQuery, ProblemError, useAddItem, useBrand, useSession } from '#server-state'
import { NumberStepper } from '#form/NumberStepper'
import { BuyButton, useApiMutation } from '#mutation'
import { offerClasses } from '#ticketing/OfferLayout'
import { MarkedText } from '#ticketing/MarkedText'
import { useTheatreText } from '#ticketing/TheatreText'
import { Breadcrumb } from '#ui/Breadcrumb'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { useFlexText } from './useFlexText.ts'

/** A flexible subscription: what its vouchers are for, and a way to buy it. */
export function FlexPage() {
  const { flexId = '' } = useParams()
  const { data, error, refetch } = useQuery(flexQuery(flexId))
  if (data) return <FlexDetails key={data.flex} flex={data} />
  return (
    <Page>
      {error instanceof ProblemError ? (
        <ProblemNotice problem={error.problem} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <SkeletonBlock height={16} />
        </Loading>
      )}
    </Page>
  )
}

function FlexDetails({ flex }: { readonly flex: FlexView }) {
  const t = useWords('flex')
  const words = useFlexText()
  const { defaultLocale } = useBrand()
  const { text, lang } = useTheatreText(defaultLocale)(flex.name)
  const { events, perPerformance, perCustomer, bands } = flex
  return (
    <Page>
      <Breadcrumb crumbs={[{ label: t('title'), to: flexListPath }, { label: text }]} />
      <PageHeading hero {...(lang !== undefined && { lang })}>
        {text}
      </PageHeading>
      <div className={offerClasses.page}>
        <div className={offerClasses.text}>
          <p className={offerClasses.lead}>
            <MarkedText of={flex.summary} theatreLocale={defaultLocale} />
          </p>
          <h2>{t('what')}</h2>
          {events === null ? (
            <p>{t('everything')}</p>
          ) : (
            <ul>
              {events.map(({ event, title }) => (
                <li key={event}>
                  <Link to={`/events/${event}`}>{title}</Link>
                </li>
              ))}
            </ul>
          )}
          <h2>{t('how')}</h2>
          <ul>
            <li>{t('byItself')}</li>
            <li>{t('fees')}</li>
            {bands.length > 0 && <li>{t('bands')}</li>}
            {perPerformance !== null && <li>{t('perPerformance', { count: perPerformance })}</li>}
            {perCustomer !== null && <li>{t('perCustomer', { count: perCustomer })}</li>}
            <li>{t('givenBack')}</li>
          </ul>
        </div>
        <section className={offerClasses.aside} aria-label={t('buy')}>
          <p className={offerClasses.price}>{words.price(flex)}</p>
          <p>{words.validity(flex)}</p>
          <BuyActions flex={flex} />
        </section>
      </div>
    </Page>
  )
}

/** The way to buy it that this visitor has: sign in, or add it to the basket. */
function BuyActions({ flex }: { readonly flex: FlexView }) {
  const t = useWords('flex')
  const words = useFlexText()
  const { money } = useFormats()
  const { customer } = useSession()
  const navigate = useNavigate()
  const add = useAddItem()
  const mutation = useApiMutation()
  const [quantity, setQuantity] = useState(1)
  const text = useTheatreText(useBrand().defaultLocale)
  if (!flex.isOnSale) return <Notice title={words.sale(flex)} />
  if (!customer || customer.isGuest)
    return (
      <>
        <p>{t('needsAccount')}</p>
        <LinkButton look="primary" large to={`/login?${new URLSearchParams({ next: flexPath(flex.flex) })}`}>
          {t('signIn')}
        </LinkButton>
      </>
    )
  const buy = async (): Promise<void> => {
    const body = { kind: 'flex-subscription', flex: flex.flex, quantity } as const
    const result = await mutation.send(() => add.mutateAsync({ body }), { message: t('added', { name: text(flex.name).text }) })
    if (result.ok) await navigate('/checkout/basket', { viewTransition: true })
  }
  return (
    <>
      {mutation.problem && <ProblemNotice problem={mutation.problem} />}
      <NumberStepper
        name="quantity"
        label={t('quantity')}
        value={quantity}
        onChange={setQuantity}
        minimum={1}
        maximum={Math.min(mostSubscriptions, flex.perCustomer ?? mostSubscriptions)}
      />
      <BuyButton look="primary" large onPress={() => void buy()} isPending={mutation.isPending}>
        {t('add', { amount: money(times(flex.price, quantity)) })}
      </BuyButton>
    </>
  )
}
